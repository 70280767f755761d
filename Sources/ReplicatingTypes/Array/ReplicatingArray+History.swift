// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

extension ReplicatingArray {
  /// A place in an array that stays with an element. An anchor means the same place in every copy
  /// that knows the element.
  public typealias Anchor = SequenceAnchor

  /// A stretch of elements that differs between a first and a second version of an array.
  public struct Change: Sendable {
    /// The replaced range, as positions in the first version. Empty for a mere insertion.
    public let old: Range<Int>
    /// The range of the new elements, as positions in the second version. Empty for a mere removal.
    public let new: Range<Int>
    /// The new elements.
    public let elements: [Element]
  }

  // MARK: Past versions

  /// The elements as they were at a version.
  ///
  /// - Throws: ``Causality/MissingHistory`` if the version has seen events that this array has not,
  ///   or shows an element that was dropped (``dropDeleted()``).
  /// - Complexity: O(*n* + *d* log *n*) for *n* elements and *d* runs of edits since the version.
  ///   The first question about the history also costs O(*e*) for *e* events.
  public func values(at version: SequenceVersion) throws(MissingHistory) -> [Element] {
    let changes = try storage.sequence.log.changes(
      from: version, to: nil, cache: storage.history)
    try storage.sequence.refuseGaps(in: changes.flatMap { $0.removed })
    var order = storage.sequence.order
    for change in changes.reversed() {
      order.remove(change.new)
      var position = change.new.lowerBound
      for elements in change.removed {
        order.insert(elements, at: position)
        position += elements.count
      }
    }
    var values: [Element] = []
    for slots in order.runs(0..<order.count) {
      storage.sequence.copy(slots, to: &values)
    }
    return values
  }

  /// The changes from the elements at `version` to the present elements. An app applies them to a
  /// list on a screen after a merge.
  ///
  /// The changes are in the order of the array, and none touches another. To apply them from the
  /// last to the first, replace the range ``Change/old`` of each. To apply them from the first to
  /// the last, replace `old.count` elements from the lower bound of ``Change/new`` on.
  ///
  /// - Throws: ``Causality/MissingHistory`` if the version has seen events that this array has not.
  /// - Complexity: O(*d* log *n*) for *n* elements and *d* runs of edits since the version, plus
  ///   the elements of these edits. The first question about the history also costs O(*e*) for *e*
  ///   events.
  public func changes(since version: SequenceVersion) throws(MissingHistory) -> [Change] {
    try changes(from: version, to: nil)
  }

  /// The changes from the elements at one version to the elements at another, in the form of
  /// ``changes(since:)``. The second version may be newer, older or concurrent.
  ///
  /// - Throws: ``Causality/MissingHistory`` if either version has seen events that this array has
  ///   not, or if the second version shows a dropped element that the first does not show.
  /// - Complexity: O(*d* log *n*) for *n* elements and *d* runs of edits that one of the versions
  ///   or this array has not seen.
  public func changes(
    from old: SequenceVersion, to new: SequenceVersion
  ) throws(MissingHistory) -> [Change] {
    try changes(from: old, to: Optional(new))
  }

  private func changes(
    from old: SequenceVersion, to new: SequenceVersion?
  ) throws(MissingHistory) -> [Change] {
    let changes = try storage.sequence.log.changes(from: old, to: new, cache: storage.history)
    try storage.sequence.refuseGaps(in: changes.flatMap { $0.inserted })
    return changes.map { change in
      var elements: [Element] = []
      for slots in change.inserted {
        storage.sequence.copy(slots, to: &elements)
      }
      return Change(old: change.old, new: change.new, elements: elements)
    }
  }

  /// A session: the edits of one value in one run of a program, as long as the value is not copied
  /// or reloaded.
  public typealias Session = EditSession

  /// The sessions that edited the array, each with a version for ``values(at:)``. A session that
  /// has seen all edits of another session stands after that session.
  ///
  /// - Complexity: O(*r* log *r*) in the runs of the history.
  public var sessions: [Session] { storage.sequence.log.editSessions }

  // MARK: Anchors

  /// The anchor of a position.
  ///
  /// - Parameters:
  ///   - index: From 0 to `count`.
  ///   - side: With `.before`, the default, the anchor stays with the element at the index, and
  ///     later insertions there go before the anchor. With `.after`, the anchor stays with the
  ///     element before the index, and later insertions there go after the anchor.
  /// - Complexity: O(log *n*) for *n* elements. The first question about the history also costs
  ///   O(*e*) for *e* events.
  public func anchor(at index: Int, _ side: Anchor.Side = .before) -> Anchor {
    require(index >= 0 && index <= count, "index \(index) is not within 0...\(count)")
    return storage.sequence.log.anchor(
      at: index, side, documentLength: count, cache: storage.history)
  }

  /// The index at which an anchor stands: the index of its element for `.before`, the index after
  /// its element for `.after`. If the element was removed, the index where it would stand.
  ///
  /// - Returns: Nil if this array does not know the element.
  /// - Complexity: O(log *n*) for *n* elements, plus the edits since the previous question. The
  ///   first question about the history also costs O(*e*) for *e* events.
  public func index(of anchor: Anchor) -> Int? {
    storage.sequence.log.position(of: anchor, documentLength: count, cache: storage.history)
  }
}

extension ReplicatingArray.Change: Equatable where Element: Equatable {}
