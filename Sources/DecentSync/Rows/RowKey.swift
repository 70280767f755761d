// SPDX-License-Identifier: MIT

/// The key of a row: the letter of a table, then parts that end where the next begins. A key's
/// first parts are the prefix of all keys that begin with them. Keys are ordered by their bytes.
///
/// ```
/// text    length, 2 bytes, then UTF-8
/// number  8 bytes, the greatest first
/// id      16 bytes, the greatest first
/// ```
package struct RowKey: Hashable, Sendable {
  /// The bytes.
  package private(set) var bytes: [UInt8]

  /// Makes the prefix of all keys of a table.
  init(_ table: SyncTable) {
    bytes = [table.rawValue]
  }

  /// Makes a key from its bytes.
  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Makes the key with one more part.
  ///
  /// - Precondition: The text has less than 65,536 bytes.
  func adding(_ text: String) -> RowKey {
    let utf8 = Array(text.utf8)
    precondition(utf8.count < 1 << 16, "a key's part of \(utf8.count) bytes")
    var key = self
    key.bytes += [UInt8(utf8.count >> 8), UInt8(utf8.count & 0xff)]
    key.bytes += utf8
    return key
  }

  /// Makes the key with one more part.
  func adding(_ number: Int) -> RowKey { adding(bits: UInt64(number)) }

  /// Makes the key with one more part.
  func adding(_ device: DeviceID) -> RowKey { adding(bits: device.rawValue) }

  /// Makes the key with one more part.
  func adding(_ name: ObjectName) -> RowKey { adding(name.text) }

  /// Makes the key with one more part.
  func adding(_ document: DocumentID) -> RowKey { adding(document.text) }

  private func adding(bits: some FixedWidthInteger) -> RowKey {
    var key = self
    withUnsafeBytes(of: bits.bigEndian) { key.bytes += $0 }
    return key
  }
}

extension RowKey {
  /// Hashes all bytes in one call; an array hashes each by itself.
  package func hash(into hasher: inout Hasher) {
    bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension RowKey: Comparable {
  package static func < (left: Self, right: Self) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

/// The parts of a key, in their order.
struct RowKeyReader {
  private var rest: ArraySlice<UInt8>

  /// Makes a reader of the parts after the letter of the table, or after a prefix.
  init(_ key: RowKey, after prefix: RowKey? = nil) {
    rest = key.bytes.dropFirst(prefix?.bytes.count ?? 1)
  }

  mutating func text() throws(DamagedRow) -> String {
    let length = Int(try take(2).reduce(0) { $0 << 8 | UInt64($1) })
    guard let text = String(validating: try take(length), as: UTF8.self) else { throw DamagedRow() }
    return text
  }

  mutating func number() throws(DamagedRow) -> Int {
    Int(clamping: try take(8).reduce(0) { $0 << 8 | UInt64($1) })
  }

  mutating func device() throws(DamagedRow) -> DeviceID {
    DeviceID(rawValue: try take(16).reduce(0) { $0 << 8 | UInt128($1) })
  }

  mutating func name() throws(DamagedRow) -> ObjectName {
    guard let name = ObjectName(try text()) else { throw DamagedRow() }
    return name
  }

  mutating func document() throws(DamagedRow) -> DocumentID {
    guard let document = DocumentID(try text()) else { throw DamagedRow() }
    return document
  }

  private mutating func take(_ count: Int) throws(DamagedRow) -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw DamagedRow() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

/// The error for a row that sync cannot have written.
package struct DamagedRow: Error, Hashable, CustomStringConvertible {
  package init() {}

  package var description: String {
    "what this device knows of its remotes is damaged"
  }
}
