// SPDX-License-Identifier: MIT

import Difference
import SequenceEngine

extension ReplicatingText {
  /// A stretch that two versions of a text show differently. Positions are in the unit of the view
  /// that computed the change.
  public struct Change: Hashable, Sendable {
    /// The replaced text, as positions in the older text; empty for a mere insertion.
    public let old: Range<Int>
    /// The place of the new text, as positions in the newer text; empty for a mere deletion.
    public let new: Range<Int>
    /// The new text.
    public let string: String
  }
}

extension ReplicatingText.View {
  /// The changes that turn the text of `version` into this text. An editor applies them to its view
  /// after a merge, so that caret and scrolling stay.
  ///
  /// ```swift
  /// let shown = text.version
  /// text.merge(other)
  /// for change in try text.utf16.changes(since: shown).reversed() {
  ///   view.replaceCharacters(in: NSRange(change.old), with: change.string)
  /// }
  /// ```
  ///
  /// The changes are in the order of the text, and none touches another. An editor that applies
  /// them from the last to the first replaces the range ``ReplicatingText/Change/old``. So does an
  /// editor that takes all changes at once, such as CodeMirror. If an editor applies them from the
  /// first to the last, each change begins at the lower bound of ``ReplicatingText/Change/new``.
  ///
  /// In the view of `Character`s, a change covers whole `Character`s. It includes neighbouring
  /// `Character`s that the edit joins or splits.
  ///
  /// - Throws: ``Causality/MissingHistory`` if the version has seen edits that this text has not,
  ///   or if the version and this text differ by more than 2^24 scalars whose text was dropped.
  /// - Complexity: O(*d* log *n*) for *d* runs of edits since the version and *n* edits in the
  ///   history, plus the changed text. If the history is not indexed yet, the call indexes it in
  ///   O(*n*). The view of `Character`s also counts all `Character`s before the last change.
  public func changes(since version: SequenceVersion) throws(MissingHistory)
    -> [ReplicatingText.Change]
  {
    try changes(from: version, to: nil)
  }

  /// The changes that turn the text of one version into the text of another, in the form of
  /// ``changes(since:)``. The second version may be newer, older or concurrent.
  ///
  /// - Throws: ``Causality/MissingHistory`` if either version has seen edits that this text has
  ///   not, or if more than 2^24 dropped scalars lie between the two versions, or between the
  ///   second version and this text.
  /// - Complexity: O(*d* log *n*) for *n* edits in the history, and *d* runs of edits that one of
  ///   the versions or this text has not seen.
  public func changes(
    from old: SequenceVersion, to new: SequenceVersion
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    try changes(from: old, to: Optional(new))
  }

  private func changes(
    from old: SequenceVersion, to new: SequenceVersion?
  ) throws(MissingHistory) -> [ReplicatingText.Change] {
    let changes = try text.storage.changes(from: old, to: new)
    if changes.isEmpty { return [] }
    var newer = text
    if let new { newer = ReplicatingText(TextStorage(showing: try text.storage.rope(at: new))) }
    let older = ReplicatingText(
      TextStorage(showing: newer.storage.rope.undoing(changes, text.storage.inserted)))
    return Self.inUnits(
      changes.map { Replacement(old: $0.old, new: $0.new) }, from: older, to: newer)
  }

  /// The changes in this view's unit.
  ///
  /// Units are counted from one change to the next. The text between two changes is counted once,
  /// because it is the same in `older` and `newer`.
  ///
  /// - Parameter scalars: The changes in scalars, ascending, with at least one scalar between
  ///   neighbours.
  static func inUnits(
    _ scalars: [Replacement], from older: ReplicatingText, to newer: ReplicatingText
  ) -> [ReplicatingText.Change] {
    let replacements = Unit.wholeUnits(scalars, from: older, to: newer)
    var scalar = 0
    var (old, new) = (0, 0)
    return replacements.map { replacement in
      let same = Unit.count(scalar..<replacement.new.lowerBound, in: newer)
      scalar = replacement.new.upperBound
      let oldStart = old + same
      let newStart = new + same
      old = oldStart + Unit.count(replacement.old, in: older)
      new = newStart + Unit.count(replacement.new, in: newer)
      return ReplicatingText.Change(
        old: oldStart..<old, new: newStart..<new,
        string: String(decoding: newer.storage.rope.utf8(replacement.new), as: UTF8.self))
    }
  }
}
