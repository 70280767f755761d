// SPDX-License-Identifier: MIT

@testable import SequenceEngine

extension EventBatch {
  /// Adds a chain of a session of the batch.
  mutating func append(session: Int, parents: [Parent], operations: [OperationRun]) {
    let (firstParent, firstOperation) = (self.parents.count, self.operations.count)
    self.parents += parents
    for run in operations { append(run) }
    let length = operations.reduce(0) { $0 + $1.length }
    chains.append(
      Chain(
        session: session, events: count..<(count + length),
        parents: firstParent..<self.parents.count,
        operations: firstOperation..<self.operations.count))
  }
}
