// SPDX-License-Identifier: MIT

extension DocumentLibrary {
  /// The contents that documents forget once every device that syncs with the library is known to
  /// have them.
  public enum Forgetting: Sendable {
    /// Nothing: every past version of a text can be shown.
    case nothing

    /// Deleted text, removed elements of arrays and sets, and deleted keys of dictionaries with their
    /// values. Past versions show U+FFFD, the replacement character, in place of deleted text, and an
    /// earlier `TextUndo` puts U+FFFD back, too. Past versions of arrays are refused. A document
    /// forgets when that frees at least half of its bytes. The case is for apps that neither show past
    /// versions nor offer to undo edits more than a day old.
    ///
    /// A device that was retired and returns, was restored from a backup, or never sent anything before
    /// may hold edits of sets and dictionaries that are older than what the others forgot, or that
    /// change a deleted value. The document loses them. A further document of the collection keeps them
    /// (``SyncReport/recoveryCopies``).
    ///
    /// An ordered set or dictionary keeps the latest place of each element alone. Another device may
    /// have moved or inserted elements before it learns of that. It does so again when it learns of it.
    /// Until then the others show a moved element where it stood, and an inserted one last.
    case deleted
  }
}
