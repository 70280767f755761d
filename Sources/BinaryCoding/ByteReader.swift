// SPDX-License-Identifier: MIT

/// Takes bytes apart: the reading half of every format in this package.
///
/// Every read is checked and throws a ``DecodingFailure``. No read traps, goes beyond the end or
/// allocates memory for bytes that are missing.
public struct ByteReader: Sendable {
  @usableFromInline let bytes: [UInt8]
  @usableFromInline let end: Int
  private let identifiers: [UInt128]
  /// The number of nested parts (``readPart()``) that the bytes of this reader lie in.
  private var depth = 0

  /// The offset of the next read, in bytes from the start of the whole array.
  public internal(set) var offset: Int {
    get { next }
    set { next = newValue }
  }
  @usableFromInline var next: Int

  /// The party that the bytes were written for.
  public let party: CodingParty

  /// Reads all of `bytes`.
  public init(_ bytes: [UInt8]) {
    self.init(bytes, in: 0..<bytes.count)
  }

  /// Reads a part of `bytes` without copying it.
  ///
  /// - Parameters:
  ///   - bytes: The bytes that hold the part.
  ///   - range: The part to read.
  ///   - identifiers: The table that ``readIdentifier()`` looks into.
  ///   - party: The party that `bytes` were written for.
  /// - Precondition: `range` lies within `bytes`.
  public init(
    _ bytes: [UInt8], in range: Range<Int>, identifiers: [UInt128] = [],
    party: CodingParty = .anyone
  ) {
    require(
      range.lowerBound >= 0 && range.upperBound <= bytes.count,
      "\(range) is not within \(bytes.count) bytes")
    self.bytes = bytes
    next = range.lowerBound
    end = range.upperBound
    self.identifiers = identifiers
    self.party = party
  }

  /// The number of bytes between the next read and the end.
  public var remaining: Int { end - offset }

  /// Whether the next read is at the end.
  public var isAtEnd: Bool { offset == end }

  /// A copy of this reader whose next read is at `offset`.
  ///
  /// - Precondition: `offset` is not negative and not beyond the end.
  func moved(to offset: Int) -> ByteReader {
    require(offset >= 0 && offset <= end, "\(offset) is not within 0...\(end)")
    var reader = self
    reader.offset = offset
    return reader
  }

  /// The error for a complete but invalid value.
  public func corrupt(_ what: String) -> DecodingFailure {
    .corrupt(what: what, offset: offset)
  }

  /// Reads one byte.
  public mutating func read() throws(DecodingFailure) -> UInt8 {
    guard offset < end else { throw .truncated(offset: offset) }
    defer { offset += 1 }
    return bytes[offset]
  }

  /// Reads `count` bytes.
  public mutating func read(count: Int) throws(DecodingFailure) -> [UInt8] {
    Array(try readSlice(count: count))
  }

  /// Reads `count` bytes without copying them.
  public mutating func readSlice(count: Int) throws(DecodingFailure) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw .truncated(offset: end) }
    defer { offset += count }
    return bytes[offset..<(offset + count)]
  }

  /// Reads an unsigned integer written by ``ByteWriter/writeVarint(_:)``.
  ///
  /// Accepts only the shortest form of a number, so a number has only one encoding.
  @inlinable public mutating func readVarint() throws(DecodingFailure) -> UInt64 {
    // Nearly all numbers are small. Inlined into other modules, this path takes no call.
    if next < end, bytes[next] < 0x80 {
      next += 1
      return UInt64(bytes[next - 1])
    }
    if next + 1 < end, bytes[next + 1] < 0x80, bytes[next + 1] > 0 {
      next += 2
      return UInt64(bytes[next - 2] & 0x7f) | UInt64(bytes[next - 1]) << 7
    }
    return try readLongVarint()
  }

  @usableFromInline
  mutating func readLongVarint() throws(DecodingFailure) -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while true {
      let byte = try read()
      let bits = UInt64(byte & 0x7f)
      guard shift < 63 || (shift == 63 && bits <= 1) else {
        throw corrupt("a number of more than 64 bits")
      }
      value |= bits << shift
      if byte < 0x80 {
        guard byte != 0 || shift == 0 else { throw corrupt("a number not in its shortest form") }
        return value
      }
      shift += 7
    }
  }

  /// Reads an integer that must not exceed `limit`.
  public mutating func readInt(limit: Int = .max) throws(DecodingFailure) -> Int {
    let value = try readVarint()
    guard value <= UInt64(limit) else { throw corrupt("a number of \(value), above \(limit)") }
    return Int(value)
  }

  /// Reads the number of items that follow.
  ///
  /// - Parameter size: The least size of an item in bytes, at least 1. If the remaining bytes
  ///   cannot hold the items, the reader throws before it allocates memory.
  public mutating func readCount(itemSize size: Int = 1) throws(DecodingFailure) -> Int {
    let value = try readVarint()
    guard value <= UInt64(remaining / size) else { throw .truncated(offset: end) }
    return Int(value)
  }

  /// Reads a signed integer written by ``ByteWriter/writeSignedVarint(_:)``.
  @inlinable public mutating func readSignedVarint() throws(DecodingFailure) -> Int64 {
    let raw = try readVarint()
    return Int64(bitPattern: raw >> 1) ^ -Int64(bitPattern: raw & 1)
  }

  /// Reads an integer written by ``ByteWriter/writeFixed(_:)``.
  public mutating func readFixed<Value: FixedWidthInteger & UnsignedInteger>(
    _ type: Value.Type = Value.self
  ) throws(DecodingFailure) -> Value {
    let bytes = try readSlice(count: Value.bitWidth / 8)
    var value: Value = 0
    // Shifting byte by byte would call unspecialized operators for each byte.
    withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
    return Value(littleEndian: value)
  }

  /// Reads bytes written by ``ByteWriter/writePrefixed(_:)-([UInt8])``.
  public mutating func readPrefixed() throws(DecodingFailure) -> [UInt8] {
    try read(count: readCount())
  }

  /// The greatest number of parts nested in each other, such as models within models. Reading
  /// hostile bytes to this depth does not exhaust a stack.
  public static let partLimit = 128

  /// Reads the byte count of a part, and returns a reader of that part alone.
  ///
  /// - Throws: `.corrupt` if the part lies deeper than ``partLimit``, `.truncated` if bytes are
  ///   missing.
  public mutating func readPart() throws(DecodingFailure) -> ByteReader {
    let count = try readCount()
    guard depth < Self.partLimit else { throw corrupt("values nested too deep") }
    defer { offset += count }
    var part = ByteReader(
      bytes, in: offset..<(offset + count), identifiers: identifiers, party: party)
    part.depth = depth + 1
    return part
  }

  /// Reads a string, and throws if the bytes are not UTF-8.
  public mutating func readString() throws(DecodingFailure) -> String {
    let start = offset
    let utf8 = try readSlice(count: readCount())
    guard let string = String(validating: utf8, as: UTF8.self) else {
      throw .corrupt(what: "text that is not UTF-8", offset: start)
    }
    return string
  }

  /// Reads the UTF-8 of a string without copying it, and throws if the bytes are not UTF-8.
  public mutating func readUTF8() throws(DecodingFailure) -> ArraySlice<UInt8> {
    let start = offset
    let utf8 = try readSlice(count: readCount())
    guard UTF8Check.passes(utf8) else {
      throw .corrupt(what: "text that is not UTF-8", offset: start)
    }
    return utf8
  }

  /// Reads an identifier written by ``ByteWriter/writeIdentifier(_:)``.
  public mutating func readIdentifier() throws(DecodingFailure) -> UInt128 {
    let place = try readVarint()
    guard place < UInt64(identifiers.count) else {
      throw corrupt("identifier \(place) of \(identifiers.count)")
    }
    return identifiers[Int(place)]
  }

  /// Reads an identifier written by ``ByteWriter/writeIdentifier(_:after:)``.
  ///
  /// - Parameter last: On entry, the place of the list's previous identifier, or -1 if there is
  ///   none. On return, the place of this identifier.
  package mutating func readIdentifier(
    after last: inout Int
  ) throws(DecodingFailure) -> UInt128 {
    let (place, isTooFar) = Int64(last + 1).addingReportingOverflow(try readSignedVarint())
    guard !isTooFar, place >= 0, place < Int64(identifiers.count) else {
      throw corrupt("an identifier outside of the table")
    }
    last = Int(place)
    return identifiers[last]
  }

  /// Reads identifiers that follow each other in the table. Each identifier takes three zero bytes:
  /// its distance in the table, and two more bytes. Stops before any other bytes.
  ///
  /// - Parameters:
  ///   - last: On entry, the place of the list's previous identifier, or -1 if there is none. On
  ///     return, the place of the last identifier that was read.
  ///   - most: The greatest number of identifiers to read.
  package mutating func readIdentifiersInOrder(
    after last: inout Int, most: Int
  ) -> ArraySlice<UInt128> {
    let first = last + 1
    let limit = min(most, identifiers.count - first, remaining / 3)
    var count = 0
    while count < limit, bytes[next] | bytes[next + 1] | bytes[next + 2] == 0 {
      next += 3
      count += 1
    }
    last += count
    return identifiers[first..<(first + count)]
  }

  /// Refuses bytes after the end of a value.
  public func expectEnd() throws(DecodingFailure) {
    guard isAtEnd else { throw corrupt("\(remaining) bytes after the end") }
  }
}
