// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  /// Answers a type's `init(from:)` out of a ``PlainTree``.
  struct PlainDecoder: Decoder {
    let tree: PlainTree
    let codingPath: [any CodingKey]
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    init(_ tree: PlainTree, path: [any CodingKey]) {
      self.tree = tree
      codingPath = path
    }

    /// Makes a value. A type that asks for the same value again and again
    /// within itself would never end: its path is cut.
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
      guard codingPath.count <= PlainTree.depthLimit else { throw mismatch(type) }
      if let scalar = try scalar(type), let result = scalar as? Value { return result }
      return try type.init(from: self)
    }

    private func scalar(_ type: any Decodable.Type) throws -> Any? {
      switch type {
      case is String.Type:
        guard case .string(let value) = tree else { throw mismatch(type) }
        return value
      case is Bool.Type:
        guard case .bool(let value) = tree else { throw mismatch(type) }
        return value
      case is Double.Type:
        guard case .double(let bits) = tree else { throw mismatch(type) }
        return Double(bitPattern: bits)
      case is Float.Type:
        guard case .double(let bits) = tree else { throw mismatch(type) }
        return Float(Double(bitPattern: bits))
      case let type as any (FixedWidthInteger & Decodable).Type:
        return try integer(type)
      default: return nil
      }
    }

    private func integer<Value: FixedWidthInteger & Decodable>(_ type: Value.Type) throws -> Value {
      let value: Value? =
        switch tree {
        case .integer(let value): Value(exactly: value)
        case .large(let value): Value(exactly: value)
        default: nil
        }
      guard let value else { throw mismatch(type) }
      return value
    }

    func mismatch(_ type: any Any.Type) -> DecodingError {
      .typeMismatch(
        type, .init(codingPath: codingPath, debugDescription: "\(tree.kind) is not of this type"))
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      guard case .map(let members) = tree else { throw mismatch([String: Any].self) }
      return KeyedDecodingContainer(PlainKeyedDecoding<Key>(members, path: codingPath))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      guard case .list(let elements) = tree else { throw mismatch([Any].self) }
      return PlainListDecoding(elements: elements, codingPath: codingPath)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
      PlainSingleDecoding(decoder: self)
    }
  }

  extension PlainTree {
    fileprivate var kind: String {
      switch self {
      case .null: "nothing"
      case .bool: "a truth value"
      case .integer, .large: "an integer"
      case .double: "a number"
      case .string: "a string"
      case .list: "a list"
      case .map: "a group of properties"
      }
    }

    fileprivate var isNull: Bool {
      if case .null = self { true } else { false }
    }
  }

  private struct PlainKeyedDecoding<Key: CodingKey>: KeyedDecodingContainerProtocol {
    /// By their exact spelling: keys that are equivalent may both be there.
    let members: [[UInt8]: PlainTree]
    let names: [String]
    let codingPath: [any CodingKey]

    init(_ members: [(key: String, value: PlainTree)], path: [any CodingKey]) {
      names = members.map(\.key)
      self.members = Dictionary(
        members.map { (Array($0.key.utf8), $0.value) }, uniquingKeysWith: { first, _ in first })
      codingPath = path
    }

    var allKeys: [Key] { names.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { members[Array(key.stringValue.utf8)] != nil }

    private func decoder(_ key: any CodingKey) throws -> PlainDecoder {
      guard let tree = members[Array(key.stringValue.utf8)] else {
        throw DecodingError.keyNotFound(
          key,
          .init(
            codingPath: codingPath, debugDescription: "the property \(key.stringValue) is missing"))
      }
      return PlainDecoder(tree, path: codingPath + [key])
    }

    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).tree.isNull }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder(key).value(type)
    }

    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
      try decoder(key).value(type)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
      try decoder(key).value(type)
    }

    func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<Nested> {
      try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try decoder(key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder { try decoder(PlainKey(stringValue: "super")) }

    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
  }

  private struct PlainListDecoding: UnkeyedDecodingContainer {
    let elements: [PlainTree]
    let codingPath: [any CodingKey]
    private(set) var currentIndex = 0

    init(elements: [PlainTree], codingPath: [any CodingKey]) {
      self.elements = elements
      self.codingPath = codingPath
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private func current(_ type: any Any.Type) throws -> PlainDecoder {
      let path = codingPath + [PlainKey(intValue: currentIndex)]
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          type, .init(codingPath: path, debugDescription: "the list ends too early"))
      }
      return PlainDecoder(elements[currentIndex], path: path)
    }

    mutating func decodeNil() throws -> Bool {
      guard try current(Never.self).tree.isNull else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try next(type)
    }

    mutating func decode(_ type: Int128.Type) throws -> Int128 {
      try next(type)
    }

    mutating func decode(_ type: UInt128.Type) throws -> UInt128 {
      try next(type)
    }

    private mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let value = try current(type).value(type)
      currentIndex += 1
      return value
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) throws -> KeyedDecodingContainer<Nested> {
      let container = try current([String: Any].self).container(keyedBy: type)
      currentIndex += 1
      return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      let container = try current([Any].self).unkeyedContainer()
      currentIndex += 1
      return container
    }

    mutating func superDecoder() throws -> any Decoder {
      let decoder = try current((any Decoder).self)
      currentIndex += 1
      return decoder
    }
  }

  private struct PlainSingleDecoding: SingleValueDecodingContainer {
    let decoder: PlainDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.tree.isNull }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try value(type)
    }

    func decode(_ type: Int128.Type) throws -> Int128 {
      try value(type)
    }

    func decode(_ type: UInt128.Type) throws -> UInt128 {
      try value(type)
    }

    private func value<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let path = codingPath + [PlainKey(stringValue: "value")]
      return try PlainDecoder(decoder.tree, path: path).value(type)
    }
  }
#endif
