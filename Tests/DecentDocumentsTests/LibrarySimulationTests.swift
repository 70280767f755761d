// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

/// What LogSimulationTests asks of sync over memory holds over document libraries in files, whose
/// storage fails at any point of any statement.
@Suite struct LibrarySimulationTests {
  @Test func losesNothingAndComesToRest() {
    let runs = SimulationRuns(count: 20)
    if let failure = runs.failure(on: { try LibraryShelf() }) { Issue.record("\(failure)") }
  }
}
