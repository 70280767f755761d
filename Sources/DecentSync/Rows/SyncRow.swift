// SPDX-License-Identifier: MIT

import BinaryCoding

/// A value in a row of ``SyncTable``. Its bytes stay on the device.
protocol SyncRow: BinaryCodable {}

extension SyncRow {
  /// Reads a value from the bytes of a row.
  init(row: [UInt8]) throws(DamagedRow) {
    do throws(DecodingFailure) {
      var reader = ByteReader(row)
      self = try Self(from: &reader)
      try reader.expectEnd()
    } catch {
      throw DamagedRow()
    }
  }

  /// The value as the bytes that a row stores.
  var row: [UInt8] {
    var writer = ByteWriter()
    encode(to: &writer)
    return writer.bytes
  }
}

extension RowStore {
  func row<Value: SyncRow>(_ key: RowKey, as type: Value.Type = Value.self) throws -> Value? {
    try value(of: key).map { try Value(row: $0) }
  }

  func set(_ key: RowKey, to value: some SyncRow) throws {
    try set(key, to: value.row)
  }
}

extension ByteWriter {
  /// Writes up to eight flags in a byte.
  mutating func writeFlags(_ flags: Bool...) {
    write(flags.enumerated().reduce(UInt8(0)) { $0 | ($1.element ? 1 << UInt8($1.offset) : 0) })
  }

  /// Writes the identity of an object in a form that needs no table of identifiers.
  mutating func write(_ reference: SegmentReference) {
    writeFixed(reference.device.rawValue)
    writeCount(reference.number)
    writeFixed(reference.checksum)
  }
}

extension ByteReader {
  /// Reads a reference that `write(_:)` wrote.
  mutating func readReference() throws(DecodingFailure) -> SegmentReference {
    let device = DeviceID(rawValue: try readFixed())
    let number = try readInt()
    return SegmentReference(device: device, number: number, checksum: try readFixed())
  }
}
