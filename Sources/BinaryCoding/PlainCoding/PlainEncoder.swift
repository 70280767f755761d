// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// Fills a storage with the parts that a value's `encode(to:)` names.
  struct PlainEncoder: Encoder {
    let storage: PlainStorage
    let path: CodingPath
    /// The number of arrays and maps around the value.
    let depth: Int
    /// The number of nested calls of `encode(to:)` around this encoder.
    let calls: Int

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    /// The encoder of a whole value.
    init() {
      storage = PlainStorage(session: PlainStorage.Session())
      path = .root
      depth = 0
      calls = 0
    }

    /// The encoder of a part.
    init(_ storage: PlainStorage, path: CodingPath, depth: Int, calls: Int) {
      self.storage = storage
      self.path = path
      self.depth = depth
      self.calls = calls
    }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
      become(.map)
      return KeyedEncodingContainer(PlainKeyedEncodingContainer(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
      become(.array)
      return PlainUnkeyedEncodingContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer {
      PlainSingleValueEncodingContainer(encoder: self)
    }
  }

  extension PlainEncoder {
    /// The encoded form of a part.
    ///
    /// - Throws: ``EncodingFailure`` at the limit of nesting, and any error of the part's own
    ///   `encode(to:)`.
    func part(_ value: some Encodable, at key: any CodingKey) throws -> PlainPart {
      if let leaf = PlainBytes.leaf(of: value) { return .leaf(leaf) }
      let part = PlainEncoder(
        PlainStorage(session: storage.session), path: path.appending(key), depth: depth + 1,
        calls: calls + 1)
      try part.fill(with: value)
      return .stored(part.storage)
    }

    /// Fills the storage with a value that is not a leaf.
    ///
    /// The depth of calls is limited, too: objects that encode each other as single values nest no
    /// arrays or maps, and could do so forever. After a failure the encoder goes no deeper.
    func fill<Value: Encodable>(with value: Value) throws {
      if let failure = storage.session.failure { throw failure }
      guard calls < PlainTag.callLimit else { throw tooDeep }
      try value.encode(to: self)
      if let type = Value.self as? any HashOrdered.Type {
        storage.sortItems(inGroupsOf: type.groupSize)
      }
    }

    /// An encoder for a part that is filled through a container or by a superclass.
    ///
    /// Beyond the limit of nesting, notes a failure and drops the part.
    func open(_ shape: PlainStorage.Shape, at key: any CodingKey, keyed: Bool) -> PlainEncoder {
      guard depth < PlainTag.nestingLimit else {
        storage.session.note(tooDeep)
        let nowhere = PlainStorage(session: storage.session)
        return PlainEncoder(nowhere, path: path, depth: depth, calls: calls)
      }
      let place = path.appending(key)
      let part =
        keyed
        ? storage.openValue(for: key.stringValue, shape, at: place)
        : storage.appendOpenItem()
      return PlainEncoder(part, path: place, depth: depth + 1, calls: calls)
    }

    private func become(_ shape: PlainStorage.Shape) {
      if depth >= PlainTag.nestingLimit { storage.session.note(tooDeep) }
      storage.become(shape, at: path)
    }

    private var tooDeep: EncodingFailure {
      EncodingFailure(
        reason: "nested deeper than \(PlainTag.nestingLimit) levels\(path.keys.place)")
    }
  }

#endif
