// SPDX-License-Identifier: MIT

/// The identity of this device: the ids that it has and had, and the objects that it sealed.
struct DeviceIdentity<Rows: RowStore> {
  private let devices: TableRows<Rows>
  private let written: TableRows<Rows>
  private let options: PolicyOptions

  init(_ rows: Rows, options: PolicyOptions) {
    devices = TableRows(.device, in: rows)
    written = TableRows(.written, in: rows)
    self.options = options
  }

  /// The row of this device; nil if it has no id yet.
  func known() throws -> DeviceRow? { try devices.row(devices.key) }

  /// The row of this device, whose id is made when it is first asked for.
  func row() throws -> DeviceRow {
    if let row = try known() { return row }
    let row = DeviceRow(options.makeDevice())
    try devices.set(devices.key, to: row)
    return row
  }

  /// The number of the next object. No other object gets it.
  func takeNumber() throws -> (device: DeviceID, number: Int) {
    var row = try row()
    guard row.number < .max else { throw DamagedRow() }
    row.number += 1
    try devices.set(devices.key, to: row)
    return (row.device, row.number)
  }

  /// Notes that this device sealed an object, and forgets the checksums of objects that it sealed long
  /// before: ``PolicyOptions/rememberedObjects`` of its id are left.
  func noteWritten(_ reference: SegmentReference) throws {
    try written.set(key(reference), to: checksum(of: reference))
    for row in try written.rows(in: written.key.adding(reference.device), limit: 2) {
      var parts = written.parts(of: row)
      _ = try parts.device()
      if try isForgotten(reference.device, try parts.number()) { try written.set(row.key, to: nil) }
    }
  }

  private func key(_ reference: SegmentReference) -> RowKey {
    written.key.adding(reference.device).adding(reference.number)
  }

  private func checksum(of reference: SegmentReference) -> [UInt8] {
    withUnsafeBytes(of: reference.checksum.littleEndian) { Array($0) }
  }

  /// Whether this device sealed an object, under the id that it has now or had. An object of its
  /// present id with another checksum was sealed by a second device that uses the id.
  ///
  /// An object with the number of a forgotten one counts as this device's. A second device that seals
  /// such a number finds this device's later objects, and then takes another id.
  func didSeal(_ reference: SegmentReference) throws -> Bool {
    if let sealed = try written.value(of: key(reference)) {
      return sealed == checksum(of: reference)
    }
    return try isForgotten(reference.device, reference.number)
  }

  private func isForgotten(_ device: DeviceID, _ number: Int) throws -> Bool {
    let row = try row()
    return device == row.device && number <= row.number - options.rememberedObjects
  }

  /// Whether an object bears this device's present id though this device did not seal it.
  func isOfTwin(_ reference: SegmentReference) throws -> Bool {
    try reference.device == row().device && !didSeal(reference)
  }

  /// Whether an id is or was this device's. The device deletes the objects under all its ids.
  func isOurs(_ device: DeviceID) throws -> Bool {
    let row = try row()
    return row.device == device || row.former.contains(device)
  }

  /// Takes a new id in place of an old one.
  ///
  /// - Returns: False, and nothing happens, if this device no longer has the old one.
  func renew(replacing old: DeviceID) throws -> Bool {
    let row = try row()
    guard row.device == old else { return false }
    var new = DeviceRow(options.makeDevice())
    new.former = row.former + [old]
    try devices.set(devices.key, to: new)
    return true
  }
}
