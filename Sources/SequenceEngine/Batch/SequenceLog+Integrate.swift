// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// What merging a batch asks of the owner of the elements.
  package struct Integration {
    /// Which of the batch's elements are new: append them to the content
    /// first, in this order.
    package var newElements: [Range<Int>] = []
    /// How many elements the batch has.
    package var elementCount = 0
    /// What to do to the document then, one after the other.
    package var operations: [DocumentOperation] = []
  }

  /// Takes in the events of a batch that are new.
  ///
  /// - Parameter documentLength: Elements in the document now.
  /// - Throws: ``MissingHistory`` if it builds on something unknown; nothing is changed
  ///   then.
  package mutating func integrate(
    _ batch: EventBatch, documentLength: Int
  ) throws(MissingHistory) -> Integration {
    integrate(batch, as: try plan(batch), documentLength: documentLength)
  }

  /// Takes in the events of a batch that are new.
  ///
  /// - Parameters:
  ///   - plan: What a log of this version found them to be.
  ///   - documentLength: Elements in the document now.
  package mutating func integrate(
    _ batch: EventBatch, as plan: BatchPlan, documentLength: Int
  ) -> Integration {
    let firstNew = graph.count
    var result = Integration()
    var element = 0
    for index in plan.chains.indices {
      let known = plan.chains[index].known
      let length = batch.chains[index].length
      if known > 0 { element += batch.chains[index].operations.insertCount(ofFirst: known) }
      let inserts = batch.chains[index].operations.insertCount(ofAllBut: known)
      if inserts > 0 { result.addElements(element..<(element + inserts)) }
      element += inserts
      guard known < length else { continue }
      append(
        session: batch.sessions[batch.chains[index].session].id, length: length - known,
        parents: plan.parents[plan.chains[index].parents],
        operations: batch.chains[index].operations, from: known)
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

extension [OperationRun] {
  /// How many elements the first events insert.
  fileprivate func insertCount(ofFirst count: Int) -> Int {
    var (left, inserts) = (count, 0)
    for run in self where left > 0 {
      if run.isInsert { inserts += Swift.min(left, run.length) }
      left -= run.length
    }
    return inserts
  }

  /// How many elements the events after the first ones insert.
  fileprivate func insertCount(ofAllBut count: Int) -> Int {
    var (left, inserts) = (count, 0)
    for run in self {
      if run.isInsert { inserts += run.length - Swift.min(Swift.max(left, 0), run.length) }
      left -= run.length
    }
    return inserts
  }
}
