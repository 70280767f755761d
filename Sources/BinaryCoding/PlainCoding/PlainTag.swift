// SPDX-License-Identifier: MIT

/// The first byte of a plain value. It determines the kind of the value and the bytes that follow.
///
/// ```
/// 0  nil
/// 1  false
/// 2  true
/// 3  whole number n ≥ 0        varint n
/// 4  whole number n < 0        varint −1 − n
/// 5  the same, n ≥ 2⁶⁴         n in 16 bytes, little-endian
/// 6  the same, −1 − n ≥ 2⁶⁴    −1 − n in 16 bytes, little-endian
/// 7  binary32                  its bits in 4 bytes, little-endian
/// 8  binary64                  its bits in 8 bytes, little-endian
/// 9  string                    length   UTF-8…
/// 10 array                     length   items…
/// 11 array of bytes            length   bytes…
/// 12 map                       length   (length of key   key in UTF-8…   value)…
/// ```
///
/// Lengths are varints and count bytes. Each value has only one form:
///
/// - The width of a number's type does not matter. A floating-point number is written as binary32
///   if binary32 holds the number exactly.
/// - Every not-a-number is the binary32 7FC00000.
/// - An array that is not empty and holds only whole numbers from 0 to 255 is an
///   array of bytes.
/// - The keys of a map ascend strictly, byte by byte.
enum PlainTag: UInt8 {
  case none = 0
  case isFalse = 1
  case isTrue = 2
  case positive = 3
  case negative = 4
  case longPositive = 5
  case longNegative = 6
  case binary32 = 7
  case binary64 = 8
  case string = 9
  case array = 10
  case bytes = 11
  case map = 12

  /// The greatest depth of nested arrays and maps in one value.
  ///
  /// Reading a recursive type recurses to this depth at most, and each level takes about a kilobyte
  /// of stack. So untrusted bytes can be read on a thread with a stack of 64 KiB.
  static let nestingLimit = 32

  /// The greatest depth of nested calls of `encode(to:)`. This limit is above ``nestingLimit``,
  /// because a value may encode another value in its own place. Such a call nests no array or map.
  static let callLimit = 4 * nestingLimit

  /// The name of this kind in the error of a reader that expected another kind.
  var name: String {
    switch self {
    case .none: "nil"
    case .isFalse, .isTrue: "a truth value"
    case .positive, .negative, .longPositive, .longNegative: "a whole number"
    case .binary32, .binary64: "a floating-point number"
    case .string: "text"
    case .array, .bytes: "an array"
    case .map: "keyed values"
    }
  }
}

extension ByteWriter {
  mutating func write(_ tag: PlainTag) {
    write(tag.rawValue)
  }
}

extension ByteReader {
  /// Reads a tag.
  mutating func readPlainTag() throws(DecodingFailure) -> PlainTag {
    let start = self
    guard let tag = PlainTag(rawValue: try read()) else {
      throw start.corrupt("no kind of plain value")
    }
    return tag
  }

  /// The tag of the value that follows.
  func peekPlainTag() throws(DecodingFailure) -> PlainTag {
    var reader = self
    return try reader.readPlainTag()
  }
}
