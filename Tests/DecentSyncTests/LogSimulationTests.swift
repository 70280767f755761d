// SPDX-License-Identifier: MIT

import ReplicationLaws
import SyncSimulation
import Testing

/// Whatever happens to devices and the folders between them: nothing that a user was told of is lost,
/// nothing removed returns, all devices show the same, a new device gets everything, and all come to
/// rest with few objects.
@Suite struct LogSimulationTests {
  @Test func losesNothingAndComesToRest() {
    let runs = SimulationRuns(count: 30)
    if let failure = runs.failure(on: { MemoryShelf() }) { Issue.record("\(failure)") }
  }
}
