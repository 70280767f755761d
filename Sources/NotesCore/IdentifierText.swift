// SPDX-License-Identifier: MIT

/// The text of an identifier of 128 bits: 32 hexadecimal digits, in lower case.
public enum IdentifierText {
  /// The number of digits of an identifier.
  public static let digitCount = 32

  /// The text of an identifier.
  public static func text(of identifier: UInt128) -> String {
    String(unsafeUninitializedCapacity: digitCount) { buffer in
      for place in 0..<digitCount {
        let shift = 4 * (digitCount - 1 - place)
        let digit = UInt8(truncatingIfNeeded: identifier >> shift) & 15
        buffer[place] = digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
      }
      return digitCount
    }
  }

  /// The identifier of a text, or nil if ``text(of:)`` never returns the text.
  public static func identifier(of text: some StringProtocol) -> UInt128? {
    let digits = text.utf8
    // A loop over a buffer takes a tenth of the time of a loop over a generic collection. The time
    // matters, because every command reads the ids of all notes in a library.
    return digits.withContiguousStorageIfAvailable(number)
      ?? Array(digits).withUnsafeBufferPointer(number)
  }

  private static func number(of digits: UnsafeBufferPointer<UInt8>) -> UInt128? {
    guard digits.count == digitCount else { return nil }
    var (high, low) = (UInt64(0), UInt64(0))
    for digit in digits {
      guard let value = value(of: digit) else { return nil }
      high = high << 4 | low >> 60
      low = low << 4 | UInt64(value)
    }
    return UInt128(high) << 64 | UInt128(low)
  }

  /// Whether a byte is a digit of an identifier.
  public static func isDigit(_ byte: UInt8) -> Bool { value(of: byte) != nil }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
