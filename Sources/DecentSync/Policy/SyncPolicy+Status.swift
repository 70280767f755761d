// SPDX-License-Identifier: MIT

/// The known state of a remote, read without writing anything.
extension SyncPolicy {
  /// The documents that wait to be sent, and the waiting documents that are damaged here.
  ///
  /// - Complexity: O(*n*), where *n* is the size of the documents that changed since they were
  ///   sent.
  package func outlook() throws -> (waiting: [SyncStatus.Waiting], damaged: [DocumentID]) {
    if try rows.value(of: key(.remote)) == nil {
      let waiting = try documents.all().map { document in
        let isEdited = try outbox.isEdited(document)
        return SyncStatus.Waiting(document: document, isNext: isEdited)
      }
      return (waiting, [])
    }
    var waiting: [SyncStatus.Waiting] = []
    var damaged: [DocumentID] = []
    for (document, row) in try outbox.waiting() {
      guard let open = try documents.readable(document) else {
        damaged.append(document)
        continue
      }
      if open.isHere, let isNext = try outbox.isNext(document, row, open) {
        waiting.append(SyncStatus.Waiting(document: document, isNext: isNext))
      }
    }
    return (waiting, damaged)
  }

  /// The id by which remotes know this device; nil if this device has no sync state of any remote.
  package func knownDevice() throws -> DeviceID? {
    guard try hasSyncState() else { return nil }
    return try identity.known()?.device
  }

  /// Whether this device has sync state of any remote.
  func hasSyncState() throws -> Bool { try !CommonRows.remotes(in: rows).isEmpty }
}
