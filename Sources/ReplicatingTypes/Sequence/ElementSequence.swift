// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Elements in order, with their history: the state behind an array, and
/// behind the order of an ordered set.
struct ElementSequence<Element> {
  private(set) var log = SequenceLog()
  /// Every element ever inserted, in the order in which the log learned of them.
  private(set) var inserted = SegmentedArray<Element>()
  /// Which of those are shown, in order.
  private(set) var order = SlotRope()

  /// How many elements are shown.
  var count: Int { order.count }

  /// The element at a position.
  ///
  /// - Complexity: O(log *n*)
  subscript(position: Int) -> Element { inserted[order.slot(at: position)] }

  /// The elements shown.
  ///
  /// - Complexity: O(*n*)
  var elements: [Element] { order.slots(0..<order.count).map { inserted[$0] } }

  /// Removes some elements, then inserts others in their place.
  ///
  /// - Complexity: O(log *n* + *m*)
  mutating func replace(
    _ range: Range<Int>, with newElements: some Collection<Element>, by session: SessionID
  ) {
    if !range.isEmpty {
      log.recordEdit(
        OperationRun(kind: .deleteForward, position: range.lowerBound, length: range.count),
        by: session, documentLength: order.count)
      order.remove(range)
    }
    guard !newElements.isEmpty else { return }
    log.recordEdit(
      OperationRun(kind: .insert, position: range.lowerBound, length: newElements.count),
      by: session, documentLength: order.count)
    let first = inserted.count
    for element in newElements { inserted.append(element) }
    order.insert(first..<inserted.count, at: range.lowerBound)
  }

  // MARK: Edits of others

  /// Edits on their way to other copies.
  struct Delta {
    let batch: EventBatch
    /// What the batch inserts, in its order.
    let elements: [Element]
  }

  /// What a copy at `version` lacks, or nil if it lacks nothing.
  func delta(since version: SequenceVersion) -> Delta? {
    log.extract(since: version).map { delta($0) }
  }

  /// The whole history.
  var wholeDelta: Delta { delta(log.wholeExtract) }

  private func delta(_ extract: SequenceLog.Extract) -> Delta {
    Delta(
      batch: extract.batch, elements: extract.elements.flatMap { $0.map { inserted[$0] } })
  }

  /// Takes in the events of a delta that are new.
  mutating func integrate(_ delta: Delta) throws(MissingHistory) {
    let integration = try log.integrate(delta.batch, documentLength: order.count)
    for range in integration.newElements {
      for element in delta.elements[range] { inserted.append(element) }
    }
    for operation in integration.operations {
      switch operation {
      case .insert(let elements, let position): order.insert(elements, at: position)
      case .delete(let range): order.remove(range)
      }
    }
  }

  /// Takes in what another copy holds.
  mutating func merge(_ other: ElementSequence) {
    guard let delta = other.delta(since: log.version) else { return }
    // All that the delta builds on is known here: see ReplicatingText.merge.
    try? integrate(delta)
  }
}

extension ElementSequence: Sendable where Element: Sendable {}
extension ElementSequence.Delta: Equatable where Element: Equatable {}
extension ElementSequence.Delta: Sendable where Element: Sendable {}
