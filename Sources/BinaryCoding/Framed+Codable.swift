// SPDX-License-Identifier: MIT

#if !hasFeature(Embedded)

  extension Framed {
    /// Encodes the framed bytes as one string, in Base64. Any `Codable` format can carry a value in
    /// this way although its canonical form is binary.
    ///
    /// ```swift
    /// extension Counter: Codable {
    ///   func encode(to encoder: any Encoder) throws { try encodeFrame(to: encoder) }
    ///   init(from decoder: any Decoder) throws { try self.init(frameFrom: decoder) }
    /// }
    /// ```
    ///
    /// - Throws: `EncodingError.invalidValue`, with the ``EncodingFailure`` as its underlying
    ///   error, and any error of the encoder.
    public func encodeFrame(to encoder: any Encoder) throws {
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

    /// Reads the string that ``encodeFrame(to:)`` wrote.
    ///
    /// - Throws: `DecodingError.dataCorrupted`, with the ``DecodingFailure`` as its underlying
    ///   error, and any error of the decoder.
    public init(frameFrom decoder: any Decoder) throws {
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

#endif
