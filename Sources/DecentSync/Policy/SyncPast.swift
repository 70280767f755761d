// SPDX-License-Identifier: MIT

/// The part of its books that a device keeps when their form changes.
package struct SyncPast {
  /// The ids that it has and had.
  package var devices: [(id: DeviceID, isPresent: Bool)]
  /// The objects that it sealed under them.
  package var sealed: [SegmentReference]
  /// The documents that were edited on it.
  package var edited: [DocumentID]

  /// Makes the record.
  package init(
    devices: [(id: DeviceID, isPresent: Bool)], sealed: [SegmentReference], edited: [DocumentID]
  ) {
    self.devices = devices
    self.sealed = sealed
    self.edited = edited
  }

  /// Begins books with this record. The rows must be empty.
  package func write(to rows: some RowStore) throws {
    for document in edited { try SyncNotes.noteEdit(of: document, in: rows) }
    for reference in sealed { try SyncNotes.noteWritten(reference, in: rows) }
    guard let present = devices.first(where: \.isPresent)?.id else { return }
    var row = DeviceRow(present)
    row.former = devices.filter { !$0.isPresent }.map(\.id)
    row.number = sealed.filter { $0.device == present }.map(\.number).max() ?? 0
    try rows.set(RowKey(.device), to: row)
  }
}
