// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The name of a note for good: 128 random bits, written as 32 hexadecimal
/// digits.
///
/// All bits are random, so that the first digits tell notes apart, and still do
/// when notes are added.
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

  /// Reads a ``description``; nil for any other text.
  public init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.digitCount else { return nil }
    // Read in two halves, for speed: at every command a library reads as many ids as it has notes.
    var (high, low) = (UInt64(0), UInt64(0))
    for byte in text.utf8 {
      guard let value = Self.value(ofDigit: byte) else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(value)
    }
    rawValue = UInt128(high) << 64 | UInt128(low)
  }

  /// The value of a digit, or nil if the byte is not a digit of an id.
  private static func value(ofDigit byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// Whether a byte is a digit of an id.
  package static func isDigit(_ byte: UInt8) -> Bool { value(ofDigit: byte) != nil }
}

extension NoteID: Comparable {
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

extension NoteID: CustomStringConvertible {
  public var description: String {
    String(unsafeUninitializedCapacity: Self.digitCount) { buffer in
      for place in 0..<Self.digitCount {
        let shift = 4 * (Self.digitCount - 1 - place)
        let digit = UInt8(truncatingIfNeeded: rawValue >> shift) & 15
        buffer[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return Self.digitCount
    }
  }
}
