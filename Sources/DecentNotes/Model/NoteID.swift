// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The name of a note for good: 128 bits, written as 32 hexadecimal digits.
///
/// The first 48 bits are the milliseconds since 1970 at which the note was
/// made, the others random: ids sort by age, as UUIDs of version 7 do
/// (RFC 9562).
public struct NoteID: Hashable, Sendable {
  /// How many digits an id is written with.
  public static let digitCount = 32

  /// The bits.
  public let rawValue: UInt128

  /// Makes the id that `rawValue` stands for.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// Makes a new id.
  ///
  /// - Parameters:
  ///   - milliseconds: The time since 1970.
  ///   - environment: Where the random bits come from.
  public init(milliseconds: UInt64, environment: ReplicationEnvironment) {
    let low = UInt128(environment.randomBits()) << 16 | UInt128(environment.randomBits() & 0xffff)
    rawValue = UInt128(milliseconds & 0xffff_ffff_ffff) << 80 | low
  }

  /// Reads what ``description`` wrote, or gives nil.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.digitCount, text.utf8.allSatisfy(Self.isDigit),
      let bits = UInt128(text, radix: 16)
    else { return nil }
    rawValue = bits
  }

  /// When the note was made, in milliseconds since 1970.
  public var milliseconds: UInt64 { UInt64(rawValue >> 80) }

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
