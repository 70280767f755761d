// SPDX-License-Identifier: MIT

/// The objects that devices call unreadable in their acknowledgements. They count for nothing.
extension SyncPolicy {
  private func doubtKey(_ info: ObjectInfo) -> RowKey {
    key(.doubt, info.name).adding(info.size)
  }

  /// Whether a device calls an object unreadable.
  func isDoubted(_ info: ObjectInfo) throws -> Bool {
    try !rows.rows(in: doubtKey(info), after: nil, limit: 1).isEmpty
  }

  /// Notes the objects that a device calls unreadable, in place of those that it called so before.
  func noteDoubts(
    of acknowledgement: Acknowledgement, insteadOf last: Acknowledgement?
  ) throws {
    let device = acknowledgement.device
    for info in last?.unreadable ?? [] {
      try rows.set(doubtKey(info).adding(device), to: nil)
    }
    if try isRetired(device) { return }
    for info in acknowledgement.unreadable {
      let isNew = try !isDoubted(info)
      try rows.set(doubtKey(info).adding(device), to: [UInt8]())
      guard isNew, var row = try object(info.name), row.size == info.size else { continue }
      if try row.isOurs || isRetired(row.reference.device) { try keepPromises(of: info.name, row) }
      try removeClaims(of: info.name, row.reference, noting: row.isOurs ? .own : .nothing)
      row.live = 0
      try rows.set(key(.object, info.name), to: row)
    }
  }

  /// Drops the doubts of a device about the objects that it called unreadable.
  func dropDoubts(of device: DeviceID) throws {
    let last = try rows.row(acknowledgementKey(device), as: AcknowledgementRow.self)
    for info in last?.acknowledgement.unreadable ?? [] {
      try rows.set(doubtKey(info).adding(device), to: nil)
    }
  }
}
