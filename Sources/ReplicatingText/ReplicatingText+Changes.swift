// SPDX-License-Identifier: MIT

import Difference
import SequenceEngine

extension ReplicatingText {
  /// A stretch that two versions of a text show differently, with positions in the
  /// unit of the view that was asked.
  public struct Change: Hashable, Sendable {
    /// What it replaces, as positions in the older text; empty for a mere insertion.
    public let old: Range<Int>
    /// Where the new text stands, as positions in the newer text; empty for a mere
    /// deletion.
    public let new: Range<Int>
    /// The new text.
    public let string: String
  }
}

extension ReplicatingText.View {
  /// What to change in a text as it was at `version` to get this one: what an
  /// editor does to its view after a merge, so that caret and scrolling stay.
  ///
  /// ```swift
  /// let shown = text.version
  /// text.merge(other)
  /// for change in try text.utf16.changes(since: shown).reversed() {
  ///   view.replaceCharacters(in: NSRange(change.old), with: change.string)
  /// }
  /// ```
  ///
  /// The changes stand in the order of the text, and none touches another. Applied
  /// from the last to the first, each replaces ``ReplicatingText/Change/old`` as it
  /// stands; an editor that takes all at once, as CodeMirror does, takes them so
  /// too. Applied from the first to the last, each begins at the lower bound of
  /// ``ReplicatingText/Change/new``.
  ///
  /// By `Character`s, a change takes whole ones: also what joins a neighbour to a
  /// new `Character`, or parts it, is replaced.
  ///
  /// - Throws: ``MissingHistory`` if the version has seen what this text has not, lies before
  ///   ``ReplicatingText/earliestVersion``, or differs by more than 2^24 scalars whose text was
  ///   dropped.
  /// - Complexity: O(*d* log *n*) for *d* runs of edits since then, and their text; before
  ///   that, O(*n*) in the history if this is the first question about it. By
  ///   `Character`s, those before the last change are counted.
  public func changes(since version: SequenceVersion) throws(MissingHistory)
    -> [ReplicatingText.Change]
  {
    try changes(from: version, to: nil)
  }

  /// What to change in a text as it was at one version to get it as it was at
  /// another, be that newer, older or neither: as ``changes(since:)``.
  ///
  /// - Throws: ``MissingHistory`` if either has seen what this text has not or lies before
  ///   ``ReplicatingText/earliestVersion``, or if more than 2^24 scalars whose text was dropped
  ///   lie between the two, or between the new one and this text.
  /// - Complexity: O(*d* log *n*) for *d* runs of edits that not all three have seen: both
  ///   versions and this text.
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

  /// What was replaced, in this view's unit.
  ///
  /// Counts units from one change to the next: what lies between two is the same
  /// on both sides.
  ///
  /// - Parameter scalars: In scalars, ascending; between two lies a scalar at least.
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
