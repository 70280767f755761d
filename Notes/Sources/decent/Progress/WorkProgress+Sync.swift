// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

extension WorkProgress {
  /// The progress of a sync with a remote.
  init(_ progress: SyncProgress, with remote: Remote) {
    let word =
      switch progress.phase {
      case .listing: "listing"
      case .receiving: "receiving"
      case .sending: "sending"
      case .finishing: "finishing"
      }
    self.init(
      what: "\(remote.name.escapingControls): \(word)", done: progress.objectsDone,
      total: progress.objectsTotal, item: "file", bytes: progress.bytes)
  }
}
