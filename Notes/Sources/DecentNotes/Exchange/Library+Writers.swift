// SPDX-License-Identifier: MIT

import Causality
import DecentDocuments
import DecentSync
import NotesCore
import ReplicatingTypes

extension Note {
  /// A change, by the run of a program that made it.
  private typealias Change = (milliseconds: UInt64, run: RunID)

  /// The run of the latest change that a version lacks, by the clocks of the devices; nil if the
  /// version lacks none. If it lacks edits of the text, only these are compared: their times are
  /// known only to the minute.
  ///
  /// A tip of the text also counts as lacking if the version names only edits of other sessions
  /// that build on it.
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
  /// The devices known to this library, this device among them; none if the sync state is damaged.
  ///
  /// - Complexity: as ``devices()``.
  func devicesByMark() throws -> [DeviceMark: KnownDevice] {
    do {
      return try documents.devicesByMark()
    } catch DocumentFailure.damagedSyncState {
      return [:]
    }
  }
}
