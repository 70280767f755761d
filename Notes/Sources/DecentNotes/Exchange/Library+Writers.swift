// SPDX-License-Identifier: MIT

import Causality
import DecentDocuments
import DecentSync
import NotesCore
import ReplicatingTypes

extension Note {
  /// The time of a change, and the run of a program that made the change.
  private typealias Change = (milliseconds: UInt64, run: RunID)

  /// The run that made the latest change that a version lacks, by the clocks of the devices. Nil if
  /// the version lacks no change. If the version lacks edits of the text, other changes are
  /// ignored, because the time of an edit of the text is known only to the minute, and cannot be
  /// compared with other times.
  ///
  /// A tip of the text counts as seen only if the version has a tip of the same session with the
  /// same number or a greater one. A tip that the version has seen only through tips of other
  /// sessions does not count as seen.
  ///
  /// - Complexity: O(*n*) in the present and former tags.
  func lastRun(since version: Version) -> RunID? {
    let seen: ReplicatingText.Version = version["text"]
    let text = self.text.version.tips.filter { tip in
      !seen.tips.contains { $0.session == tip.session && $0.number >= tip.number }
    }
    if !text.isEmpty {
      return Self.last(text.map { ($0.session.run.milliseconds, $0.session.run) })
    }
    let known: [RegisterStamp] = [
      version["title"], version["priority"], version["folder"], version["created"],
      version["trashed"], version["pinned"], version["place"],
    ]
    let stamps = [
      title.version, priority.version, folder.version, created.version, isTrashed.version,
      isPinned.version, place.version,
    ]
    let tags: VersionVector = version["tags"]
    return Self.last(
      zip(stamps, known).filter { $0 != $1 }.map { ($0.0.time.milliseconds, $0.0.run) }
        + self.tags.lastEdits.filter { !tags.contains($0.dot) }
        .map { ($0.time.milliseconds, $0.dot.session.run) })
  }

  private static func last(_ changes: [Change]) -> RunID? {
    changes.max { ($0.milliseconds, $0.run) < ($1.milliseconds, $1.run) }?.run
  }
}

extension Library {
  /// The known devices by their marks, this device included; none if the sync state is damaged.
  ///
  /// - Complexity: That of ``devices()``.
  func devicesByMark() throws -> [DeviceMark: KnownDevice] {
    do {
      return try documents.devicesByMark()
    } catch DocumentFailure.damagedSyncState {
      return [:]
    }
  }
}
