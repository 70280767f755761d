// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// What merging a batch asks of the owner of the elements.
  package struct Integration {
    /// Which of the batch's elements are new: append them to the content
    /// first, in this order.
    package var newElements: [Range<Int>] = []
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
    for (chain, planned) in zip(batch.chains, plan.chains) {
      let (known, news) = chain.operations.split(at: planned.known)
      element += known.insertCount
      let inserts = news.insertCount
      if inserts > 0 { result.addElements(element..<(element + inserts)) }
      element += inserts
      guard planned.known < chain.length else { continue }
      append(
        session: batch.sessions[chain.session].id, length: chain.length - planned.known,
        parents: plan.parents[planned.parents], operations: news)
    }
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
  fileprivate var insertCount: Int {
    reduce(0) { $0 + ($1.isInsert ? $1.length : 0) }
  }

  /// The first `count` operations, and the others.
  fileprivate func split(at count: Int) -> (old: [OperationRun], new: [OperationRun]) {
    if count == 0 { return ([], self) }
    var old: [OperationRun] = []
    var new: [OperationRun] = []
    var left = count
    for run in self {
      let taken = Swift.min(left, run.length)
      if taken > 0 { old.append(run.prefix(taken)) }
      if taken < run.length { new.append(run.dropping(taken)) }
      left -= taken
    }
    return (old, new)
  }
}
