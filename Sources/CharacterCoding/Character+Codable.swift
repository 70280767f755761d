// SPDX-License-Identifier: MIT

// Embedded Swift has no `Codable`.
#if !hasFeature(Embedded)
  /// A `Character` is coded as a string of one `Character`.
  ///
  /// Swift's `Character` is not `Codable`. Import this module to save a
  /// `ReplicatingArray<Character>` or a `ReplicatingSet<Character>`. Only one module of an app may
  /// declare that `Character` conforms to `Codable`.
  ///
  /// Each version of Unicode may join more scalars to one `Character`. A device with an older
  /// version refuses a `Character` that is two `Character`s in that version. `ReplicatingText` has
  /// no such limit, since it keeps Unicode scalars.
  extension Character: @retroactive Codable {
    /// Encodes a string of this `Character`.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(String(self))
    }

    /// Reads a string of one `Character`.
    ///
    /// - Throws: `DecodingError.dataCorrupted` if the string is empty or has several `Character`s,
    ///   and any error of the decoder.
    /// - Complexity: O(*n*) for a string of *n* bytes.
    public init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      let string = try container.decode(String.self)
      guard let first = string.first, string.dropFirst().isEmpty else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription:
            "a string of \(string.unicodeScalars.count) scalars is not one Character")
      }
      self = first
    }
  }
#endif
