// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

/// The promises of sync, whatever happens to devices and the folders between them. No edit reported
/// to a user is lost, nothing removed returns, all devices show the same, a new device gets
/// everything, and all devices come to rest with few objects. Documents drop deleted contents meanwhile.
@Suite struct LogSimulationTests {
  @Test func losesNothingAndComesToRest() {
    let runs = SimulationRuns(count: 30, usualSeed: 4)
    if let failure = runs.failure(on: { MemoryShelf() }) { Issue.record("\(failure)") }
  }

  /// A device sends a change in one folder. The devices that carry that to the other folder
  /// send it three rounds later.
  @Test func restsOnlyAfterCarriedNewsWasSent() throws {
    try SimulationRuns.run(13_699_396_756_340_703_448, on: MemoryShelf())
  }

  /// A device calls an object unreadable, and later no longer. The others had removed its claims.
  @Test func anObjectThatIsNoLongerDoubtedIsReadAgain() throws {
    try SimulationRuns.run(820_729_793_003_820_047, on: MemoryShelf())
  }

  /// A flipped bit in the version of a frame passed for a later version, whose writer sends nothing again.
  @Test func aFlippedVersionIsDamage() throws {
    try SimulationRuns.run(2055, on: MemoryShelf())
  }

  /// A flipped object is torn, and listed at its old size. Devices that know it learn of that from a new
  /// device, whose acknowledgement names the object with this size.
  @Test func aFlippedObjectThatIsTornIsRepaired() throws {
    try SimulationRuns.run(15_848_095_250_043_370_132, on: MemoryShelf())
  }
}
