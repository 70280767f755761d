// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)
  /// A framed value that any `Codable` format can hold. The canonical form is binary, so the value
  /// is encoded as one string: its framed bytes in Base64.
  ///
  /// ```swift
  /// extension Counter: FrameCodable {}
  /// ```
  public protocol FrameCodable: Framed, Codable {}

  extension FrameCodable {
    /// Encodes the framed bytes as one string, in Base64.
    ///
    /// - Throws: Any error of the encoder. `EncodingError.invalidValue` for a value that cannot be
    ///   encoded, with the ``EncodingFailure`` as the underlying error.
    public func encode(to encoder: any Encoder) throws {
      let bytes: [UInt8]
      do {
        bytes = try encoded()
      } catch {
        throw EncodingError.invalidValue(
          self,
          EncodingError.Context(
            codingPath: encoder.codingPath, debugDescription: error.description,
            underlyingError: error))
      }
      var container = encoder.singleValueContainer()
      try container.encode(Base64.encode(bytes))
    }

    /// Reads the string that ``encode(to:)`` wrote.
    ///
    /// - Throws: Any error of the decoder. `DecodingError.dataCorrupted` for any other string, with
    ///   the ``DecodingFailure`` as the underlying error.
    public init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      do throws(DecodingFailure) {
        guard let bytes = Base64.decode(text) else {
          throw .corrupt(what: "text that is not Base64", offset: 0)
        }
        self = try Self(encoded: bytes)
      } catch {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(
            codingPath: decoder.codingPath, debugDescription: error.description,
            underlyingError: error))
      }
    }
  }
#else
  /// Embedded Swift has no `Codable`.
  public typealias FrameCodable = Framed
#endif
