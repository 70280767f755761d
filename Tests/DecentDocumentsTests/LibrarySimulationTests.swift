// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

/// Checks the promises of LogSimulationTests over document libraries in files instead of memory.
/// The storage fails at any point of any statement.
@Suite struct LibrarySimulationTests {
  /// A document was added under the id of a removed one. A device that joined took in what was removed
  /// from old objects, and sent it to all.
  @Test func nothingRemovedComesBackWithANewDevice() throws {
    try SimulationRuns.run(92_694_865_739_598_113, on: LibraryShelf())
  }

  /// An object said falsely that it holds edits of a removed document, with a delta that brought the
  /// document back for a moment. The run never ended.
  @Test func aFalseClaimOnARemovedDocumentEndsNoRun() throws {
    try SimulationRuns.run(4_990_025_626_462_012_736, on: LibraryShelf())
  }

  /// A device that had dropped a document took a claim for one that says less than another. Once the document
  /// was back, both said the same.
  @Test func whatSaysTheSameIsJudgedTheSameOnAllDevices() throws {
    try SimulationRuns.run(10_372_713_005_361_028_286, on: LibraryShelf())
  }

  @Test func losesNothingAndComesToRest() {
    let runs = SimulationRuns(count: 20, usualSeed: 35)
    if let failure = runs.failure(on: { try LibraryShelf() }) { Issue.record("\(failure)") }
  }
}
