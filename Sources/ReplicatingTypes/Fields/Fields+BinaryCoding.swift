// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Written as FORMAT.md says under "Fields": a count, then each part with its
/// length before it. Parts that an older version of a model lacks keep their
/// defaults where there are any: where ``decode(from:)`` reads over a value. By
/// themselves, as in a dictionary, fields have none, and must all be there. Parts that
/// a newer version has added are refused, since saving the value again would lose them.
extension Fields: BinaryCodable {
  public func encode(to writer: inout ByteWriter) {
    writer.writeCount(Self.fieldCount)
    for value in repeat each values { writer.writePrefixed { value.encode(to: &$0) } }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var parts = try FieldParts(from: &reader, count: Self.fieldCount)
    guard parts.count == Self.fieldCount else { throw reader.corrupt("too few fields") }
    values = (repeat try parts.next((each Field).self))
  }

  static var fieldCount: Int {
    var count = 0
    for _ in repeat (each Field).self { count += 1 }
    return count
  }
}

extension Fields: PersistentReplicable {}

extension Fields: FieldGroup {
  public static var fieldTypes: [Any.Type] {
    var types: [Any.Type] = []
    for type in repeat (each Field).self { types.append(type) }
    return types
  }

  public mutating func decode(from reader: inout ByteReader) throws(DecodingFailure) {
    try decode(from: &reader, as: FieldParts.unnamed)
  }

  public mutating func decode(
    from reader: inout ByteReader, as model: String
  ) throws(DecodingFailure) {
    var parts = try FieldParts(from: &reader, count: Self.fieldCount, of: model)
    values = (repeat try parts.next(over: each values))
  }
}

extension Fields.Version: Framed {
  public static var frameKind: FrameKind { FrameKind(code: 20, name: "a version of a model") }

  public func encode(to writer: inout ByteWriter) {
    writer.writeCount(Fields<repeat each Field>.fieldCount)
    for value in repeat each values { writer.writePrefixed { value.encode(to: &$0) } }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var parts = try FieldParts(from: &reader, count: Fields<repeat each Field>.fieldCount)
    values = (repeat try parts.next(default: (each Field).Version()))
  }
}

extension Fields.Delta: Framed {
  public static var frameKind: FrameKind { FrameKind(code: 21, name: "a change of a model") }

  public func encode(to writer: inout ByteWriter) {
    writer.writeCount(Fields<repeat each Field>.fieldCount)
    for value in repeat each values { writer.writePrefixed { value?.encode(to: &$0) } }
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    var parts = try FieldParts(from: &reader, count: Fields<repeat each Field>.fieldCount)
    values = (repeat try parts.nextIfAny((each Field).Delta.self))
  }
}

/// Takes the parts of fields out one by one.
private struct FieldParts {
  private var reader: ByteReader
  private(set) var count: Int
  private var left: Int

  /// What a model is called where its type is not known.
  static let unnamed = "a model"

  /// - Parameters:
  ///   - known: How many parts this version of the model has.
  ///   - model: What errors call the model.
  init(
    from reader: inout ByteReader, count known: Int, of model: String = unnamed
  ) throws(DecodingFailure) {
    count = try reader.readCount()
    guard count <= known else { throw .newerModel(name: model, fields: count, known: known) }
    left = count
    let start = reader
    for _ in 0..<count { _ = try reader.readPart() }
    self.reader = start
  }

  mutating func next<Part: BinaryCodable>(_ type: Part.Type) throws(DecodingFailure) -> Part {
    var part = try reader.readPart()
    left -= 1
    let value = try Part(from: &part)
    try part.expectEnd()
    return value
  }

  mutating func next<Part: BinaryCodable>(default value: Part) throws(DecodingFailure) -> Part {
    left > 0 ? try next(Part.self) : value
  }

  mutating func next<Part: PersistentReplicable>(
    over value: Part
  ) throws(DecodingFailure) -> Part {
    guard left > 0 else { return value }
    var part = try reader.readPart()
    left -= 1
    var value = value
    try value.decode(from: &part)
    try part.expectEnd()
    return value
  }

  /// The next part, nil if it is empty.
  mutating func nextIfAny<Part: BinaryCodable>(
    _ type: Part.Type
  ) throws(DecodingFailure) -> Part? {
    guard left > 0 else { return nil }
    var look = reader
    guard try look.readPart().isAtEnd else { return try next(type) }
    reader = look
    left -= 1
    return nil
  }
}
