// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The name of a note for good: 128 random bits, written as 32 hexadecimal
/// digits.
///
/// Nothing but chance is in them, so that the first digits tell notes apart,
/// and still do when more notes are added.
public struct NoteID: Hashable, Sendable {
  /// How many digits an id is written with.
  public static let digitCount = 32

  /// The bits.
  public let rawValue: UInt128

  /// Makes the id that `rawValue` stands for.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// Makes a new id from an environment's random bits.
  public init(from environment: ReplicationEnvironment) {
    rawValue = UInt128(environment.randomBits()) << 64 | UInt128(environment.randomBits())
  }

  /// Reads what ``description`` wrote, or gives nil.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.digitCount, text.utf8.allSatisfy(Self.isDigit),
      let bits = UInt128(text, radix: 16)
    else { return nil }
    rawValue = bits
  }

  /// Whether a byte is a digit of an id.
  static func isDigit(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"): true
    default: false
    }
  }
}

extension NoteID: Comparable {
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension NoteID: CustomStringConvertible {
  public var description: String {
    let digits = String(rawValue, radix: 16)
    return String(repeating: "0", count: Self.digitCount - digits.count) + digits
  }
}

extension NoteID: Codable {
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(rawValue)
  }

  public init(from decoder: any Decoder) throws {
    rawValue = try decoder.singleValueContainer().decode(UInt128.self)
  }
}
