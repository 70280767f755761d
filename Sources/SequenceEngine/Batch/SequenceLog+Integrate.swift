// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// The changes left to the owner of the elements after a batch was merged into the log.
  package struct Integration {
    /// The new elements, by their places among all elements of the batch. The owner first appends
    /// them to the content, in this order.
    package var newElements: [Range<Int>] = []
    /// The number of elements that the batch inserts.
    package var elementCount = 0
    /// The operations that the owner then applies to the document, in order.
    package var operations: [DocumentOperation] = []
  }

  /// Takes in the new events of a batch.
  ///
  /// - Parameters:
  ///   - plan: The plan of the batch for this log, or for another log of the same version.
  ///   - documentLength: The number of elements in the document now.
  package mutating func integrate(
    _ batch: EventBatch, as plan: BatchPlan, documentLength: Int
  ) -> Integration {
    let firstNew = graph.count
    var result = Integration()
    var element = 0
    for index in plan.chains.indices {
      let (chain, known) = (batch.chains[index], plan.chains[index].known)
      let operations = batch.operations[chain.operations]
      if known > 0 { element += operations.insertCount(ofFirst: known) }
      let inserts = operations.insertCount(ofAllBut: known)
      if inserts > 0 { result.addElements(element..<(element + inserts)) }
      element += inserts
      guard known < chain.events.count else { continue }
      append(
        session: batch.session(of: chain), length: chain.events.count - known,
        parents: plan.parents[plan.chains[index].parents], operations: operations, from: known)
    }
    result.elementCount = element
    result.operations = replay(from: firstNew, documentLength: documentLength)
    return result
  }
}

extension SequenceLog.Integration {
  fileprivate mutating func addElements(_ elements: Range<Int>) {
    if let last = newElements.last, last.upperBound == elements.lowerBound {
      newElements[newElements.count - 1] = last.lowerBound..<elements.upperBound
    } else {
      newElements.append(elements)
    }
  }
}

extension ArraySlice<OperationRun> {
  /// The number of elements that the first `count` events insert.
  fileprivate func insertCount(ofFirst count: Int) -> Int {
    var (left, inserts) = (count, 0)
    for run in self where left > 0 {
      if run.isInsert { inserts += Swift.min(left, run.length) }
      left -= run.length
    }
    return inserts
  }

  /// The number of elements that the events after the first `count` insert.
  fileprivate func insertCount(ofAllBut count: Int) -> Int {
    var (left, inserts) = (count, 0)
    for run in self {
      if run.isInsert { inserts += run.length - Swift.min(Swift.max(left, 0), run.length) }
      left -= run.length
    }
    return inserts
  }
}
