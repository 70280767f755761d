// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  extension ByteWriter {
    /// Appends any `Codable` value in its plain form.
    ///
    /// Values that encode the same parts give the same bytes. The order of the keys and the width
    /// of the numbers do not matter. The elements of a `Set` and the entries of a `Dictionary` are
    /// sorted.
    ///
    /// Equal values give different bytes in two cases:
    ///
    /// - An `encode(to:)` hands its own encoder to a `Set`, or to a `Dictionary` that is encoded as
    ///   an array. The items are not sorted, and their order differs from run to run.
    /// - Equal strings consist of different Unicode scalars. Strings are written scalar by scalar.
    ///
    /// All floating-point not-a-number values give the same bytes.
    ///
    /// Sets ``failure`` if the value throws, if it asks for conflicting containers, or if arrays
    /// and keyed parts are nested more than 32 deep, as in a cycle of objects.
    ///
    /// - Complexity: O(*n* log *n*) for *n* parts, or O(*n*²) if one map has *n* nested containers.
    public mutating func writePlain<Value: Encodable>(_ value: Value) {
      if let leaf = PlainBytes.leaf(of: value) { return leaf.writeLeaf(to: &self) }
      let encoder = PlainEncoder()
      do {
        try encoder.fill(with: value)
        if let failure = encoder.storage.session.failure { throw failure }
        encoder.storage.finish(into: &self)
      } catch {
        fail(EncodingFailure(error))
      }
    }
  }

  extension EncodingFailure {
    /// Converts an error that an `encode(to:)` has thrown.
    fileprivate init(_ error: any Error) {
      switch error {
      case let failure as EncodingFailure:
        self = failure
      case EncodingError.invalidValue(_, let context):
        self =
          context.underlyingError as? EncodingFailure
          ?? EncodingFailure(reason: context.debugDescription + context.codingPath.place)
      default:
        self.init(reason: String(describing: error))
      }
    }
  }

#endif
