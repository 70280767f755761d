// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// The devices on which the changes of histories were made, if this device knows them.
public struct HistoryDevices: Sendable {
  private let byMark: [DeviceMark: KnownDevice]

  init(byMark: [DeviceMark: KnownDevice]) {
    self.byMark = byMark
  }

  /// The device of a change. Nil if this device never met it, if two devices have its mark, or if
  /// the edits name no device.
  public subscript(entry: NoteHistory.Entry) -> KnownDevice? { byMark[entry.run.device] }

  /// The ids of the devices, without repetition.
  public var ids: Set<DeviceID> { Set(byMark.values.map(\.id)) }
}

extension Library {
  /// The devices on which the changes of histories were made. None is known if the sync state is
  /// damaged: a history can be read without it.
  ///
  /// - Complexity: as ``devices()``.
  public func historyDevices() throws -> HistoryDevices {
    HistoryDevices(byMark: try devicesByMark())
  }
}
