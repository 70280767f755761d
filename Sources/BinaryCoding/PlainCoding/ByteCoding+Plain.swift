// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  extension ByteWriter {
    /// Appends a plain value of the user's.
    ///
    /// Equal values write equal bytes if their `encode(to:)` says the same; a `Set`,
    /// and a `Dictionary` whose keys are neither strings nor integers, say their
    /// elements in an order of the moment. A value that throws, or is nested more
    /// than 64 deep, fails the writer.
    public mutating func writePlain<Value: Encodable>(_ value: Value) {
      do {
        try PlainEncoder.tree(of: value, path: []).encode(to: &self)
      } catch let error as Swift.EncodingError {
        fail(EncodingFailure(reason: error.plainReason))
      } catch {
        fail(EncodingFailure(reason: String(describing: error)))
      }
    }
  }

  extension ByteReader {
    /// Reads a plain value written by ``ByteWriter/writePlain(_:)``.
    public mutating func readPlain<Value: Decodable>(
      _ type: Value.Type = Value.self
    ) throws(DecodingFailure) -> Value {
      let tree = try PlainTree(from: &self)
      do {
        return try PlainDecoder(tree, path: []).value(type)
      } catch let error as Swift.DecodingError {
        throw corrupt("no \(Value.self): \(error.plainReason)")
      } catch {
        throw corrupt("no \(Value.self): \(error)")
      }
    }
  }

  extension Swift.EncodingError {
    fileprivate var plainReason: String {
      switch self {
      case .invalidValue(_, let context): context.debugDescription
      @unknown default: String(describing: self)
      }
    }
  }

  extension Swift.DecodingError {
    fileprivate var plainReason: String {
      switch self {
      case .typeMismatch(_, let context), .valueNotFound(_, let context),
        .keyNotFound(_, let context), .dataCorrupted(let context):
        context.debugDescription
      @unknown default: String(describing: self)
      }
    }
  }
#endif
