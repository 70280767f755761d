// SPDX-License-Identifier: MIT

import ReplicationLaws
import SyncSimulation
import Testing

/// The promises of sync, whatever happens to devices and the folders between them. No edit reported
/// to a user is lost, nothing removed returns, all devices show the same, a new device gets
/// everything, and all devices come to rest with few objects.
@Suite struct LogSimulationTests {
  @Test func losesNothingAndComesToRest() {
    let runs = SimulationRuns(count: 30)
    if let failure = runs.failure(on: { MemoryShelf() }) { Issue.record("\(failure)") }
  }

  /// A run that lists twice reads objects again that wait for others. One of two parts was taken in
  /// twice then, and the object counted as taken in whole.
  @Test func anObjectReadTwiceWhileItWaitsIsNotLost() throws {
    let simulation = try LogSimulation(seed: 5_232_703_935_550_178_285, on: MemoryShelf())
    for _ in 0..<300 { try simulation.step() }
    try simulation.settle()
  }
}
