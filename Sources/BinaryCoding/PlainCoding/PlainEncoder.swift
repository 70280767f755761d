// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  /// Listens to a value's `encode(to:)` and makes a ``PlainTree`` of it.
  final class PlainEncoder: Encoder {
    /// A place in the tree that is still being filled.
    final class Box {
      enum Content {
        case tree(PlainTree)
        case list([Box])
        case map([String: Box])
      }

      var content: Content?

      /// The finished tree. A value that encoded nothing is an empty map.
      var tree: PlainTree {
        switch content {
        case .tree(let tree): tree
        case .list(let boxes): .list(boxes.map(\.tree))
        case .map(let boxes):
          .map(
            boxes.map { (key: $0.key, value: $0.value.tree) }
              .sorted { $0.key.precedesByUTF8($1.key) })
        case nil: .map([])
        }
      }
    }

    let codingPath: [any CodingKey]
    let userInfo: [CodingUserInfoKey: Any] = [:]
    let box: Box

    init(_ box: Box, path: [any CodingKey]) {
      self.box = box
      codingPath = path
    }

    static func tree<Value: Encodable>(
      of value: Value, path: [any CodingKey]
    ) throws -> PlainTree {
      if let tree = scalar(value) { return tree }
      guard path.count < PlainTree.depthLimit - 1 else {
        throw EncodingError.invalidValue(
          value, .init(codingPath: path, debugDescription: "it is nested too deeply"))
      }
      let encoder = PlainEncoder(Box(), path: path)
      try value.encode(to: encoder)
      return encoder.box.tree
    }

    /// The tree of a value that is neither list nor map, without going through
    /// its `encode(to:)`.
    static func scalar(_ value: some Encodable) -> PlainTree? {
      switch value {
      case let value as String: .string(value)
      case let value as Bool: .bool(value)
      case let value as Double: PlainTree(value)
      case let value as Float: PlainTree(Double(value))
      case let value as UInt128:
        value > UInt128(Int128.max) ? .large(value) : .integer(Int128(value))
      case let value as any FixedWidthInteger & Encodable:
        Int128(exactly: value).map { .integer($0) }
      default: nil
      }
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      KeyedEncodingContainer(PlainKeyedEncoding<Key>(box, path: codingPath))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      PlainListEncoding(box, path: codingPath)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
      PlainSingleEncoding(box: box, codingPath: codingPath)
    }
  }

  private struct PlainKeyedEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let box: PlainEncoder.Box
    let codingPath: [any CodingKey]

    init(_ box: PlainEncoder.Box, path: [any CodingKey]) {
      self.box = box
      codingPath = path
      if box.content == nil { box.content = .map([:]) }
    }

    private func member(_ key: any CodingKey) -> PlainEncoder.Box {
      let member = PlainEncoder.Box()
      if case .map(var members) = box.content {
        box.content = nil
        members[key.stringValue] = member
        box.content = .map(members)
      }
      return member
    }

    mutating func encodeNil(forKey key: Key) {
      member(key).content = .tree(.null)
    }

    mutating func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      member(key).content = .tree(try PlainEncoder.tree(of: value, path: codingPath + [key]))
    }

    mutating func encode(_ value: Int128, forKey key: Key) throws {
      member(key).content = .tree(try PlainEncoder.tree(of: value, path: codingPath + [key]))
    }

    mutating func encode(_ value: UInt128, forKey key: Key) throws {
      member(key).content = .tree(try PlainEncoder.tree(of: value, path: codingPath + [key]))
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Nested> {
      KeyedEncodingContainer(PlainKeyedEncoding<Nested>(member(key), path: codingPath + [key]))
    }

    mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      PlainListEncoding(member(key), path: codingPath + [key])
    }

    mutating func superEncoder() -> any Encoder {
      let key = PlainKey(stringValue: "super")
      return PlainEncoder(member(key), path: codingPath + [key])
    }

    mutating func superEncoder(forKey key: Key) -> any Encoder {
      PlainEncoder(member(key), path: codingPath + [key])
    }
  }

  private struct PlainListEncoding: UnkeyedEncodingContainer {
    let box: PlainEncoder.Box
    let codingPath: [any CodingKey]
    private(set) var count = 0

    init(_ box: PlainEncoder.Box, path: [any CodingKey]) {
      self.box = box
      codingPath = path
      if box.content == nil { box.content = .list([]) }
    }

    private mutating func next() -> (box: PlainEncoder.Box, path: [any CodingKey]) {
      let element = PlainEncoder.Box()
      if case .list(var elements) = box.content {
        box.content = nil
        elements.append(element)
        box.content = .list(elements)
      }
      defer { count += 1 }
      return (element, codingPath + [PlainKey(intValue: count)])
    }

    mutating func encodeNil() {
      next().box.content = .tree(.null)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
      try append(value)
    }

    mutating func encode(_ value: Int128) throws {
      try append(value)
    }

    mutating func encode(_ value: UInt128) throws {
      try append(value)
    }

    private mutating func append(_ value: some Encodable) throws {
      let (box, path) = next()
      box.content = .tree(try PlainEncoder.tree(of: value, path: path))
    }

    mutating func nestedContainer<Nested: CodingKey>(
      keyedBy type: Nested.Type
    ) -> KeyedEncodingContainer<Nested> {
      let (box, path) = next()
      return KeyedEncodingContainer(PlainKeyedEncoding<Nested>(box, path: path))
    }

    mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      let (box, path) = next()
      return PlainListEncoding(box, path: path)
    }

    mutating func superEncoder() -> any Encoder {
      let (box, path) = next()
      return PlainEncoder(box, path: path)
    }
  }

  private struct PlainSingleEncoding: SingleValueEncodingContainer {
    let box: PlainEncoder.Box
    let codingPath: [any CodingKey]

    mutating func encodeNil() {
      box.content = .tree(.null)
    }

    mutating func encode<Value: Encodable>(_ value: Value) throws {
      try set(value)
    }

    mutating func encode(_ value: Int128) throws {
      try set(value)
    }

    mutating func encode(_ value: UInt128) throws {
      try set(value)
    }

    private func set(_ value: some Encodable) throws {
      let path = codingPath + [PlainKey(stringValue: "value")]
      box.content = .tree(try PlainEncoder.tree(of: value, path: path))
    }
  }

  /// A key for what has none of its own.
  struct PlainKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
      self.stringValue = stringValue
      intValue = nil
    }

    init(intValue: Int) {
      stringValue = String(intValue)
      self.intValue = intValue
    }
  }
#endif
