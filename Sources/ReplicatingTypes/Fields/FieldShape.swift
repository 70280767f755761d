// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingText

/// What bytes say of the type of a field: its kind; behind that of a dictionary the shape of the
/// values, behind that of a model the code of its frame.
///
/// It tells how a field merges, though not what its elements are. So an app can hold a field that it
/// lacks (``FieldShape/heldType``).
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
  private static let unframed = FieldShape([37])
  /// What stands before the code of a model.
  static let modelCode: UInt64 = 38
  /// The plain values of a dictionary.
  static let plain = FieldShape([39])

  static let dictionaryCode = ReplicatingDictionary<Int, Int>.frameKind.code
  static let orderedDictionaryCode = ReplicatingOrderedDictionary<Int, Int>.frameKind.code

  /// How deep dictionaries may lie in dictionaries.
  private static let limit = 16
}

extension FieldShape {
  /// The shape of a type whose values are sent in parts.
  init(of type: (some PersistentReplicable).Type) {
    switch type {
    case let model as any ReplicatingModel.Type: self = Self.model(model)
    case let dictionary as any DictionaryShaped.Type:
      self.init([dictionary.frameKind.code] + dictionary.shapeOfValues.codes)
    case let framed as any Framed.Type: self.init([framed.frameKind.code])
    default: self = .unframed
    }
  }

  private static func model<Model: ReplicatingModel>(_: Model.Type) -> FieldShape {
    FieldShape([modelCode, Model.frameKind.code])
  }

  /// The shape of the values of a dictionary.
  init<Value>(ofValues type: Value.Type) {
    switch type {
    case let type as any PersistentReplicable.Type: self.init(of: type)
    case is any Replicable.Type: self = .whole
    default: self = .plain
    }
  }
}

/// A dictionary, whose values have a shape of their own.
protocol DictionaryShaped: Framed {
  static var shapeOfValues: FieldShape { get }
}

extension ReplicatingDictionary: DictionaryShaped where Key: Codable, Value: Codable {
  static var shapeOfValues: FieldShape { FieldShape(ofValues: Value.self) }
}

extension ReplicatingOrderedDictionary: DictionaryShaped where Key: Codable, Value: Codable {
  static var shapeOfValues: FieldShape { FieldShape(ofValues: Value.self) }
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
  /// The words for what was found in bytes.
  var name: String {
    guard let code = codes.first else { return "nothing" }
    let name = Self.name(of: code)
    guard codes.count > 1, code != Self.modelCode else { return name }
    return "\(name), in it \(FieldShape(Array(codes.dropFirst())).name)"
  }

  private static func name(of code: UInt64) -> String {
    ofFields[code] ?? frames.first { $0.code == code }?.name ?? "a value of kind \(code)"
  }

  /// The kinds that no frame has.
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

/// The key and the shape of a field, by which a version of an app holds it that lacks it.
///
/// Two later versions may use one key for fields of two shapes. Both are held; each refuses the other.
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
