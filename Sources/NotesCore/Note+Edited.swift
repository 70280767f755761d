// SPDX-License-Identifier: MIT

import Causality
import ReplicatingText
import ReplicatingTypes
import SequenceEngine

extension Note {
  /// The time of the note's last change, in milliseconds since 1970, by the clock of the device
  /// that made it.
  ///
  /// The time is not stored: it is read from the stamps of edits. So it travels with them, is the
  /// same on every device and costs no edit a byte. Edits of the text carry the start of their run,
  /// which began up to a minute before their session: a library opens a session for each edit, a page
  /// one each minute. All other edits carry their own time.
  ///
  /// The time never goes back. The text counts with the newest run that edited it, even if an older
  /// run made the last edit.
  ///
  /// Pinning or moving a note leaves the time as it is.
  ///
  /// The time is never before that of the creation, which may be ahead of the clock.
  ///
  /// - Complexity: O(*n*) in the present and former tags.
  public var edited: UInt64 {
    let stamps = [
      title.version, priority.version, folder.version, created.version, isTrashed.version,
    ]
    let times = stamps.map { $0.time } + tags.lastEdits.map { $0.time }
    let ofText = text.newestRun.map { $0.milliseconds } ?? 0
    return times.map { $0.milliseconds }.reduce(max(created.value, ofText), max)
  }
}
