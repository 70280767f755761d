// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  extension ByteWriter {
    /// Appends any `Codable` value in its plain form.
    ///
    /// Values that encode the same parts give the same bytes. The order of their keys and the width
    /// of their numbers do not matter. The elements of a `Set` and the entries of a `Dictionary`
    /// are sorted.
    ///
    /// There are two exceptions, in which equal values give different bytes:
    ///
    /// - An `encode(to:)` hands its own encoder to a `Set`, or to a `Dictionary` whose keys are
    ///   neither strings nor whole numbers. The items are not sorted, and their order differs from
    ///   run to run.
    /// - Equal strings are composed differently. Strings are written scalar by scalar.
    ///
    /// Every not-a-number is written in the same form.
    ///
    /// Sets ``failure`` if the value throws, or if its arrays and keyed parts are nested more than
    /// 32 deep, as in a cycle of objects.
    ///
    /// - Complexity: O(*n* log *n*) for *n* parts.
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
