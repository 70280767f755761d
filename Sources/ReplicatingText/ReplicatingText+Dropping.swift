// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// Forgets the text of everything that is deleted now: it takes no room any more, here
  /// and, after a merge, in other copies.
  ///
  /// The text as it stands is not touched, nor is any edit lost: other copies merge
  /// as before, and edits that they made before are taken in. Past versions show
  /// U+FFFD for each Unicode scalar whose text was dropped. What somebody deletes
  /// later, or deleted elsewhere, keeps its text until this is done again.
  ///
  /// How far deleted text was dropped is part of the state: see
  /// ``SequenceVersion/dropped``. Forget the steps of a ``TextUndo`` with it: what is put
  /// back of dropped text is U+FFFD too.
  ///
  /// - Complexity: O(*n*) in the history.
  public mutating func dropDeletedText() {
    let tips = storage.log.graph.frontier
    if storage.log.hasDropped(upTo: tips) { return }
    makeStorageUnique()
    storage.dropDeletedText(upTo: tips)
  }

  /// As ``dropDeletedText()``.
  public mutating func forgetDeleted() { dropDeletedText() }

  /// Forgets the text of everything that was deleted at a version: as
  /// ``dropDeletedText()``, but what was deleted since keeps its text.
  ///
  /// - Throws: ``MissingHistory`` if the version has seen what this text has not; nothing is
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

  /// Forgets all history up to now: the text goes on from what it shows.
  ///
  /// What it takes is then in proportion to the text and the number of sessions that ever edited
  /// it, and to what is edited from here on. How far history was dropped is part of the state
  /// (``SequenceVersion/floor``): other copies drop it too when they merge.
  ///
  /// **What goes on as before.** Anchors at characters that are there; edits of every copy that
  /// knows all that was dropped. Two copies merge, into the same state as ever, if one
  /// knows all of the other, or if each knows all that the other dropped. One that knows edits
  /// made without seeing some of what is to be dropped keeps the history that these need, also
  /// after merging, until more is dropped.
  ///
  /// **What does not.** Questions about versions before ``earliestVersion``, steps of a
  /// ``TextUndo`` from before it (forget them with it), and anchors at what was deleted by then:
  /// all these are unknown. Edits made elsewhere without seeing what was dropped here: their
  /// delta is refused with ``MissingHistory/Reason/dropped``, in both directions. Keep a copy of
  /// the text that has them, take this one and make them again as new ones:
  /// ``update(to:)`` makes it read what the other did. ``merge(_:)`` keeps both sides
  /// instead. So drop what every device has seen.
  ///
  /// - Complexity: O(*n*) in the text and its history.
  public mutating func dropHistory() {
    dropHistory(upTo: storage.log.graph.frontier)
  }

  /// Forgets the history up to a version: as ``dropHistory()``, but what was edited since keeps
  /// its history, and so does what others edited without having seen all of the version.
  ///
  /// - Throws: ``MissingHistory`` if the version has seen what this text has not, or lies before
  ///   ``earliestVersion``; nothing is changed then.
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
