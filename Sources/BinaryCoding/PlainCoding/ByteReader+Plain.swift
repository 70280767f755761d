// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  extension ByteReader {
    /// Reads a value written by ``ByteWriter/writePlain(_:)``.
    ///
    /// The bytes are checked as a whole before the value's `init(from:)` sees any of them. A whole
    /// number can be read as any type of whole number that can hold it. The same holds for
    /// floating-point numbers.
    ///
    /// Skips the parts that the type does not ask for.
    ///
    /// - Throws: `.newerValue` for a case that an enumeration lacks. `.foreignValue` for a part
    ///   that is missing or of an unexpected kind, and for other errors of `init(from:)`.
    ///   `.foreign` if the type has no parts and the value is of another kind or is a number that
    ///   the type cannot hold. `.corrupt` and `.truncated` for damage.
    /// - Complexity: O(*n* log *n*) for a value of *n* bytes, plus the work of `init(from:)`.
    ///   O(*n*) memory.
    public mutating func readPlain<Value: Decodable>(
      _ type: Value.Type = Value.self
    ) throws(DecodingFailure) -> Value {
      if let value = try readPlainLeaf(type) { return value }
      return try readPlainParts(type)
    }

    /// Reads a value that is identified by its contents, such as an element of a set. Such a value
    /// cannot keep parts that its type lacks.
    ///
    /// - Throws: `.newerValue` if the value has a part that the type does not ask for.
    package mutating func readWholePlain<Value: Decodable>(
      _ type: Value.Type = Value.self
    ) throws(DecodingFailure) -> Value {
      if let value = try readPlainLeaf(type) { return value }
      let questions = PlainQuestions()
      let value = try readPlainParts(type, noting: questions)
      if let part = questions.firstUnasked {
        throw .newerValue(type: "\(Value.self)", part: part)
      }
      return value
    }

    /// Reads a value of a type without parts. For a type with parts, returns nil and reads no byte.
    mutating func readPlainLeaf<Value>(_ type: Value.Type) throws(DecodingFailure) -> Value? {
      if let leaf = type as? any PlainLeaf.Type { return try leaf.readLeaf(from: &self) as? Value }
      return try PlainBytes.read(type, from: &self)
    }

    /// Reads a value through its `init(from:)`.
    ///
    /// - Parameter questions: The object that notes the parts that `init(from:)` asks for.
    mutating func readPlainParts<Value: Decodable>(
      _ type: Value.Type, noting questions: PlainQuestions? = nil
    ) throws(DecodingFailure) -> Value {
      let start = self
      try scanPlain()
      do {
        return try PlainDecoder(value: start, path: .root, questions: questions).decode(type)
      } catch {
        throw start.failure(error, Value.self)
      }
    }

    /// Converts an error that an `init(from:)` has thrown. `scanPlain()` has checked the bytes
    /// before. So the bytes are undamaged, but the value in them does not fit the type.
    private func failure(_ error: any Error, _ type: Any.Type) -> DecodingFailure {
      guard let error = error as? DecodingError else {
        return error as? DecodingFailure ?? foreign(type, [], "\(error)")
      }
      switch error {
      case .dataCorrupted(let context):
        guard let inner = context.underlyingError as? DecodingFailure else {
          return foreign(type, context.codingPath, context.debugDescription)
        }
        // A framed part is decoded and checked by the type of the part.
        return inner.isNewer
          ? inner : corrupt("\(type): \(context.debugDescription)\(context.codingPath.place)")
      case .keyNotFound(let key, let context):
        return foreign(type, context.codingPath + [key], nil)
      case .typeMismatch(_, let context), .valueNotFound(_, let context):
        return foreign(type, context.codingPath, context.debugDescription)
      @unknown default:
        return foreign(type, [], "\(error)")
      }
    }

    private func foreign(
      _ type: Any.Type, _ path: [any CodingKey], _ found: String?
    ) -> DecodingFailure {
      .foreignValue(type: "\(type)", part: path.joined, found: found)
    }
  }

#endif
