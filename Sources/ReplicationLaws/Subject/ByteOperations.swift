// SPDX-License-Identifier: MIT

import BinaryCoding

/// The encoding and decoding of a `BinaryCodable` type. A type that is only `Codable` is written in
/// its plain form, which sorts unordered contents.
struct ByteOperations<Content> {
  let encode: (Content) throws(EncodingFailure) -> [UInt8]
  let decode: ([UInt8]) throws(DecodingFailure) -> Content
  /// Whether the type is `Framed`, so that a script can write `encoded()`.
  let isFramed: Bool

  /// Looks up conformances at run time, so that generic code gets the same operations as concrete
  /// code. Nil if the type has no encoding.
  init?() {
    if let type = Content.self as? any Framed.Type {
      self = Self.framed(type)
    } else if let type = Content.self as? any BinaryCodable.Type {
      self = Self.unframed(type)
    } else if let type = Content.self as? any Codable.Type {
      self = Self.plain(type)
    } else {
      return nil
    }
  }

  init(
    isFramed: Bool, encode: @escaping (Content) throws(EncodingFailure) -> [UInt8],
    decode: @escaping ([UInt8]) throws(DecodingFailure) -> Content
  ) {
    self.isFramed = isFramed
    self.encode = encode
    self.decode = decode
  }

  private static func framed<Type: Framed>(_: Type.Type) -> Self {
    Self(
      isFramed: true, { (value: Type) throws(EncodingFailure) in try value.encoded() },
      { (bytes) throws(DecodingFailure) in try Type(encoded: bytes) })
  }

  private static func unframed<Type: BinaryCodable>(_: Type.Type) -> Self {
    Self(
      isFramed: false, { (value: Type) throws(EncodingFailure) in try encodedBytes(of: value) },
      { (bytes) throws(DecodingFailure) in try decoded(Type.self, from: bytes) })
  }

  private static func plain<Type: Codable>(_: Type.Type) -> Self {
    Self(
      isFramed: false, { (value: Type) throws(EncodingFailure) in try encodedBytes(of: value) },
      { (bytes) throws(DecodingFailure) in try plainDecoded(Type.self, from: bytes) })
  }

  /// Makes the operations of `Type`, which must be the same type as `Content`.
  private init<Type>(
    isFramed: Bool, _ encode: @escaping (Type) throws(EncodingFailure) -> [UInt8],
    _ decode: @escaping ([UInt8]) throws(DecodingFailure) -> Type
  ) {
    self.init(
      isFramed: isFramed,
      encode: { (content) throws(EncodingFailure) in try encode(known(content)) },
      decode: { (bytes) throws(DecodingFailure) in known(try decode(bytes)) })
  }
}

/// A value, cast to a type that it is known to have.
func known<Known>(_ value: Any, as type: Known.Type = Known.self) -> Known {
  guard let value = value as? Known else {
    preconditionFailure("\(value) was taken for a \(type)")
  }
  return value
}

// MARK: In scripts

extension ByteOperations {
  /// The source of the encoded bytes of a named value.
  func encodedSource(_ name: String) -> String {
    isFramed ? "\(name).encoded()" : "encodedBytes(of: \(name))"
  }

  /// The source that encodes and decodes a named value.
  ///
  /// - Parameter type: The name of the type. Without it, the source uses `type(of:)`.
  func reopenedSource(_ name: String, as type: String? = nil) -> String {
    guard isFramed else { return "reopened(\(name))" }
    let type = type ?? "type(of: \(name)).init"
    return "\(type)(encoded: \(name).encoded())"
  }
}

/// The bytes of a value that is not `Framed`, for the scripts of violations. The bytes begin with
/// the table of identifiers that the value refers to.
///
/// - Throws: `EncodingFailure` if the value refuses to be encoded.
public func encodedBytes<Value: BinaryCodable>(
  of value: Value
) throws(EncodingFailure) -> [UInt8] {
  var writer = ByteWriter()
  value.encode(to: &writer)
  if let failure = writer.failure { throw failure }
  var table = ByteWriter()
  table.writeCount(writer.identifiers.count)
  for identifier in writer.identifiers { table.writeFixed(identifier) }
  return table.bytes + writer.bytes
}

/// The value decoded from the bytes of `encodedBytes(of:)`, for the scripts of violations.
///
/// - Throws: `EncodingFailure` or `DecodingFailure`.
public func reopened<Value: BinaryCodable>(_ value: Value) throws -> Value {
  try decoded(Value.self, from: encodedBytes(of: value))
}

/// The bytes of a value that is only `Codable`, for the scripts of violations.
///
/// - Throws: `EncodingFailure` if the value refuses to be encoded.
@_disfavoredOverload
public func encodedBytes<Value: Encodable>(of value: Value) throws(EncodingFailure) -> [UInt8] {
  var writer = ByteWriter()
  writer.writePlain(value)
  if let failure = writer.failure { throw failure }
  return writer.bytes
}

/// The value decoded from the bytes of `encodedBytes(of:)`, for the scripts of violations.
///
/// - Throws: `EncodingFailure` or `DecodingFailure`.
@_disfavoredOverload
public func reopened<Value: Codable>(_ value: Value) throws -> Value {
  try plainDecoded(Value.self, from: encodedBytes(of: value))
}

private func plainDecoded<Value: Decodable>(
  _ type: Value.Type, from bytes: [UInt8]
) throws(DecodingFailure) -> Value {
  var reader = ByteReader(bytes)
  let value = try reader.readPlain(type)
  try reader.expectEnd()
  return value
}

private func decoded<Value: BinaryCodable>(
  _ type: Value.Type, from bytes: [UInt8]
) throws(DecodingFailure) -> Value {
  var table = ByteReader(bytes)
  var identifiers: [UInt128] = []
  for _ in 0..<(try table.readCount(itemSize: 16)) { identifiers.append(try table.readFixed()) }
  var reader = ByteReader(bytes, in: table.offset..<bytes.count, identifiers: identifiers)
  let value = try Value(from: &reader)
  try reader.expectEnd()
  return value
}
