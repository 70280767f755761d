// SPDX-License-Identifier: MIT

/// The acknowledgements of devices.
extension SyncPolicy {
  func acknowledgements() throws -> [AcknowledgementRow] {
    try rows.rows(in: key(.acknowledgement)).map { try AcknowledgementRow(row: $0.value) }
  }

  func acknowledgementKey(_ device: DeviceID) -> RowKey {
    key(.acknowledgement).adding(device)
  }

  /// Takes in an acknowledgement if it is the latest of its device, and records its object. Objects
  /// that it calls unreadable count for nothing until the device acknowledges without naming them.
  ///
  /// - Returns: False if a second device uses this device's id: the acknowledgement bears the id,
  ///   is newer than this device's last one or another of its number, and is not this device's last
  ///   one in another remote, which may be the same folder.
  package func take(
    _ acknowledgement: Acknowledgement, from info: ObjectInfo, at time: UInt64
  ) throws -> Bool {
    try rows.transaction {
      try record(acknowledgement, from: info, at: time)
      let isOfOurID = try acknowledgement.device == identity.row().device
      let last = try rows.row(
        acknowledgementKey(acknowledgement.device), as: AcknowledgementRow.self)?.acknowledgement
      if isOfOurID {
        let isOurs = try isKnownAnywhere(acknowledgement)
        if isOurs || !acknowledgement.isOfAnother(than: last) { return true }
      }
      guard acknowledgement.number > last?.number ?? 0 else { return !isOfOurID }
      try store(acknowledgement, at: time)
      try noteDoubts(of: acknowledgement, insteadOf: last)
      return !isOfOurID
    }
  }

  /// Records the object of an acknowledgement.
  package func record(
    _ acknowledgement: Acknowledgement, from info: ObjectInfo, at time: UInt64
  ) throws {
    let reference = SegmentReference(
      device: acknowledgement.device, number: acknowledgement.number, checksum: 0)
    try recordUnclaiming(reference, from: info, at: time)
  }

  /// Records an object that holds no claims.
  func recordUnclaiming(
    _ reference: SegmentReference, from info: ObjectInfo, at time: UInt64
  ) throws {
    try rows.transaction {
      try outbox.drop(info.name, noting: .nothing)
      var row = ObjectRow(size: info.size, reference: reference, level: 0, since: time)
      row.holdsNoClaims = true
      row.isComplete = true
      try remoteObjects.set(row, of: info.name)
    }
  }

  func store(_ acknowledgement: Acknowledgement, at time: UInt64) throws {
    try rows.set(
      acknowledgementKey(acknowledgement.device),
      to: AcknowledgementRow(acknowledgement, time: time))
  }

  /// Whether an acknowledgement is the last of its device in any remote: two remotes may be one
  /// folder, or copies of each other.
  private func isKnownAnywhere(_ acknowledgement: Acknowledgement) throws -> Bool {
    try SyncNotes.remotes(in: rows).contains { remote in
      let key = RowKey(.acknowledgement).adding(remote.text).adding(acknowledgement.device)
      return try rows.row(key, as: AcknowledgementRow.self)?.acknowledgement == acknowledgement
    }
  }
}
