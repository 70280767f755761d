// SPDX-License-Identifier: MIT

/// The objects that devices call unreadable in their acknowledgements. Such objects do not count.
extension Notices {
  /// Notes the objects that a device calls unreadable. The earlier doubts of the device about other
  /// objects end.
  func noteDoubts(
    of acknowledgement: Acknowledgement, insteadOf last: Acknowledgement?
  ) throws {
    let device = acknowledgement.device
    let named = try isRetired(device) ? [] : acknowledgement.unreadable
    for info in last?.unreadable ?? [] where !named.contains(info) {
      try withdraw(info, by: device)
    }
    for info in named {
      let isNew = try !isDoubted(info)
      try setDoubt(about: info, by: device, to: true)
      guard isNew, var row = try objects[info.name], row.size == info.size else { continue }
      if try row.isOurs || isRetired(row.reference.device) {
        try claims.keepPromises(of: info.name, row)
      }
      try outbox.removeClaims(of: info.name, noting: row.isOurs ? .own : .nothing)
      row.live = 0
      try objects.set(row, of: info.name)
    }
  }

  /// Drops the doubts of a device about the objects that it called unreadable.
  func dropDoubts(of device: DeviceID) throws {
    let last = try acknowledgement(of: device)
    for info in last?.acknowledgement.unreadable ?? [] { try withdraw(info, by: device) }
  }

  /// Drops the doubt of a device about an object. If no other device doubts the object, the object
  /// is read again, because its claims were removed.
  private func withdraw(_ info: ObjectInfo, by device: DeviceID) throws {
    try setDoubt(about: info, by: device, to: false)
    guard try !isDoubted(info), var row = try objects[info.name], row.size == info.size else {
      return
    }
    row.isComplete = false
    try objects.set(row, of: info.name)
  }
}
