// SPDX-License-Identifier: MIT

import ReplicatingTypes

extension Note {
  /// When anything of the note was last changed, in milliseconds since 1970, by the
  /// clock of the device that did it.
  ///
  /// It is not kept, but read from the stamps that edits carry anyway, so that it
  /// travels with them, is the same on every device and costs no edit a byte. Edits of the text
  /// carry the start of their run, which began up to a minute before their session: a library
  /// opens a session for each edit. All others carry their own time.
  ///
  /// No edit was before the creation, even if that was given a time ahead of the clock.
  ///
  /// - Complexity: O(*n*) in the tags that are or were there.
  public var edited: UInt64 {
    let stamps = [title.version, priority.version, created.version, isTrashed.version]
    let times = stamps.map(\.time) + tags.lastEdits.map(\.time)
    let runs = text.version.tips.map(\.session.run.milliseconds)
    return (times.map(\.milliseconds) + runs).reduce(created.value, max)
  }
}

extension RunID {
  /// When the run started, in milliseconds since 1970.
  fileprivate var milliseconds: UInt64 { UInt64(truncatingIfNeeded: rawValue >> 80) }
}
