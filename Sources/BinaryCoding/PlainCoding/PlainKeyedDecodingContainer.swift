// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// Decodes values by key.
  struct PlainKeyedDecodingContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    private let decoder: PlainDecoder
    private let body: ByteReader
    /// The offset of each entry, in ascending order of keys.
    private let entries: [Int]

    var codingPath: [any CodingKey] { decoder.codingPath }

    /// Finds the entries of a map.
    ///
    /// - Throws: `DecodingError` if the value is no map.
    init(decoder: PlainDecoder) throws {
      self.decoder = decoder
      body = try decoder.parts(of: [String: Any].self, .map).body
      var reader = body
      var entries: [Int] = []
      while !reader.isAtEnd {
        entries.append(reader.offset)
        let key = try reader.readSlice(count: reader.readCount())
        decoder.questions?.offer(reader.offset, at: decoder.path, key)
        try reader.skipPlain()
      }
      self.entries = entries
    }

    var allKeys: [Key] {
      entries.compactMap { entry in
        var reader = body.moved(to: entry)
        return (try? reader.readString()).flatMap { Key(stringValue: $0) }
      }
    }

    func contains(_ key: Key) -> Bool {
      find(key.stringValue) != nil
    }

    func decodeNil(forKey key: Key) throws -> Bool {
      try value(of: key).isNil
    }

    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try value(of: key).decode(type)
    }

    // Without these two methods, calls would go to the protocol's methods, which always throw.
    func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 {
      try value(of: key).decode(type)
    }

    func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
      try value(of: key).decode(type)
    }

    func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
      try value(of: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try value(of: key).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
      try value(of: PlainKey.superclass)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
      try value(of: key)
    }

    private func value(of key: any CodingKey) throws -> PlainDecoder {
      guard let reader = find(key.stringValue) else {
        throw DecodingError.keyNotFound(
          key,
          DecodingError.Context(
            codingPath: codingPath, debugDescription: "no value for \"\(key.stringValue)\""))
      }
      return decoder.part(reader, at: key)
    }

    /// A reader of the value of a key; nil if the map lacks the key.
    private func find(_ key: String) -> ByteReader? {
      var range = 0..<entries.count
      while !range.isEmpty {
        let middle = range.lowerBound + range.count / 2
        var reader = body.moved(to: entries[middle])
        guard let found = try? reader.readSlice(count: reader.readCount()) else { return nil }
        if found.elementsEqual(key.utf8) {
          decoder.questions?.ask(reader.offset)
          return reader
        }
        let isBefore = found.lexicographicallyPrecedes(key.utf8)
        range = isBefore ? middle + 1..<range.upperBound : range.lowerBound..<middle
      }
      return nil
    }
  }

#endif
