// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The permanent name of a note: 128 random bits, written as 32 hexadecimal digits.
///
/// All bits are random, so that notes usually differ in their first digits, whenever they were
/// made.
public struct NoteID: Hashable, Sendable {
  /// The number of digits of an id.
  public static var digitCount: Int { IdentifierText.digitCount }

  /// The bits.
  public let rawValue: UInt128

  /// Makes the id with the given bits.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// Makes a new id from an environment's random bits.
  public init(from environment: ReplicationEnvironment) {
    rawValue = UInt128(environment.randomBits()) << 64 | UInt128(environment.randomBits())
  }

  /// Reads a ``description``; nil for any other text.
  public init?(_ text: some StringProtocol) {
    guard let bits = IdentifierText.identifier(of: text) else { return nil }
    rawValue = bits
  }
}

extension NoteID: Comparable {
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension NoteID: CustomStringConvertible {
  public var description: String { IdentifierText.text(of: rawValue) }
}

#if !hasFeature(Embedded)
  extension NoteID: Codable {
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(rawValue)
    }

    public init(from decoder: any Decoder) throws {
      rawValue = try decoder.singleValueContainer().decode(UInt128.self)
    }
  }
#endif
