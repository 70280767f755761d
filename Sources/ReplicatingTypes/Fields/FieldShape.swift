// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingText

/// The type of a field as written in bytes: the code of the field's kind. For a dictionary, the
/// shape of the values follows. For a model, the code of the model's frame follows.
///
/// The shape determines how a field merges, and does not depend on the type of elements. So an
/// older version of the app, which lacks the field, can hold and merge the field
/// (``FieldShape/heldType``).
struct FieldShape: Hashable, Sendable {
  let codes: [UInt64]

  init(_ codes: [UInt64]) {
    self.codes = codes
  }

  /// A value that only merges and travels whole.
  static let whole = FieldShape([35])
  /// A plain value that is set once.
  static let constant = FieldShape([36])
  /// A value that is sent in parts and has no frame of its own.
  static let unframed = FieldShape([37])
  /// The code that precedes the code of a model's frame.
  static let modelCode: UInt64 = 38
  /// The plain values of a dictionary.
  static let plain = FieldShape([39])

  static let dictionaryCode = ReplicatingDictionary<Int, Int>.frameKind.code
  static let orderedDictionaryCode = ReplicatingOrderedDictionary<Int, Int>.frameKind.code

  /// The greatest depth: the nested dictionaries, plus 1 for the values of the innermost one.
  private static let limit = 16
}

extension FieldShape: BinaryCodable {
  func encode(to writer: inout ByteWriter) { codes.forEach { writer.writeVarint($0) } }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    var codes: [UInt64] = []
    var isWhole = false
    while !isWhole {
      guard codes.count < Self.limit else { throw reader.corrupt("values nested too deep") }
      let code = try reader.readVarint()
      if code == 0 { throw .unknownForm }
      codes.append(code)
      if code == Self.modelCode { codes.append(try reader.readVarint()) }
      isWhole = code != Self.dictionaryCode && code != Self.orderedDictionaryCode
    }
    self.init(codes)
  }
}

extension FieldShape {
  /// The name of the shape in error messages.
  var name: String {
    guard let code = codes.first else { return "nothing" }
    let name = Self.name(of: code)
    guard codes.count > 1, code != Self.modelCode else { return name }
    return "\(name), in it \(FieldShape(Array(codes.dropFirst())).name)"
  }

  private static func name(of code: UInt64) -> String {
    ofFields[code] ?? frames.first { $0.code == code }?.name ?? "a value of kind \(code)"
  }

  /// The names of the codes that are not codes of frames.
  private static let ofFields: [UInt64: String] = [
    35: "a value that travels whole", 36: "a constant", 37: "a value without a frame",
    38: "a model of another kind", 39: "plain values",
  ]

  private static let frames: [FrameKind] = [
    ReplicatingText.frameKind, ReplicatingRegister<Int>.frameKind,
    ReplicatingMultiValueRegister<Int>.frameKind, ReplicatingCounter.frameKind,
    ReplicatingSet<Int>.frameKind, ReplicatingAddOnlySet<Int>.frameKind,
    ReplicatingOrderedSet<Int>.frameKind, ReplicatingArray<Int>.frameKind,
    ReplicatingDictionary<Int, Int>.frameKind, ReplicatingOrderedDictionary<Int, Int>.frameKind,
  ]
}

/// The key and the shape of a field. An older version of the app, which lacks the field, holds the
/// field under this id.
///
/// Two later versions of the app may use one key for fields of two shapes. This version holds both
/// fields. Each of the two later versions refuses the other's field.
struct FieldID: Hashable, Comparable, Sendable {
  let key: [UInt8]
  let shape: FieldShape

  static func < (left: Self, right: Self) -> Bool {
    left.key == right.key
      ? left.shape.codes.lexicographicallyPrecedes(right.shape.codes)
      : left.key.lexicographicallyPrecedes(right.key)
  }

  var name: String { String(decoding: key, as: UTF8.self) }
}

extension FieldID: BinaryCodable {
  func encode(to writer: inout ByteWriter) {
    writer.writePrefixed(key)
    shape.encode(to: &writer)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    key = Array(try reader.readUTF8())
    shape = try FieldShape(from: &reader)
  }
}
