// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// Forgets the text of everything that is deleted now. The text takes no more room here or, after
  /// a merge, in other copies.
  ///
  /// The shown text stays the same, and no edit is lost: other copies merge as before, and their
  /// earlier edits are taken in. Past versions show U+FFFD for each Unicode scalar whose text was
  /// dropped. Text deleted later, or deleted elsewhere, is kept until the next call.
  ///
  /// The version up to which deleted text was dropped is part of the state: see
  /// ``SequenceVersion/dropped``. Forget the steps of a ``TextUndo`` too: undoing puts U+FFFD in
  /// the place of dropped text.
  ///
  /// - Complexity: O(*n*) in the history.
  public mutating func dropDeletedText() {
    let tips = storage.log.graph.frontier
    if storage.log.hasDropped(upTo: tips) { return }
    makeStorageUnique()
    storage.dropDeletedText(upTo: tips)
  }

  /// As ``dropDeletedText()``.
  public mutating func dropDeleted() { dropDeletedText() }

  /// Forgets the text of everything that was deleted at a version, as ``dropDeletedText()`` does.
  /// Text deleted since is kept.
  ///
  /// - Throws: ``MissingHistory`` if the version has seen edits that this text has not; nothing is
  ///   changed then.
  /// - Complexity: O(*n*) in the history.
  public mutating func dropDeletedText(
    upTo version: SequenceVersion
  ) throws(MissingHistory) {
    let tips = try storage.log.tips(of: version)
    if storage.log.hasDropped(upTo: tips) { return }
    makeStorageUnique()
    storage.dropDeletedText(upTo: tips)
  }

  /// Forgets all history up to now. The text continues from its shown contents.
  ///
  /// Its size is then in proportion to the text, to the number of sessions that ever edited it, and
  /// to later edits. The version up to which history was dropped is part of the state
  /// (``SequenceVersion/floor``): other copies drop the same history when they merge.
  ///
  /// **Unchanged.** Anchors at shown characters stay valid. Edits of every copy that
  /// knows all dropped edits can be merged. Two copies merge into the same state as ever if one
  /// knows all edits of the other, or if each knows all edits that the other dropped. A copy may
  /// know edits made without seeing some of the history to be dropped. It keeps the history that
  /// these edits need, also after merging, until more is dropped.
  ///
  /// **Lost.** Versions before ``earliestVersion``, steps of a ``TextUndo`` from before it
  /// (forget them with it), and anchors at elements deleted by then become unknown. A delta with
  /// edits made elsewhere without seeing the dropped history is refused with
  /// ``MissingHistory/Reason/dropped``, in both directions. To save such edits, keep a copy of the
  /// text that has them, take this text and make them again as new ones: ``update(to:)`` makes this
  /// text read like the copy. ``merge(_:)`` keeps both sides instead. So drop only history that
  /// every device has seen.
  ///
  /// - Complexity: O(*n*) in the text and its history.
  public mutating func dropHistory() {
    dropHistory(upTo: storage.log.graph.frontier)
  }

  /// Forgets the history up to a version, as ``dropHistory()`` does. Later edits keep their
  /// history, and so do edits whose authors had not seen all of the version.
  ///
  /// - Throws: ``MissingHistory`` if the version has seen edits that this text has not, or lies
  ///   before ``earliestVersion``; nothing is changed then.
  /// - Complexity: O(*n*) in the text and its history.
  public mutating func dropHistory(upTo version: SequenceVersion) throws(MissingHistory) {
    dropHistory(upTo: try storage.log.tips(of: version))
  }

  private mutating func dropHistory(upTo tips: [Int]) {
    if storage.log.hasFloor(upTo: tips) { return }
    makeStorageUnique()
    storage.dropHistory(upTo: tips)
  }

  /// The earliest version that can be shown: the empty one, if no history was dropped.
  public var earliestVersion: SequenceVersion { storage.log.earliestVersion }
}
