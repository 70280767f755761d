// SPDX-License-Identifier: MIT

/// The known state of a remote, read without writing anything.
extension SyncPolicy {
  /// The documents that wait to be sent, and those whose changes cannot be sent because their local
  /// copies are damaged.
  ///
  /// - Complexity: O(*n*) in the size of the documents that changed since they were sent.
  package func outlook() throws -> (waiting: [SyncStatus.Waiting], damaged: [DocumentID]) {
    if try rows.value(of: key(.remote)) == nil {
      let waiting = try documents.all().map { document in
        let isEdited = try rows.value(of: SyncNotes.editedKey(document)) != nil
        return SyncStatus.Waiting(document: document, isNext: isEdited)
      }
      return (waiting, [])
    }
    var waiting: [SyncStatus.Waiting] = []
    var damaged: [DocumentID] = []
    for (_, document, row) in try self.waiting() {
      do {
        let open = try documents.open(document)
        if open.isHere, let isNext = try isNext(document, row, open) {
          waiting.append(SyncStatus.Waiting(document: document, isNext: isNext))
        }
      } catch is DamagedDocument {
        damaged.append(document)
      }
    }
    return (waiting, damaged)
  }

  /// Whether the next sync sends a document; nil if the remote holds it as it is here.
  private func isNext(
    _ document: DocumentID, _ row: WaitingRow, _ open: OpenDocument
  ) throws -> Bool? {
    var coverage = try claimIndex.coverageRow(of: document)
    if coverage.isStale {
      coverage = try claimIndex.defined(by: claimIndex.claims(of: document), open).0
    }
    let version = try open.version()
    if try open.contains(version, in: coverage.version) { return nil }
    if open.isPassedOver(at: version) { return nil }
    if row.lacks != .nothing { return true }
    return try row.isEdited && !open.contains(version, in: trusted(document, coverage, open))
  }

  /// The id by which remotes know this device; nil if it has synced with none that it still has.
  package func knownDevice() throws -> DeviceID? {
    guard try hasBooks() else { return nil }
    return try identity.known()?.device
  }

  /// Whether this device has books of any remote.
  func hasBooks() throws -> Bool { try !SyncNotes.remotes(in: rows).isEmpty }
}
