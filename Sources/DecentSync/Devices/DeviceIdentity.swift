// SPDX-License-Identifier: MIT

/// The identity of this device: the ids that it has and had, and the objects that it sealed.
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

  /// The row of this device, whose id is made when it is first asked for.
  func row() throws -> DeviceRow {
    if let row = try known() { return row }
    let row = DeviceRow(device: options.makeDevice())
    try rows.set(RowKey(.device), to: row)
    return row
  }

  /// The number of the next object. No other object gets it.
  func takeNumber() throws -> (device: DeviceID, number: Int) {
    var row = try row()
    guard row.number < .max else { throw DamagedRow() }
    row.number += 1
    try rows.set(RowKey(.device), to: row)
    return (row.device, row.number)
  }

  /// Notes that this device sealed an object, and forgets the checksums of objects that it sealed long
  /// before: ``PolicyOptions/rememberedObjects`` of its id are left.
  func noteWritten(_ reference: SegmentReference) throws {
    let (device, number) = (reference.device, reference.number)
    try written.set(KeyPair(device, number), to: ChecksumRow(checksum: reference.checksum))
    for (key, _) in try written.all(in: device, limit: 2) where try isForgotten(device, key.second)
    {
      try written.set(key, to: nil)
    }
  }

  /// Whether this device sealed an object, under the id that it has now or had. An object of its
  /// present id with another checksum was sealed by a second device that uses the id.
  ///
  /// An object with the number of a forgotten one counts as this device's. A second device that seals
  /// such a number finds this device's later objects, and then takes another id.
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
    var new = DeviceRow(device: options.makeDevice())
    new.former = row.former + [old]
    try rows.set(RowKey(.device), to: new)
    return true
  }
}
