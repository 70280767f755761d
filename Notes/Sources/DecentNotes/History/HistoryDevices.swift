// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// The devices on which the changes of histories were made, as far as this device knows them.
public struct HistoryDevices: Sendable {
  private let byMark: [DeviceMark: KnownDevice]

  init(byMark: [DeviceMark: KnownDevice]) {
    self.byMark = byMark
  }

  /// The device of a change; nil if it is not known: it was never met, two devices have its mark, or the
  /// change was made before edits told their devices.
  public subscript(entry: NoteHistory.Entry) -> KnownDevice? { byMark[entry.run.device] }

  /// The ids of the devices, each once.
  public var ids: Set<DeviceID> { Set(byMark.values.map(\.id)) }
}

extension Library {
  /// The devices on which the changes of histories were made. None is known where the books of sync are
  /// damaged: a history can be read without them.
  ///
  /// - Complexity: as ``devices()``.
  public func historyDevices() throws -> HistoryDevices {
    HistoryDevices(byMark: try devicesByMark())
  }
}
