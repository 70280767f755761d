// SPDX-License-Identifier: MIT

import BinaryCoding

/// Forgetting of deleted content in documents.
///
/// A document forgets what was deleted from it once every device in use is known to have the
/// deletion. The policy looks at a document when it learns that a device has more of it than before,
/// and at all documents when a device is retired. Forgetting changes the document's state, and is
/// sent like an edit.
///
/// Devices that edit before each sync never have the newest version of each other. Such a document
/// forgets up to the version that all have. An attempt costs as much as writing the document, so the
/// policy makes one at the first run that meets that, at the second, at the fourth, and so on, until
/// one succeeds.
///
/// A run that ends before it looked at all of these documents leaves the rest until they change
/// again. Keeping more than needed does no harm.
extension SyncPolicy {
  /// Lets documents forget if this run learnt that devices have more of them, or if a device was
  /// retired.
  ///
  /// - Parameter isNews: Whether the run read anything.
  /// - Complexity: As ``noteHad()``, and O(*n*) in the documents that these objects changed.
  package func forgetDeleted(isNews: Bool) throws {
    guard documents.forgetsDeleted else { return }
    let documents = try (isNews ? noteHad() : []).union(released())
    if documents.isEmpty { return }
    let waited = try othersInUse()
    for document in documents.sorted() {
      // A damaged document stays as it is. Others do not wait for that.
      do { try forgetDeleted(in: document, heldBy: waited) } catch is DamagedDocument {}
    }
  }

  private func forgetDeleted(in document: DocumentID, heldBy devices: Set<DeviceID>) throws {
    try rows.transaction {
      let key = RowKey(.behind).adding(document.text)
      guard let held = try versions(of: document, heldBy: devices) else {
        return try rows.set(key, to: nil)
      }
      if held.contains(where: \.isEmpty) { return }
      if try !held.isEmpty && !isTimeToTry(key) { return }
      let writer = try writer(of: document)
      guard
        try documents.forgetDeleted(
          in: document, ifFreeing: options.leastFreed, heldAt: held)
      else { return }
      if let writer { try noteWriter(writer, of: document) }
      try rows.set(key, to: nil)
      try SyncNotes.noteEdit(of: document, in: rows)
    }
  }

  /// The device that sent the last edits of a document, if it is known.
  private func writer(of document: DocumentID) throws -> DeviceID? {
    guard try SyncNotes.hasWriter(document, in: rows) else { return nil }
    return try documents.read(document) { open in
      try SyncNotes.writer(of: document, at: open.version(), in: rows)
    } ?? nil
  }

  /// Notes the device once more, at the version of the document now. Forgetting is no person's edit.
  private func noteWriter(_ device: DeviceID, of document: DocumentID) throws {
    let version = try documents.read(document) { try $0.version() }
    guard let version else { return }
    try SyncNotes.noteWriter(device, of: document, at: version, in: rows)
  }

  /// Counts the runs in which devices did not have all of a document.
  ///
  /// - Returns: Whether the count is a power of two.
  private func isTimeToTry(_ key: RowKey) throws -> Bool {
    var reader = ByteReader(try rows.value(of: key) ?? [0])
    // A damaged row begins again.
    let count = ((try? reader.readInt(limit: 1 << 40)) ?? 0) + 1
    var writer = ByteWriter()
    writer.writeCount(count)
    try rows.set(key, to: writer.bytes)
    return count & (count - 1) == 0
  }

  /// Notes that a device was retired: documents that it alone held back may forget.
  func noteReleased() throws { try rows.set(RowKey(.released), to: [UInt8]()) }

  /// The documents that a retired device may have held back: all, once.
  private func released() throws -> [DocumentID] {
    try rows.transaction {
      guard try rows.value(of: RowKey(.released)) != nil else { return [] }
      try rows.set(RowKey(.released), to: nil)
      return try documents.all()
    }
  }
}
