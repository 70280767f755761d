// SPDX-License-Identifier: MIT

extension DocumentLibrary {
  /// The contents that documents forget, once every device that syncs with the library is known to have it.
  public enum Forgetting: Sendable {
    /// Nothing: each text can be shown as it ever was.
    case nothing

    /// The text of what was deleted: past versions show U+FFFD, the replacement character, in its
    /// place, and what a `TextUndo` of before puts back is U+FFFD too. A document forgets when that
    /// frees half of its bytes. It is for apps that neither show past versions nor offer to undo what
    /// is more than a day old.
    case deleted
  }
}
