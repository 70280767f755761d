// SPDX-License-Identifier: MIT

/// A type that is written in plain form directly, without calling its `encode(to:)`.
protocol PlainLeaf {
  /// Appends the plain form.
  func writeLeaf(to writer: inout ByteWriter)

  /// Reads the plain form.
  ///
  /// - Throws: `.foreign` for another kind of value and for a number that the type cannot hold.
  ///   `.corrupt` for damage. `.truncated` for missing bytes.
  static func readLeaf(from reader: inout ByteReader) throws(DecodingFailure) -> Self
}

extension PlainLeaf where Self: FixedWidthInteger {
  func writeLeaf(to writer: inout ByteWriter) {
    writer.writePlainInteger(self)
  }

  static func readLeaf(from reader: inout ByteReader) throws(DecodingFailure) -> Self {
    try reader.readPlainInteger()
  }
}

extension Int: PlainLeaf {}
extension Int8: PlainLeaf {}
extension Int16: PlainLeaf {}
extension Int32: PlainLeaf {}
extension Int64: PlainLeaf {}
extension Int128: PlainLeaf {}
extension UInt: PlainLeaf {}
extension UInt8: PlainLeaf {}
extension UInt16: PlainLeaf {}
extension UInt32: PlainLeaf {}
extension UInt64: PlainLeaf {}
extension UInt128: PlainLeaf {}

extension Bool: PlainLeaf {
  func writeLeaf(to writer: inout ByteWriter) {
    writer.write(self ? .isTrue : .isFalse)
  }

  static func readLeaf(from reader: inout ByteReader) throws(DecodingFailure) -> Bool {
    let tag = try reader.readPlainTag()
    guard tag == .isTrue || tag == .isFalse else {
      throw .foreign(expected: "a truth value but \(tag.name)")
    }
    return tag == .isTrue
  }
}

extension Double: PlainLeaf {
  func writeLeaf(to writer: inout ByteWriter) {
    writer.writePlainFloat(self)
  }

  static func readLeaf(from reader: inout ByteReader) throws(DecodingFailure) -> Double {
    try reader.readPlainFloat()
  }
}

extension Float: PlainLeaf {
  func writeLeaf(to writer: inout ByteWriter) {
    writer.writePlainFloat(Double(self))
  }

  static func readLeaf(from reader: inout ByteReader) throws(DecodingFailure) -> Float {
    let value = try reader.readPlainFloat()
    guard !value.isNaN else { return .nan }
    guard let short = Float(exactly: value) else {
      throw .foreign(expected: "a Float but a number with more digits")
    }
    return short
  }
}

extension String: PlainLeaf {
  func writeLeaf(to writer: inout ByteWriter) {
    writer.write(.string)
    writer.writeString(self)
  }

  static func readLeaf(from reader: inout ByteReader) throws(DecodingFailure) -> String {
    let tag = try reader.readPlainTag()
    guard tag == .string else { throw .foreign(expected: "text but \(tag.name)") }
    return try reader.readString()
  }
}

extension Array: PlainLeaf where Element == UInt8 {
  func writeLeaf(to writer: inout ByteWriter) { writeBytes(to: &writer) }

  static func readLeaf(from reader: inout ByteReader) throws(DecodingFailure) -> [UInt8] {
    Array(try reader.readBytes())
  }
}

extension Collection<UInt8> {
  /// Appends the plain form of an array of these bytes.
  func writeBytes(to writer: inout ByteWriter) {
    writer.write(isEmpty ? .array : .bytes)
    writer.writeCount(count)
    writer.write(contentsOf: self)
  }
}

extension ByteReader {
  /// Reads the plain form of an array of bytes.
  mutating func readBytes() throws(DecodingFailure) -> ArraySlice<UInt8> {
    let start = self
    let tag = try readPlainTag()
    guard tag == .bytes || tag == .array else {
      throw .foreign(expected: "bytes but \(tag.name)")
    }
    let bytes = try readSlice(count: readCount())
    guard bytes.isEmpty == (tag == .array) else {
      throw tag == .array
        ? .foreign(expected: "bytes but other items")
        : start.corrupt("an empty array not in its own form")
    }
    return bytes
  }
}
