// SPDX-License-Identifier: MIT

import Causality

/// The identity of this device, for edits made here.
extension CommonRows {
  /// Makes the id of this device if there is none.
  package static func nameDevice(in rows: some RowStore) throws {
    if try rows.value(of: RowKey(.device)) != nil { return }
    try rows.set(RowKey(.device), to: DeviceRow(device: DeviceID(from: .current)))
  }

  /// The id of this device; nil if the device has no id yet, or if its row is damaged. Edits made
  /// here have the mark of this id.
  package static func device(in rows: some RowStore) throws -> DeviceID? {
    guard let bytes = try rows.value(of: RowKey(.device)) else { return nil }
    return (try? DeviceRow(row: bytes))?.device
  }

  /// The environment of edits made here: the current environment, with the mark of this device if
  /// it has an id.
  package static func environment(in rows: some RowStore) throws -> ReplicationEnvironment {
    try device(in: rows).map { .current.marked(with: $0.mark) } ?? .current
  }
}
