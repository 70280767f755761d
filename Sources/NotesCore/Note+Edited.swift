// SPDX-License-Identifier: MIT

import Causality
import ReplicatingText
import ReplicatingTypes
import SequenceEngine

extension Note {
  /// The time of the note's last change, in milliseconds since 1970, by the clock of the device
  /// that made the change.
  ///
  /// The time is not stored, but read from the stamps of edits. So the time is the same on every
  /// device and takes no space. An edit of the text has the time when the edit's run began. The
  /// edit's session opened at most a minute after that time, and a library or a page uses a session
  /// for a minute at most. All other edits have their own time.
  ///
  /// The time never goes back. The time of the text is the time of the newest run that edited the
  /// text, even if an older run made the last edit.
  ///
  /// Pinning a note, or moving a note in the order of lists, does not change the time.
  ///
  /// The time is never before ``created``, which may be ahead of the clock.
  ///
  /// - Complexity: O(*n*) for *n* present and former tags.
  public var edited: UInt64 {
    let stamps = [
      title.version, priority.version, folder.version, created.version, isTrashed.version,
    ]
    let times = stamps.map { $0.time } + tags.lastEdits.map { $0.time }
    let ofText = text.newestRun.map { $0.milliseconds } ?? 0
    return times.map { $0.milliseconds }.reduce(max(created.value, ofText), max)
  }
}
