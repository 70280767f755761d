// SPDX-License-Identifier: MIT

import Causality

/// The devices that sync with the remote.
extension SyncPolicy {
  /// Takes in a card. If the card retires this device, the device takes another id.
  func take(
    _ card: DeviceCard, from info: ObjectInfo, at time: UInt64
  ) throws -> CardOutcome {
    try rows.transaction {
      let device = try identity.row().device
      let outcome = try notices.take(card, from: info, at: time, as: device)
      if outcome == .retired { try renewDevice(replacing: device) }
      return outcome
    }
  }

  package func retired() throws -> [DeviceID] { try notices.retired() }

  package func retire(_ device: DeviceID) throws {
    try rows.transaction { try notices.retire(device) }
  }

  package func devices() throws -> [KnownDevice] { try notices.devices() }

  package func devicesByMark() throws -> [DeviceMark: KnownDevice] {
    try notices.devicesByMark()
  }
}
