// SPDX-License-Identifier: MIT

/// The documents that wait to be sent to a remote.
package struct SyncOutlook: Sendable {
  /// A document that the remote does not hold as it is here.
  package struct Waiting: Sendable {
    package let document: DocumentID
    /// Whether the next sync sends the document. If not, other devices changed it, and the sync
    /// after the next sends it.
    package let isNext: Bool
  }

  package var waiting: [Waiting] = []
  /// Documents with changes that cannot be sent because their local copies are damaged.
  package var damaged: [DocumentID] = []
}

/// The known state of a remote, read without writing anything.
extension SyncPolicy {
  /// The documents that wait to be sent.
  ///
  /// - Complexity: O(*n*) in the size of the documents that changed since they were sent.
  package func outlook() throws -> SyncOutlook {
    var outlook = SyncOutlook()
    if try rows.value(of: key(.remote)) == nil {
      outlook.waiting = try documents.all().map { document in
        let isEdited = try rows.value(of: SyncNotes.editedKey(document)) != nil
        return SyncOutlook.Waiting(document: document, isNext: isEdited)
      }
      return outlook
    }
    for (_, document, row) in try waiting() {
      do {
        let open = try documents.open(document)
        if open.isHere, let isNext = try isNext(document, row, open) {
          outlook.waiting.append(SyncOutlook.Waiting(document: document, isNext: isNext))
        }
      } catch is DamagedDocument {
        outlook.damaged.append(document)
      }
    }
    return outlook
  }

  /// Whether the next sync sends a document; nil if the remote holds it as it is here.
  private func isNext(
    _ document: DocumentID, _ row: WaitingRow, _ open: OpenDocument
  ) throws -> Bool? {
    var coverage = try coverageRow(of: document)
    if coverage.isStale { coverage = try defined(by: claims(of: document), open).0 }
    let version = try open.version()
    if try open.contains(version, in: coverage.version) { return nil }
    if open.isPassedOver(at: version) { return nil }
    if row.lacks != .nothing { return true }
    return try row.isEdited && !open.contains(version, in: trusted(document, coverage, open))
  }

  /// The last acknowledgement of each device, and the time when this device learnt of it, in
  /// milliseconds since 1970.
  package func lastAcknowledgements() throws -> [(acknowledgement: Acknowledgement, time: UInt64)] {
    try acknowledgements().map { ($0.acknowledgement, $0.time) }
  }

  /// The id by which remotes know this device; nil if it has synced with none that it still has.
  package func knownDevice() throws -> DeviceID? {
    guard try hasBooks() else { return nil }
    return try rows.row(RowKey(.device), as: DeviceRow.self)?.device
  }

  /// Whether this device has books of any remote.
  func hasBooks() throws -> Bool { try !SyncNotes.remotes(in: rows).isEmpty }
}
