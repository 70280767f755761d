// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// Encodes values by key.
  struct PlainKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: PlainEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) {
      encoder.storage.setValue(for: key.stringValue, .none)
    }

    func encode(_ value: some Encodable, forKey key: Key) throws { try set(value, for: key) }
    // Without these two methods, calls would go to the protocol's methods, which always throw.
    func encode(_ value: Int128, forKey key: Key) throws { try set(value, for: key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try set(value, for: key) }

    private func set(_ value: some Encodable, for key: Key) throws {
      encoder.storage.setValue(for: key.stringValue, try encoder.part(value, at: key))
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
      encoder.open(.map, at: key, keyed: true).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      encoder.open(.array, at: key, keyed: true).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
      encoder.open(.empty, at: PlainKey.superclass, keyed: true)
    }

    func superEncoder(forKey key: Key) -> any Encoder {
      encoder.open(.empty, at: key, keyed: true)
    }
  }

  /// Encodes values in order.
  struct PlainUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let encoder: PlainEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.storage.count }
    private var nextKey: PlainKey { PlainKey(intValue: count) }

    init(encoder: PlainEncoder) {
      self.encoder = encoder
    }

    func encodeNil() {
      encoder.storage.appendItem(.none)
    }

    func encode(_ value: some Encodable) throws { try append(value) }
    // Without these two methods, calls would go to the protocol's methods, which always throw.
    func encode(_ value: Int128) throws { try append(value) }
    func encode(_ value: UInt128) throws { try append(value) }

    private func append(_ value: some Encodable) throws {
      encoder.storage.appendItem(try encoder.part(value, at: nextKey))
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type
    ) -> KeyedEncodingContainer<NestedKey> {
      encoder.open(.map, at: nextKey, keyed: false).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      encoder.open(.array, at: nextKey, keyed: false).unkeyedContainer()
    }

    func superEncoder() -> any Encoder {
      encoder.open(.empty, at: nextKey, keyed: false)
    }
  }

  /// Encodes one value.
  struct PlainSingleValueEncodingContainer: SingleValueEncodingContainer {
    let encoder: PlainEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil() {
      encoder.storage.become(.single, at: encoder.path)
      encoder.storage.setSingle(.none)
    }

    func encode(_ value: some Encodable) throws { try set(value) }
    // Without these two methods, calls would go to the protocol's methods, which always throw.
    func encode(_ value: Int128) throws { try set(value) }
    func encode(_ value: UInt128) throws { try set(value) }

    private func set(_ value: some Encodable) throws {
      if let leaf = PlainBytes.leaf(of: value) {
        encoder.storage.become(.single, at: encoder.path)
        encoder.storage.setSingle(.leaf(leaf))
      } else {
        let inner = PlainEncoder(
          encoder.storage, path: encoder.path, depth: encoder.depth, calls: encoder.calls + 1)
        try inner.fill(with: value)
      }
    }
  }

#endif
