// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// Decodes values in order.
  struct PlainUnkeyedDecodingContainer: UnkeyedDecodingContainer {
    private var decoder: PlainDecoder
    /// A reader at the next item.
    private var items: ByteReader
    /// The questions about the last item of an array of bytes, and the offset of its byte. The
    /// items are read from a copy, whose offsets might be those of other parts.
    private var lastByte: (questions: PlainQuestions, offset: Int)?

    let count: Int?
    private(set) var currentIndex = 0
    var isAtEnd: Bool { items.isAtEnd }
    var codingPath: [any CodingKey] { decoder.codingPath }
    private var nextKey: PlainKey { PlainKey(intValue: currentIndex) }

    /// Begins with the first item of an array.
    ///
    /// - Throws: `DecodingError` if the value is no array.
    init(decoder: PlainDecoder) throws {
      self.decoder = decoder
      let (tag, body) = try decoder.parts(of: [Any].self, .array, .bytes)
      items = tag == .bytes ? try Self.spelledOut(body) : body
      if tag == .bytes, let questions = decoder.questions {
        lastByte = (questions, body.offset + body.remaining - 1)
        self.decoder.questions = nil
      }
      var reader = items
      var count = 0
      var last = reader.offset
      while !reader.isAtEnd {
        last = reader.offset
        try reader.skipPlain()
        count += 1
      }
      self.count = count
      if count > 0 {
        let questions = lastByte?.questions ?? self.decoder.questions
        questions?.offer(lastByte?.offset ?? last, at: decoder.path, "\(count - 1)".utf8)
      }
    }

    mutating func decodeNil() throws -> Bool {
      guard try item(Any?.self).isNil else { return false }
      try pass()
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next(type) }
    // Without these two methods, calls would go to the protocol's methods, which always throw.
    mutating func decode(_ type: Int128.Type) throws -> Int128 { try next(type) }
    mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try next(type) }

    private mutating func next<Value: Decodable>(_ type: Value.Type) throws -> Value {
      let value = try item(type).decode(type)
      try pass()
      return value
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
      keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
      let container = try item([String: Any].self).container(keyedBy: type)
      try pass()
      return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      let container = try item([Any].self).unkeyedContainer()
      try pass()
      return container
    }

    mutating func superDecoder() throws -> any Decoder {
      let decoder = try item((any Decoder).self)
      try pass()
      return decoder
    }

    /// A decoder of the next item.
    private func item(_ type: Any.Type) throws -> PlainDecoder {
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(
          type,
          DecodingError.Context(
            codingPath: codingPath + [nextKey], debugDescription: "no item after the last"))
      }
      decoder.questions?.ask(items.offset)
      if let lastByte, currentIndex + 1 == count { lastByte.questions.ask(lastByte.offset) }
      return decoder.part(items, at: nextKey)
    }

    private mutating func pass() throws {
      try items.skipPlain()
      currentIndex += 1
    }

    /// The items of an array of bytes, each written out as a whole number.
    private static func spelledOut(_ bytes: ByteReader) throws -> ByteReader {
      var reader = bytes
      var writer = ByteWriter(reservingCapacity: 3 * bytes.remaining)
      while !reader.isAtEnd { writer.writePlainInteger(try reader.read()) }
      return ByteReader(writer.bytes)
    }
  }

  /// Decodes one value.
  struct PlainSingleValueDecodingContainer: SingleValueDecodingContainer {
    let decoder: PlainDecoder

    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool {
      decoder.isNil
    }

    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
    // Without these two methods, calls would go to the protocol's methods, which always throw.
    func decode(_ type: Int128.Type) throws -> Int128 { try decoder.decode(type) }
    func decode(_ type: UInt128.Type) throws -> UInt128 { try decoder.decode(type) }
  }

#endif
