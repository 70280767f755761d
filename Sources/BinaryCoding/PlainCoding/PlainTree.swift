// SPDX-License-Identifier: MIT

/// What a `Codable` value says of itself: the tree between its `encode(to:)`
/// and bytes.
///
/// Written as FORMAT.md says under "Plain values". Maps are sorted by the UTF-8
/// of their keys, so that it does not matter in which order a value encodes
/// its properties.
indirect enum PlainTree: Sendable {
  case null
  case bool(Bool)
  case integer(Int128)
  /// Above the greatest signed integer of 128 bits.
  case large(UInt128)
  /// By its bits; every "not a number" is the same one.
  case double(UInt64)
  case string(String)
  case list([PlainTree])
  case map([(key: String, value: PlainTree)])

  /// How deep trees may be nested, so that hostile bytes cannot exhaust a
  /// small stack.
  static let depthLimit = 64

  fileprivate enum Tag: UInt8 {
    case null, no, yes, natural, negative, wide, large, double, string, list, map
  }

  init(_ value: Double) {
    self = .double(value.isNaN ? Double.nan.bitPattern : value.bitPattern)
  }
}

extension PlainTree: BinaryCodable {
  func encode(to writer: inout ByteWriter) {
    switch self {
    case .null: writer.write(.null)
    case .bool(let value): writer.write(value ? .yes : .no)
    case .integer(let value): Self.encode(value, to: &writer)
    case .large(let value):
      writer.write(.large)
      writer.writeFixed(value)
    case .double(let bits):
      writer.write(.double)
      writer.writeFixed(bits)
    case .string(let value):
      writer.write(.string)
      writer.writeString(value)
    case .list(let elements):
      writer.write(.list)
      writer.writeCount(elements.count)
      elements.forEach { $0.encode(to: &writer) }
    case .map(let members):
      writer.write(.map)
      writer.writeCount(members.count)
      for (key, value) in members {
        writer.writeString(key)
        value.encode(to: &writer)
      }
    }
  }

  private static func encode(_ value: Int128, to writer: inout ByteWriter) {
    if let natural = UInt64(exactly: value) {
      writer.write(.natural)
      writer.writeVarint(natural)
    } else if let magnitude = UInt64(exactly: ~value) {
      writer.write(.negative)
      writer.writeVarint(magnitude)
    } else {
      writer.write(.wide)
      writer.writeFixed(UInt128(bitPattern: value))
    }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    try self.init(from: &reader, depth: 0)
  }

  private init(from reader: inout ByteReader, depth: Int) throws(DecodingFailure) {
    guard depth < Self.depthLimit else { throw reader.corrupt("values nested too deeply") }
    guard let tag = Tag(rawValue: try reader.read()) else {
      throw reader.corrupt("an unknown kind of value")
    }
    switch tag {
    case .null: self = .null
    case .no: self = .bool(false)
    case .yes: self = .bool(true)
    case .natural: self = .integer(Int128(try reader.readVarint()))
    case .negative: self = .integer(~Int128(try reader.readVarint()))
    case .wide: self = .integer(try Self.wide(from: &reader))
    case .large: self = .large(try Self.large(from: &reader))
    case .double: self = .double(try Self.bits(from: &reader))
    case .string: self = .string(try reader.readString())
    case .list: self = .list(try Self.list(from: &reader, depth: depth + 1))
    case .map: self = .map(try Self.map(from: &reader, depth: depth + 1))
    }
  }

  private static func wide(from reader: inout ByteReader) throws(DecodingFailure) -> Int128 {
    let value = Int128(bitPattern: try reader.readFixed(UInt128.self))
    guard UInt64(exactly: value) == nil, UInt64(exactly: ~value) == nil else {
      throw reader.corrupt("a number not in its shortest form")
    }
    return value
  }

  private static func large(from reader: inout ByteReader) throws(DecodingFailure) -> UInt128 {
    let value = try reader.readFixed(UInt128.self)
    guard value > UInt128(Int128.max) else {
      throw reader.corrupt("a number not in its shortest form")
    }
    return value
  }

  private static func bits(from reader: inout ByteReader) throws(DecodingFailure) -> UInt64 {
    let bits = try reader.readFixed(UInt64.self)
    guard !Double(bitPattern: bits).isNaN || bits == Double.nan.bitPattern else {
      throw reader.corrupt("an unusual kind of not-a-number")
    }
    return bits
  }

  private static func list(
    from reader: inout ByteReader, depth: Int
  ) throws(DecodingFailure) -> [PlainTree] {
    var elements: [PlainTree] = []
    for _ in 0..<(try reader.readCount()) {
      elements.append(try PlainTree(from: &reader, depth: depth))
    }
    return elements
  }

  private static func map(
    from reader: inout ByteReader, depth: Int
  ) throws(DecodingFailure) -> [(key: String, value: PlainTree)] {
    var members: [(key: String, value: PlainTree)] = []
    for _ in 0..<(try reader.readCount(itemSize: 2)) {
      let key = try reader.readString()
      guard members.last.map({ $0.key.precedesByUTF8(key) }) ?? true else {
        throw reader.corrupt("keys out of order")
      }
      members.append((key, try PlainTree(from: &reader, depth: depth)))
    }
    return members
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ tag: PlainTree.Tag) {
    write(tag.rawValue)
  }
}

extension String {
  /// Compares bytes: `<` takes equivalent spellings for equal.
  func precedesByUTF8(_ other: String) -> Bool {
    utf8.lexicographicallyPrecedes(other.utf8)
  }
}
