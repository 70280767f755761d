// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync

extension Library {
  /// Why a remote is not to be synced at all: its folder is that of another one, and two
  /// syncs of one folder would take each other for another device.
  func refusal(of remote: Remote) throws -> SyncReport? {
    guard let other = try twin(of: remote) else { return nil }
    var report = SyncReport()
    report.stopped = StoreError(
      kind: .needsUser, scope: .store, subject: remote.folder,
      reason: "it is the folder of the remote '\(other.name)' too",
      advice: "remove one of the two (decent remote remove \(remote.name))")
    return report
  }
}
