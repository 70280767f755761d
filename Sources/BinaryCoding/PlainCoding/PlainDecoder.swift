// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  /// Reads one value out of bytes that ``ByteReader/scanPlain()`` has checked.
  struct PlainDecoder: Decoder {
    /// A reader at the value's tag.
    let value: ByteReader
    let path: CodingPath
    /// Notes the parts that `init(from:)` asks for; nil if the caller needs no notes.
    var questions: PlainQuestions? = nil

    var codingPath: [any CodingKey] { path.keys }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(try PlainKeyedDecodingContainer(decoder: self))
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try PlainUnkeyedDecodingContainer(decoder: self)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer {
      PlainSingleValueDecodingContainer(decoder: self)
    }
  }

  extension PlainDecoder {
    /// Whether the value is nil.
    var isNil: Bool { (try? value.peekPlainTag()) == PlainTag.none }

    /// The value, decoded as `type`.
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      var reader = value
      do throws(DecodingFailure) {
        if let leaf = try reader.readPlainLeaf(type) { return leaf }
      } catch {
        throw mismatch(Value.self, error)
      }
      return try decodeParts(type)
    }

    private func decodeParts<Value: Decodable>(_ type: Value.Type) throws -> Value {
      do {
        return try Value(from: self)
      } catch let error as DecodingError where error.isUnknownCase(of: type) {
        // `scanPlain()` has checked the bytes, so a later version of the type wrote them.
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: codingPath, debugDescription: "a case that \(type) lacks",
            underlyingError: DecodingFailure.newerValue(type: "\(type)", part: codingPath.joined)))
      }
    }

    /// The tag and the body of an array or a map. Throws if the tag is none of `tags`.
    func parts(of type: Any.Type, _ tags: PlainTag...) throws -> (tag: PlainTag, body: ByteReader) {
      do throws(DecodingFailure) {
        var reader = value
        let tag = try reader.readPlainTag()
        guard tags.contains(tag) else {
          throw .foreign(expected: "\(tags[0].name) but \(tag.name)")
        }
        return (tag, try reader.readPart())
      } catch {
        throw mismatch(type, error)
      }
    }

    /// A decoder of a part.
    func part(_ reader: ByteReader, at key: any CodingKey) -> PlainDecoder {
      PlainDecoder(value: reader, path: path.appending(key), questions: questions)
    }

    /// The error for an unexpected value, as a `DecodingError`.
    func mismatch(_ type: Any.Type, _ failure: DecodingFailure) -> DecodingError {
      let context = DecodingError.Context(
        codingPath: codingPath, debugDescription: failure.reason, underlyingError: failure)
      guard case .foreign = failure else { return .dataCorrupted(context) }
      return isNil ? .valueNotFound(type, context) : .typeMismatch(type, context)
    }
  }

  extension DecodingFailure {
    /// The fault in words, without the position and the remedy.
    fileprivate var reason: String {
      switch self {
      case .foreign(let expected): "not \(expected)"
      case .corrupt(let what, _): what
      case .truncated, .newer, .older, .newerField, .newerValue, .foreignField, .foreignValue:
        description
      }
    }
  }

  extension DecodingError {
    /// Whether an enumeration's `init(from:)` threw this error because the enumeration lacks the
    /// case. The enumeration has raw values, or an `init(from:)` that the compiler writes.
    fileprivate func isUnknownCase(of type: Any.Type) -> Bool {
      switch self {
      case .dataCorrupted(let context):
        context.underlyingError == nil && type is any RawRepresentable.Type
      case .typeMismatch(let found, let context):
        context.underlyingError == nil && found == type
      default: false
      }
    }
  }

#endif
