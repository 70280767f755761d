// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  extension ByteReader {
    /// Reads a value written by ``ByteWriter/writePlain(_:)``.
    ///
    /// The bytes are checked as a whole before the value's `init(from:)` sees any of them. A whole
    /// number can be read as any type of whole number that can hold it. The same holds for
    /// floating-point numbers.
    ///
    /// Parts that the type does not ask for are skipped.
    ///
    /// - Throws: `.newerValue` for a case that an enumeration lacks, `.foreign` if a part is
    ///   missing or of another kind than the type asks for, `.corrupt` and `.truncated` for bytes
    ///   that are no plain value and for other errors of `init(from:)`.
    /// - Complexity: O(*n* log *n*) in the value's bytes, plus the work of `init(from:)`. Memory is
    ///   in proportion to the bytes.
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

    /// Reads a value without parts, if the type is a leaf.
    mutating func readPlainLeaf<Value>(_ type: Value.Type) throws(DecodingFailure) -> Value? {
      if let leaf = type as? any PlainLeaf.Type { return try leaf.readLeaf(from: &self) as? Value }
      return try PlainBytes.read(type, from: &self)
    }

    /// Reads a value through its `init(from:)`.
    ///
    /// - Parameter questions: Notes the parts that the value asks for.
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

    /// Converts an error that an `init(from:)` has thrown.
    private func failure(_ error: any Error, _ type: Any.Type) -> DecodingFailure {
      guard let error = error as? DecodingError else {
        return error as? DecodingFailure ?? corrupt("\(type): \(error)")
      }
      switch error {
      case .dataCorrupted(let context):
        // The bytes are sound, and the reader must be told to update.
        if let inner = context.underlyingError as? DecodingFailure, inner.isNewer { return inner }
        return corrupt("\(type): \(context.debugDescription)\(context.codingPath.place)")
      case .keyNotFound(_, let context), .typeMismatch(_, let context),
        .valueNotFound(_, let context):
        return .foreign(
          expected: "\(type) (\(context.debugDescription)\(context.codingPath.place))")
      @unknown default:
        return corrupt("\(type): \(error)")
      }
    }
  }

#endif
