// SPDX-License-Identifier: MIT

/// The identity of this device: its present and former ids, and the objects that it sealed.
struct DeviceIdentity<Rows: RowStore> {
  private let rows: Rows
  private let written: Table<Rows, KeyPair<DeviceID, Int>, ChecksumRow>
  private let options: PolicyOptions

  init(_ rows: Rows, options: PolicyOptions) {
    self.rows = rows
    written = Table(.written, in: rows)
    self.options = options
  }

  /// The row of this device; nil if it has no id yet.
  func known() throws -> DeviceRow? { try rows.row(RowKey(.device)) }

  /// The row of this device. Makes its id on the first call.
  func row() throws -> DeviceRow {
    if let row = try known() { return row }
    let row = DeviceRow(device: options.makeDevice())
    try rows.set(RowKey(.device), to: row)
    return row
  }

  /// Returns the number of the next object, with the id of this device. No other object gets that
  /// number.
  func takeNumber() throws -> (device: DeviceID, number: Int) {
    var row = try row()
    guard row.number < .max else { throw DamagedRow() }
    row.number += 1
    try rows.set(RowKey(.device), to: row)
    return (row.device, row.number)
  }

  /// Notes that this device sealed an object. Remembers the checksums of the last
  /// ``PolicyOptions/rememberedObjects`` objects, and forgets older checksums.
  func noteWritten(_ reference: SegmentReference) throws {
    let (device, number) = (reference.device, reference.number)
    try written.set(KeyPair(device, number), to: ChecksumRow(checksum: reference.checksum))
    for (key, _) in try written.all(in: device, limit: 2) where try isForgotten(device, key.second)
    {
      try written.set(key, to: nil)
    }
  }

  /// Whether this device sealed an object, under its present or a former id. If the checksum
  /// differs, a second device that uses the id sealed the object.
  ///
  /// The checksum of an old number may be forgotten. An object with such a number under the present
  /// id counts as sealed by this device. A second device that seals such a number finds this
  /// device's later objects, and then takes another id. An object with such a number under a former
  /// id does not count as sealed by this device: a second device may have kept that id.
  func didSeal(_ reference: SegmentReference) throws -> Bool {
    if let sealed = try written[KeyPair(reference.device, reference.number)] {
      return sealed.checksum == reference.checksum
    }
    return try isForgotten(reference.device, reference.number)
  }

  private func isForgotten(_ device: DeviceID, _ number: Int) throws -> Bool {
    let row = try row()
    return device == row.device && number <= row.number - options.rememberedObjects
  }

  /// Whether a clone of this library sealed an object under this device's present id.
  func isOfClone(_ reference: SegmentReference) throws -> Bool {
    try reference.device == row().device && !didSeal(reference)
  }

  /// Whether an id is or was this device's. This device deletes the objects under all these ids.
  func isOurs(_ device: DeviceID) throws -> Bool {
    let row = try row()
    return row.device == device || row.former.contains(device)
  }

  /// Takes a new id in place of an old one.
  ///
  /// - Returns: False if this device no longer has the old id. Nothing is changed then.
  func renew(replacing old: DeviceID) throws -> Bool {
    let row = try row()
    guard row.device == old else { return false }
    var new = DeviceRow(device: options.makeDevice())
    new.former = row.former + [old]
    try rows.set(RowKey(.device), to: new)
    return true
  }
}
