// SPDX-License-Identifier: MIT

/// The objects that could not be taken in.
extension SyncPolicy {
  /// The objects that could not be taken in when they were last tried.
  package func pending() throws -> [PendingObject] { try pendingRows().map(\.object) }

  private func pendingRows() throws -> [PendingRow] {
    try rows.rows(in: key(.pending)).map { try PendingRow(row: $0.value) }
  }

  /// The rows of the objects that are pending now, with the number of sightings of each.
  func pendingRows(for objects: [PendingObject]) throws -> [PendingRow] {
    let known = Dictionary(try pendingRows().map { ($0.object, $0.sightings) }) { $1 }
    return objects.map { object in
      // Without a limit, every run would count on and write the rows again.
      PendingRow(
        object: object,
        sightings: min(1 + (known[object] ?? 0), PendingObject.sightingsBeforeNaming))
    }
  }

  /// Keeps the rows of pending objects, in place of those before.
  func update(_ pending: [PendingRow]) throws {
    guard Set(try pendingRows()) != Set(pending) else { return }
    try rows.removeAll(in: key(.pending))
    for row in pending { try rows.set(key(.pending, row.object.info.name), to: row) }
  }

  /// The pending objects that are no longer needed.
  package func replaced(among pending: [PendingObject]) throws -> Set<ObjectName> {
    let damaged = pending.filter(\.isRepairable)
    if damaged.isEmpty { return [] }
    let said = try acknowledgements().map(\.acknowledgement)
    let whole = try objects().filter { $0.row.isComplete && !$0.row.holdsNoClaims }
    let replaced = try damaged.filter { object in
      if try rows.value(of: key(.torn, object.info.name)) != nil { return true }
      return object.isReplaced(
        copies: whole.filter { $0.name != object.info.name }.map(\.row.reference),
        acknowledgements: said)
    }
    return Set(replaced.map(\.info.name))
  }
}
