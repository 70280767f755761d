// SPDX-License-Identifier: MIT

import DecentSync

/// The objects of each remote that could not be taken in when they were last tried.
///
/// All calls expect the caller to have begun a transaction.
struct PendingTable {
  typealias Entry = (object: PendingObject, sightings: Int)

  let database: Database

  /// All of a remote, by name.
  func all(of remote: RemoteName) throws(DatabaseFailure) -> [Entry] {
    try database.rows(
      "SELECT name, size, fault, sightings FROM pending WHERE remote = ? ORDER BY name",
      .text(remote.text)
    ) { row throws(DatabaseFailure) in
      guard let name = ObjectName(try row.text(at: 0)),
        let fault = PendingObject.Fault(rawValue: try row.text(at: 2))
      else {
        throw DatabaseFailure(code: .damaged, path: database.path, detail: "a row of pending")
      }
      let info = ObjectInfo(name: name, size: row.integer(at: 1))
      return (PendingObject(info: info, fault: fault), row.integer(at: 3))
    }
  }

  /// What is to be noted of objects that are pending now: how often each was.
  func entries(for objects: [PendingObject], of remote: RemoteName) throws(DatabaseFailure)
    -> [Entry]
  {
    let sightings = Dictionary(try all(of: remote).map { ($0.object, $0.sightings) }) { $1 }
    return objects.map { object in
      // More would only be counted, and written, for ever.
      (object, min(1 + (sightings[object] ?? 0), PendingObject.sightingsBeforeNaming))
    }
  }

  /// Notes what is pending now; nothing is written if nothing is new.
  func update(to entries: [Entry], of remote: RemoteName) throws(DatabaseFailure) {
    let known = try all(of: remote)
    let sightings = Dictionary(known.map { ($0.object, $0.sightings) }) { $1 }
    let isSame =
      entries.count == known.count && entries.allSatisfy { sightings[$0.object] == $0.sightings }
    if isSame { return }
    try database.run("DELETE FROM pending WHERE remote = ?", .text(remote.text))
    for (object, count) in entries {
      try database.run(
        "INSERT INTO pending (remote, name, size, fault, sightings) VALUES (?, ?, ?, ?, ?)",
        .text(remote.text), .text(object.info.name.text), .integer(object.info.size),
        .text(object.fault.rawValue), .integer(count))
    }
  }
}
