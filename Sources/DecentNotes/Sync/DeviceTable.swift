// SPDX-License-Identifier: MIT

import DecentSync

/// Who this library is among the devices that share a notebook, and every
/// segment it ever sealed.
///
/// All calls expect the caller to have begun a transaction.
struct DeviceTable {
  let database: Database

  /// Our id, made when it is first asked for.
  func current() throws(DatabaseFailure) -> DeviceID {
    if let known = try known() { return known }
    return try renew()
  }

  /// Our id, or nil if it was never asked for.
  func known() throws(DatabaseFailure) -> DeviceID? {
    let text = try database.row("SELECT id FROM devices WHERE is_ours = 1") {
      row throws(DatabaseFailure) in try row.text(at: 0)
    }
    guard let text else { return nil }
    guard let device = DeviceID(text) else {
      throw DatabaseFailure(code: .damaged, path: database.path, detail: "a device's id")
    }
    return device
  }

  /// Takes a new id.
  func renew() throws(DatabaseFailure) -> DeviceID {
    let device = DeviceID.random()
    try database.run("UPDATE devices SET is_ours = NULL")
    try database.run("INSERT INTO devices (id, is_ours) VALUES (?, 1)", .text("\(device)"))
    return device
  }

  /// The number of the next segment.
  func nextNumber(of device: DeviceID) throws(DatabaseFailure) -> Int {
    let last = try database.row(
      "SELECT max(number) FROM segments WHERE device = ?", .text("\(device)")
    ) { $0.integer(at: 0) }
    return (last ?? 0) + 1
  }

  /// Notes that we sealed a segment.
  func add(_ reference: SegmentReference) throws(DatabaseFailure) {
    try database.run(
      "INSERT INTO segments (device, number, checksum) VALUES (?, ?, ?)",
      .text("\(reference.device)"), .integer(reference.number), .integer(Int(reference.checksum)))
  }

  /// Whether we sealed a segment, under the id we have now.
  func didSeal(_ reference: SegmentReference) throws(DatabaseFailure) -> Bool {
    let found = try database.row(
      """
      SELECT checksum FROM segments JOIN devices ON device = id
      WHERE device = ? AND number = ? AND is_ours = 1
      """, .text("\(reference.device)"), .integer(reference.number)
    ) { $0.integer(at: 0) }
    return found == Int(reference.checksum)
  }
}
