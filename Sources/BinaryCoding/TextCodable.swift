// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  /// A value that any `Codable` format stores as its text, even as the key of a dictionary.
  ///
  /// The text of a value is its `description`. `init(_:)` must return nil for any other text, so
  /// that a value has only one text.
  public protocol TextCodable: LosslessStringConvertible, Codable, CodingKeyRepresentable {}

  extension TextCodable {
    /// Encodes the text.
    ///
    /// - Throws: Any error of the encoder.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(description)
    }

    /// Reads the text that ``encode(to:)`` wrote.
    ///
    /// - Throws: `DecodingError.dataCorrupted` for any other text, and any error of the decoder.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      guard let value = Self(try container.decode(String.self)) else {
        throw DecodingError.dataCorruptedError(
          in: container, debugDescription: "text that is no \(Self.self)")
      }
      self = value
    }

    /// The text, as the key of a dictionary.
    public var codingKey: any CodingKey { description.codingKey }

    /// Reads the text of ``codingKey``; nil for any other text.
    public init?(codingKey: some CodingKey) { self.init(codingKey.stringValue) }
  }
#else
  /// Embedded Swift has no `Codable`.
  public typealias TextCodable = LosslessStringConvertible
#endif
