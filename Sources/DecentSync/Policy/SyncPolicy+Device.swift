// SPDX-License-Identifier: MIT

/// The identity of this device.
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

  /// The number of the next object. No other object gets it.
  func takeNumber() throws -> (device: DeviceID, number: Int) {
    var row = try deviceRow()
    guard row.number < .max else { throw DamagedRow() }
    row.number += 1
    try rows.set(deviceKey, to: row)
    return (row.device, row.number)
  }

  /// Notes that this device sealed an object, and forgets the checksums of objects that it sealed long
  /// before: ``PolicyOptions/rememberedObjects`` of its id are left.
  func noteWritten(_ reference: SegmentReference) throws {
    try SyncNotes.noteWritten(reference, in: rows)
    let oldest = try rows.rows(
      in: RowKey(.written).adding(reference.device), after: nil, limit: 2)
    for row in oldest {
      var reader = RowKeyReader(row.key)
      _ = try reader.device()
      if try isForgotten(reference.device, try reader.number()) { try rows.set(row.key, to: nil) }
    }
  }

  /// Whether this device sealed an object, under the id that it has now or had. An object of its
  /// present id with another checksum was sealed by a second device that uses the id.
  ///
  /// An object with the number of a forgotten one counts as this device's. A second device that seals
  /// such a number finds this device's later objects, and then takes another id.
  package func didSeal(_ reference: SegmentReference) throws -> Bool {
    if let sealed = try rows.value(of: SyncNotes.writtenKey(reference)) {
      return sealed == SyncNotes.written(reference)
    }
    return try isForgotten(reference.device, reference.number)
  }

  private func isForgotten(_ device: DeviceID, _ number: Int) throws -> Bool {
    let row = try deviceRow()
    return device == row.device && number <= row.number - options.rememberedObjects
  }

  /// Whether an object bears this device's present id though this device did not seal it.
  func isOfTwin(_ reference: SegmentReference) throws -> Bool {
    try reference.device == deviceRow().device && !didSeal(reference)
  }

  /// Takes a new device id, because another device uses the present one or because it was retired.
  /// Drops sealed objects that are not confirmed: their claims are sealed again.
  ///
  /// - Parameter old: The id to replace. Nothing happens if this device no longer has it.
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

  /// Whether an id is or was this device's. The device deletes the objects under all its ids.
  func isOurs(_ device: DeviceID) throws -> Bool {
    let row = try deviceRow()
    return row.device == device || row.former.contains(device)
  }
}
