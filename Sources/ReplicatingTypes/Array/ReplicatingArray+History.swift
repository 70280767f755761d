// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingArray {
  /// A place in an array that stays with its element; it means the same in every
  /// copy that knows the element.
  public typealias Anchor = SequenceAnchor

  /// A stretch that two versions of an array hold differently.
  public struct Change: Sendable {
    /// What it replaces, as positions in the older array; empty for a mere insertion.
    public let old: Range<Int>
    /// Where the new elements stand, as positions in the newer array; empty for a mere
    /// removal.
    public let new: Range<Int>
    /// The new elements.
    public let elements: [Element]
  }

  // MARK: Past versions

  /// The elements as they were at a version.
  ///
  /// - Throws: ``MissingHistory`` if the version has seen what this array has not.
  /// - Complexity: O(*n*), and O(*d* log *n*) for *d* runs of edits that only one of the two
  ///   has seen; before that, O(*n*) in the history if this is the first question
  ///   about it.
  public func values(at version: SequenceVersion) throws(MissingHistory) -> [Element] {
    let changes = try storage.sequence.log.changes(
      from: version, to: nil, cache: storage.history)
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
      storage.sequence.inserted.copy(slots, to: &values)
    }
    return values
  }

  /// What to change in the elements as they were at `version` to get those of now:
  /// what a list on a screen does after a merge.
  ///
  /// The changes stand in the order of the array, and none touches another. Applied
  /// from the last to the first, each replaces ``Change/old`` as it stands; from the
  /// first to the last, each begins at the lower bound of ``Change/new``.
  ///
  /// - Throws: ``MissingHistory`` if the version has seen what this array has not.
  /// - Complexity: O(*d* log *n*) for *d* runs of edits since then, and their elements; before
  ///   that, O(*n*) in the history if this is the first question about it.
  public func changes(since version: SequenceVersion) throws(MissingHistory) -> [Change] {
    try changes(from: version, to: nil)
  }

  /// What to change in the elements as they were at one version to get those of
  /// another, be that newer, older or neither: as ``changes(since:)``.
  ///
  /// - Throws: ``MissingHistory`` if either has seen what this array has not.
  public func changes(
    from old: SequenceVersion, to new: SequenceVersion
  ) throws(MissingHistory) -> [Change] {
    try changes(from: old, to: Optional(new))
  }

  private func changes(
    from old: SequenceVersion, to new: SequenceVersion?
  ) throws(MissingHistory) -> [Change] {
    let changes = try storage.sequence.log.changes(from: old, to: new, cache: storage.history)
    return changes.map { change in
      var elements: [Element] = []
      for slots in change.inserted {
        storage.sequence.inserted.copy(slots, to: &elements)
      }
      return Change(old: change.old, new: change.new, elements: elements)
    }
  }

  /// What one author did in one go: one value edited without being copied or reloaded, in one
  /// run of a program.
  public typealias Session = EditSession

  /// Who edited the array, in order, each with the version to look at.
  ///
  /// - Complexity: O(*r* log *r*) in the runs of the history.
  public var sessions: [Session] { storage.sequence.log.editSessions }

  // MARK: Anchors

  /// The anchor of a position.
  ///
  /// - Parameters:
  ///   - index: At most `count`.
  ///   - side: Before, by default: the anchor stays with the element at the index, and
  ///     what is inserted here goes before it. After: it stays with the element
  ///     before the index.
  /// - Complexity: O(log *n*), after the first time; then O(*n*) in the history.
  public func anchor(at index: Int, _ side: Anchor.Side = .before) -> Anchor {
    precondition(index >= 0 && index <= count, "index \(index) is not within 0...\(count)")
    return storage.sequence.log.anchor(
      at: index, side, documentLength: count, cache: storage.history)
  }

  /// Where an anchor stands: by its element, or where that stood if it was removed.
  ///
  /// - Returns: Nil if the element is not known here.
  /// - Complexity: O(log *n*); before that, what was edited or merged since the last such
  ///   question, and O(*n*) in the history at the first.
  public func index(of anchor: Anchor) -> Int? {
    storage.sequence.log.position(of: anchor, documentLength: count, cache: storage.history)
  }
}

extension ReplicatingArray.Change: Equatable where Element: Equatable {}
