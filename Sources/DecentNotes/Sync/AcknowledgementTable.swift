// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// The last acknowledgement of each device in each remote, ours included, and the objects
/// that those of others call unreadable.
///
/// All calls expect the caller to have begun a transaction.
struct AcknowledgementTable {
  /// An acknowledgement, and when it was written or taken in, in milliseconds since 1970.
  struct Entry {
    let acknowledgement: Acknowledgement
    let time: UInt64
  }

  let database: Database

  /// All of a remote, by device.
  func all(of remote: RemoteName) throws(DatabaseFailure) -> [Entry] {
    try database.rows(
      "SELECT bytes, time FROM acknowledgements WHERE remote = ? ORDER BY device",
      .text(remote.text)
    ) { row throws(DatabaseFailure) in
      Entry(
        acknowledgement: try acknowledgement(row.blob(at: 0)),
        time: UInt64(clamping: row.integer(at: 1)))
    }
  }

  /// Whether this is the last one of its device in any remote: two remotes may be one folder,
  /// or copies of each other.
  func isKnown(_ acknowledgement: Acknowledgement) throws -> Bool {
    let count = try database.row(
      "SELECT count(*) FROM acknowledgements WHERE device = ? AND bytes = ?",
      .text("\(acknowledgement.device)"), .blob(acknowledgement.encoded())
    ) { $0.integer(at: 0) }
    return count ?? 0 > 0
  }

  private func acknowledgement(_ bytes: [UInt8]) throws(DatabaseFailure) -> Acknowledgement {
    do {
      return try Acknowledgement(encoded: bytes)
    } catch {
      throw DatabaseFailure(code: .damaged, path: database.path, detail: "an acknowledgement")
    }
  }

  /// Stores an acknowledgement in place of the device's last one.
  func store(
    _ acknowledgement: Acknowledgement, of remote: RemoteName, at time: UInt64
  ) throws {
    try database.run(
      "INSERT OR REPLACE INTO acknowledgements (remote, device, time, bytes) VALUES (?, ?, ?, ?)",
      .text(remote.text), .text("\(acknowledgement.device)"), .integer(Int(clamping: time)),
      .blob(acknowledgement.encoded()))
  }

  /// Makes the doubts of a device those of its acknowledgement.
  ///
  /// - Returns: The objects that it did not doubt before.
  func storeDoubts(
    of acknowledgement: Acknowledgement, at remote: RemoteName
  ) throws(DatabaseFailure) -> [ObjectName] {
    let device = DatabaseValue.text("\(acknowledgement.device)")
    let known = try database.rows(
      "SELECT name FROM doubts WHERE remote = ? AND device = ?", .text(remote.text), device
    ) { row throws(DatabaseFailure) in try row.text(at: 0) }
    try database.run(
      "DELETE FROM doubts WHERE remote = ? AND device = ?", .text(remote.text), device)
    for object in acknowledgement.unreadable {
      try database.run(
        "INSERT INTO doubts (remote, device, name, size) VALUES (?, ?, ?, ?)",
        .text(remote.text), device, .text(object.name.text), .integer(object.size))
    }
    return acknowledgement.unreadable.map(\.name).filter { !known.contains($0.text) }
  }
}
