// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

/// Checks the promises of LogSimulationTests over document libraries in files instead of memory.
/// The storage fails at any point of any statement.
@Suite struct LibrarySimulationTests {
  @Test func losesNothingAndComesToRest() {
    let runs = SimulationRuns(count: 20, usualSeed: 9)
    if let failure = runs.failure(on: { try LibraryShelf() }) { Issue.record("\(failure)") }
  }
}
