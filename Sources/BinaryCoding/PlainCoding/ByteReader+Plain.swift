// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  extension ByteReader {
    /// Reads a value written by ``ByteWriter/writePlain(_:)``.
    ///
    /// The bytes are checked as a whole before the value's `init(from:)` sees any of
    /// them. A whole number may be read as any type that can hold it, and so may a
    /// floating-point number.
    ///
    /// - Throws: `.foreign` if a part is missing or of another kind than the type
    ///   asks for, `.corrupt` and `.truncated` for bytes that are no plain value and
    ///   for what `init(from:)` finds wrong.
    /// - Complexity: O(*n* log *n*) in the value's bytes, and in what `init(from:)`
    ///   does. Memory is in proportion to the bytes.
    public mutating func readPlain<Value: Decodable>(
      _ type: Value.Type = Value.self
    ) throws(DecodingFailure) -> Value {
      if let leaf = type as? any PlainLeaf.Type {
        if let value = try leaf.readLeaf(from: &self) as? Value { return value }
      }
      let start = self
      try scanPlain()
      do {
        return try PlainDecoder(value: start, path: .root).decode(type)
      } catch {
        throw start.failure(error, Value.self)
      }
    }

    /// Words what an `init(from:)` has thrown.
    private func failure(_ error: any Error, _ type: Any.Type) -> DecodingFailure {
      guard let error = error as? DecodingError else {
        return error as? DecodingFailure ?? corrupt("\(type): \(error)")
      }
      switch error {
      case .dataCorrupted(let context):
        // Nothing is wrong with the bytes then; the reader must be told to update.
        if let inner = context.underlyingError as? DecodingFailure, case .newer = inner {
          return inner
        }
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
