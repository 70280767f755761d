// SPDX-License-Identifier: MIT

/// A plain value of an unknown type. Its bytes are written as they were read.
///
/// Two contents are equal if they have the same bytes, or if they differ only in ways that Swift's
/// equality ignores: composed strings equal decomposed strings, and 0 equals -0.
package struct PlainContent: PlainValue, Sendable {
  /// One value in its plain form, or empty for `none`.
  package let bytes: [UInt8]

  /// A placeholder for a value that was never set. It has no bytes, and is never written.
  package static let none = PlainContent(bytes: [])
}

extension PlainContent: Hashable {
  package static func == (left: Self, right: Self) -> Bool {
    left.bytes == right.bytes || left.tokens == right.tokens
  }

  package func hash(into hasher: inout Hasher) { tokens.hash(into: &hasher) }

  /// A part of the value, in the form that equality compares.
  private enum Token: Hashable {
    case leaf(ArraySlice<UInt8>)
    case text(String)
    case number(Double)
    case opened(PlainTag)
    case closed
  }

  private var tokens: [Token] { (try? Self.tokens(of: bytes)) ?? [.leaf(bytes[...])] }

  private static func tokens(of bytes: [UInt8]) throws(DecodingFailure) -> [Token] {
    var reader = ByteReader(bytes)
    var tokens: [Token] = []
    var open: [(end: Int, isMap: Bool)] = []
    while !reader.isAtEnd {
      if open.last?.isMap == true { tokens.append(.text(try reader.readString())) }
      tokens.append(try token(from: &reader, &open))
      while let part = open.last, reader.offset >= part.end {
        open.removeLast()
        tokens.append(.closed)
      }
    }
    return tokens
  }

  private static func token(
    from reader: inout ByteReader, _ open: inout [(end: Int, isMap: Bool)]
  ) throws(DecodingFailure) -> Token {
    let start = reader
    switch try reader.peekPlainTag() {
    case .string: return .text(try String.readLeaf(from: &reader))
    case .binary32, .binary64: return .number(try Double.readLeaf(from: &reader))
    case let tag where tag == .array || tag == .map:
      _ = try reader.readPlainTag()
      let count = try reader.readCount()
      open.append((reader.offset + count, tag == .map))
      return .opened(tag)
    default:
      try reader.skipPlain()
      return .leaf(start.bytes[start.offset..<reader.offset])
    }
  }
}

/// A content is written as its bytes.
extension PlainContent: PlainLeaf {
  func writeLeaf(to writer: inout ByteWriter) { writer.write(contentsOf: bytes) }

  static func readLeaf(from reader: inout ByteReader) throws(DecodingFailure) -> PlainContent {
    let start = reader
    try reader.scanPlain()
    return PlainContent(bytes: Array(start.bytes[start.offset..<reader.offset]))
  }
}

#if hasFeature(Embedded)
  extension PlainContent {
    package func encodePlain(to writer: inout ByteWriter) { writeLeaf(to: &writer) }

    package init(plainFrom reader: inout ByteReader) throws(DecodingFailure) {
      self = try Self.readLeaf(from: &reader)
    }
  }
#endif
