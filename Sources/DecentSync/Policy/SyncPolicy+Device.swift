// SPDX-License-Identifier: MIT

/// Who this device is.
extension SyncPolicy {
  private var deviceKey: RowKey { RowKey(.device) }

  /// The id of this device, made when it is first asked for.
  package func device() throws -> DeviceID { try rows.transaction { try deviceRow().device } }

  func deviceRow() throws -> DeviceRow {
    if let row = try rows.row(deviceKey, as: DeviceRow.self) { return row }
    let row = DeviceRow(options.makeDevice())
    try rows.set(deviceKey, to: row)
    return row
  }

  /// The number of the next object, which is given to none other.
  func takeNumber() throws -> (device: DeviceID, number: Int) {
    var row = try deviceRow()
    row.number += 1
    try rows.set(deviceKey, to: row)
    return (row.device, row.number)
  }

  /// Notes that this device sealed an object. It is known for good: an object of our id and another
  /// checksum was sealed by a second device that uses the id.
  func noteWritten(_ reference: SegmentReference) throws {
    try SyncNotes.noteWritten(reference, in: rows)
  }

  /// Whether this device sealed an object, under the id that it has now or had.
  package func didSeal(_ reference: SegmentReference) throws -> Bool {
    try rows.value(of: SyncNotes.writtenKey(reference)) == SyncNotes.written(reference)
  }

  /// Whether an object says that it is of this device's present id, and is not.
  func isOfTwin(_ reference: SegmentReference) throws -> Bool {
    try reference.device == deviceRow().device && !didSeal(reference)
  }

  /// Takes a new device id, because another device uses ours, and drops what is sealed and not
  /// confirmed: its claims are sealed again.
  ///
  /// - Parameter old: The id that is in use elsewhere; if it is not ours any longer, nothing
  ///   happens.
  package func renewDevice(replacing old: DeviceID) throws {
    try rows.transaction {
      let row = try deviceRow()
      guard row.device == old else { return }
      var new = DeviceRow(options.makeDevice())
      new.former = row.former + [old]
      try rows.set(deviceKey, to: new)
      try rows.removeAll(in: RowKey(.sealed))
    }
  }

  /// Whether an id is or was of this device: it deletes what was left under it.
  func isOurs(_ device: DeviceID) throws -> Bool {
    let row = try deviceRow()
    return row.device == device || row.former.contains(device)
  }
}
