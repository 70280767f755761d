// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// The known devices, for finding the device on which changes of a history were made.
public struct HistoryDevices: Sendable {
  private let byMark: [DeviceMark: KnownDevice]

  init(byMark: [DeviceMark: KnownDevice]) {
    self.byMark = byMark
  }

  /// The device on which an entry's changes were made. Nil if the changes have no mark of a device,
  /// if this device knows no device with the mark, or if two devices have the mark.
  public subscript(entry: NoteHistory.Entry) -> KnownDevice? { byMark[entry.run.device] }

  /// The ids of the devices, without repetition.
  public var ids: Set<DeviceID> { Set(byMark.values.map(\.id)) }
}

extension Library {
  /// The devices on which the changes of histories were made. No device is known if the sync state
  /// is damaged. Histories can still be read then.
  ///
  /// - Complexity: That of ``devices()``.
  public func historyDevices() throws -> HistoryDevices {
    HistoryDevices(byMark: try devicesByMark())
  }
}
