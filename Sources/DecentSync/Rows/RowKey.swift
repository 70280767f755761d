// SPDX-License-Identifier: MIT

/// The key of a row: the letter of a table, then self-delimiting parts. So the bytes of the first
/// parts are a prefix of exactly the keys that begin with these parts. Keys are ordered by their
/// bytes.
///
/// ```
/// text    length, 2 bytes, then UTF-8
/// number  8 bytes, big-endian
/// id      16 bytes, big-endian
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
  func adding(_ part: some RowKeyPart) -> RowKey {
    var key = self
    part.add(to: &key)
    return key
  }

  /// - Precondition: The text has less than 65,536 bytes.
  fileprivate mutating func add(text: String) {
    let utf8 = Array(text.utf8)
    precondition(utf8.count < 1 << 16, "a key's part of \(utf8.count) bytes")
    bytes += [UInt8(utf8.count >> 8), UInt8(utf8.count & 0xff)]
    bytes += utf8
  }

  fileprivate mutating func add(bits: some FixedWidthInteger) {
    withUnsafeBytes(of: bits.bigEndian) { bytes += $0 }
  }
}

extension RowKey {
  /// Hashes all bytes in one call; an array hashes each byte by itself.
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
    let length = Int(try bits(2))
    guard let text = String(validating: try take(length), as: UTF8.self) else { throw DamagedRow() }
    return text
  }

  fileprivate mutating func bits(_ count: Int) throws(DamagedRow) -> UInt128 {
    try take(count).reduce(0) { $0 << 8 | UInt128($1) }
  }

  private mutating func take(_ count: Int) throws(DamagedRow) -> ArraySlice<UInt8> {
    guard rest.count >= count else { throw DamagedRow() }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }
}

/// A part of the keys of a table, or several consecutive parts.
protocol RowKeyPart {
  init(from reader: inout RowKeyReader) throws(DamagedRow)
  func add(to key: inout RowKey)
}

extension String: RowKeyPart {
  init(from reader: inout RowKeyReader) throws(DamagedRow) { self = try reader.text() }
  func add(to key: inout RowKey) { key.add(text: self) }
}

extension Int: RowKeyPart {
  init(from reader: inout RowKeyReader) throws(DamagedRow) {
    self.init(clamping: try reader.bits(8))
  }
  func add(to key: inout RowKey) { key.add(bits: UInt64(self)) }
}

extension DeviceID: RowKeyPart {
  init(from reader: inout RowKeyReader) throws(DamagedRow) {
    self.init(rawValue: try reader.bits(16))
  }
  func add(to key: inout RowKey) { key.add(bits: rawValue) }
}

extension ObjectName: RowKeyPart {
  init(from reader: inout RowKeyReader) throws(DamagedRow) {
    guard let name = ObjectName(try reader.text()) else { throw DamagedRow() }
    self = name
  }
  func add(to key: inout RowKey) { key.add(text: text) }
}

extension DocumentID: RowKeyPart {
  init(from reader: inout RowKeyReader) throws(DamagedRow) {
    guard let document = DocumentID(try reader.text()) else { throw DamagedRow() }
    self = document
  }
  func add(to key: inout RowKey) { key.add(text: text) }
}

/// Two consecutive parts. Three parts are a pair with a pair in it.
struct KeyPair<First: RowKeyPart, Second: RowKeyPart>: RowKeyPart {
  let first: First
  let second: Second

  init(_ first: First, _ second: Second) {
    self.first = first
    self.second = second
  }

  init(from reader: inout RowKeyReader) throws(DamagedRow) {
    first = try First(from: &reader)
    second = try Second(from: &reader)
  }

  func add(to key: inout RowKey) {
    first.add(to: &key)
    second.add(to: &key)
  }
}

/// The error for a row that sync cannot have written.
package struct DamagedRow: Error, Hashable, CustomStringConvertible {
  package init() {}

  package var description: String {
    "what this device knows of its remotes is damaged"
  }
}
