// SPDX-License-Identifier: MIT

import ReplicatingTypes

extension Note {
  /// When anything of the note was last changed, in milliseconds since 1970, by the
  /// clock of the device that did it.
  ///
  /// It is not kept, but read from the stamps that edits carry anyway, so that it
  /// travels with them and is the same on every device. Edits of text and tags carry
  /// the start of the run of the program that made them, all others their own time.
  ///
  /// - Complexity: O(*n*) in the sessions that edited the tags.
  public var edited: UInt64 {
    let stamps = [title.version, priority.version, created.version, isTrashed.version]
    let tips = text.version.tips.map(\.session.run)
    let runs = tips + tags.version.counts.keys.map(\.run)
    return max(
      stamps.map(\.time.milliseconds).max() ?? 0, runs.map(\.milliseconds).max() ?? 0)
  }
}

extension RunID {
  /// When the run started, in milliseconds since 1970.
  fileprivate var milliseconds: UInt64 { UInt64(truncatingIfNeeded: rawValue >> 80) }
}
