// SPDX-License-Identifier: MIT

/// Bytes as text of 64 letters, with padding (RFC 4648, section 4).
public enum Base64 {
  private static let letters = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")
  private static let noLetter: UInt8 = 64

  private static let values: [UInt8] = {
    var values = [UInt8](repeating: noLetter, count: 256)
    for (value, letter) in letters.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  /// The text of some bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  public static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 2) / 3 * 4)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      append(bytes[start..<min(start + 3, bytes.count)], to: &text)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text, or nil if ``encode(_:)`` could not have made exactly this text.
  ///
  /// Other alphabets, missing padding, white space and stray bits before the padding are refused.
  /// So bytes have only one text.
  ///
  /// - Complexity: O(*n*) for a text of *n* letters.
  public static func decode(_ text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count.isMultiple(of: 4) else { return nil }
    let padded = text.reversed().prefix { $0 == padding }.count
    guard padded <= 2 else { return nil }

    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: text.count, by: 4) {
      let missing = start + 4 == text.count ? padded : 0
      guard let group = group(of: text[start..<(start + 4 - missing)]) else { return nil }
      guard group & ((1 << UInt32(missing * 8)) - 1) == 0 else { return nil }
      for place in 0..<(3 - missing) {
        bytes.append(UInt8(truncatingIfNeeded: group >> UInt32(16 - 8 * place)))
      }
    }
    return bytes
  }

  /// Writes one to three bytes as four letters.
  private static func append(_ bytes: ArraySlice<UInt8>, to text: inout [UInt8]) {
    var group: UInt32 = 0
    for (place, byte) in bytes.enumerated() { group |= UInt32(byte) << UInt32(16 - 8 * place) }
    for place in 0...bytes.count {
      text.append(letters[Int(group >> UInt32(18 - 6 * place)) & 63])
    }
    for _ in bytes.count..<3 { text.append(padding) }
  }

  /// The 24 bits of up to four letters; nil if a byte is not a letter.
  private static func group(of text: ArraySlice<UInt8>) -> UInt32? {
    var group: UInt32 = 0
    for (place, letter) in text.enumerated() {
      let value = values[Int(letter)]
      guard value != noLetter else { return nil }
      group |= UInt32(value) << UInt32(18 - 6 * place)
    }
    return group
  }
}
