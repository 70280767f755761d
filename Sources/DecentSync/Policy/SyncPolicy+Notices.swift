// SPDX-License-Identifier: MIT

import Causality

/// The notices of devices.
extension SyncPolicy {
  package func take(
    _ acknowledgement: Acknowledgement, from info: ObjectInfo, at time: UInt64
  ) throws -> Bool {
    try rows.transaction { try notices.take(acknowledgement, from: info, at: time) }
  }

  package func take(
    _ card: DeviceCard, from info: ObjectInfo, at time: UInt64
  ) throws -> CardOutcome {
    try rows.transaction {
      let device = try identity.row().device
      let outcome = try notices.take(card, from: info, at: time, as: device)
      if outcome == .retired { try renewDevice(replacing: device) }
      return outcome
    }
  }

  package func record(
    _ acknowledgement: Acknowledgement, from info: ObjectInfo, at time: UInt64
  ) throws {
    try rows.transaction { try notices.record(acknowledgement, from: info, at: time) }
  }

  package func record(_ card: DeviceCard, from info: ObjectInfo, at time: UInt64) throws {
    try rows.transaction { try notices.record(card, from: info, at: time) }
  }

  package func retired() throws -> [DeviceID] { try notices.retired() }

  package func retire(_ device: DeviceID) throws {
    try rows.transaction { try notices.retire(device) }
  }

  package func devices() throws -> [KnownDevice] { try notices.devices() }

  package func devicesByMark() throws -> [DeviceMark: KnownDevice] {
    try notices.devicesByMark()
  }

  package func deviceNames() throws -> [DeviceID: String] { try notices.deviceNames() }
}
