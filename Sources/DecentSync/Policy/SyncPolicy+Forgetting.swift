// SPDX-License-Identifier: MIT

/// Forgetting what was deleted from documents.
///
/// A document forgets once every device in use is known to have all that is here of it. It is looked
/// at when it becomes known that a device has more of it than before, and when a device is retired.
/// What was forgotten is part of the document's state, and is sent as an edit is.
///
/// A run that ends before it looked at all of these documents leaves the rest until they change again:
/// that they keep more than they need does no harm.
extension SyncPolicy {
  /// Lets documents forget of which this run learnt that devices have them.
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
      guard try isHeld(document, by: devices),
        try documents.forgetDeleted(in: document, ifFreeing: options.leastFreed)
      else { return }
      try SyncNotes.noteEdit(of: document, in: rows)
    }
  }

  /// Notes that what a device held back alone may be forgotten.
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
