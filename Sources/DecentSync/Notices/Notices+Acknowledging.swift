// SPDX-License-Identifier: MIT

/// The acknowledgements of devices.
extension Notices {
  /// Records the object of an acknowledgement, and takes the acknowledgement in if it is the latest
  /// of its device. Objects that the acknowledgement calls unreadable do not count until a later
  /// acknowledgement of the device omits them.
  ///
  /// - Returns: False if a second device wrote the acknowledgement under this device's id. The
  ///   number of such an acknowledgement is greater than that of this device's last
  ///   acknowledgement, or the numbers are equal and the contents differ. Two remotes may be one
  ///   folder, so the last acknowledgement for any remote counts as this device's own.
  func take(
    _ acknowledgement: Acknowledgement, from info: ObjectInfo, at time: UInt64
  ) throws -> Bool {
    try record(acknowledgement, from: info, at: time)
    let isOfOurID = try acknowledgement.device == identity.row().device
    let last = try self.acknowledgement(of: acknowledgement.device)?.acknowledgement
    if isOfOurID {
      let isOurs = try isKnownAnywhere(acknowledgement)
      if isOurs || !acknowledgement.isOfAnother(than: last) { return true }
    }
    guard acknowledgement.number > last?.number ?? 0 else { return !isOfOurID }
    try store(acknowledgement, at: time)
    try noteDoubts(of: acknowledgement, insteadOf: last)
    return !isOfOurID
  }

  /// Records the object of an acknowledgement.
  func record(
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
    try outbox.drop(info.name, noting: .nothing)
    var row = ObjectRow(size: info.size, reference: reference, level: 0, since: time)
    row.holdsNoClaims = true
    row.isComplete = true
    try objects.set(row, of: info.name)
  }

  /// Whether an acknowledgement is the last of its device in any remote: two remotes may be one
  /// folder, or copies of each other.
  private func isKnownAnywhere(_ acknowledgement: Acknowledgement) throws -> Bool {
    try ofAllRemotes().contains {
      try $0.acknowledgement(of: acknowledgement.device)?.acknowledgement == acknowledgement
    }
  }
}
