// SPDX-License-Identifier: MIT

/// How long a text is, in every unit that positions come in.
package struct TextMeasure: RopeMeasure {
  package var bytes: Int
  package var scalars: Int
  package var utf16: Int

  static let zero = TextMeasure(bytes: 0, scalars: 0, utf16: 0)

  var elements: Int { scalars }

  init(bytes: Int, scalars: Int, utf16: Int) {
    self.bytes = bytes
    self.scalars = scalars
    self.utf16 = utf16
  }

  /// Measures UTF-8.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package init(of utf8: ArraySlice<UInt8>) {
    self = utf8.withUnsafeBufferPointer { Self(of: $0) }
  }

  /// Measures UTF-8.
  ///
  /// - Complexity: O(*n*) in the bytes.
  package init(of utf8: [UInt8]) {
    self = utf8.withUnsafeBufferPointer { Self(of: $0) }
  }

  private init(of utf8: UnsafeBufferPointer<UInt8>) {
    let count = utf8.count
    if utf8.reduce(0 as UInt8, { $0 | $1 }) < 0x80 {
      self.init(bytes: count, scalars: count, utf16: count)
      return
    }
    // Most bytes of most texts are first ones.
    var (others, longOnes) = (0, 0)
    for byte in utf8 {
      others += byte & 0xc0 == 0x80 ? 1 : 0
      longOnes += byte >= 0xf0 ? 1 : 0
    }
    self.init(bytes: count, scalars: count - others, utf16: count - others + longOnes)
  }

  /// Counts one more byte: a scalar at its first, and another UTF-16 unit for
  /// the first byte of four.
  mutating func add(_ byte: UInt8) {
    bytes += 1
    if byte & 0xc0 != 0x80 { scalars += 1 }
    if byte & 0xc0 != 0x80 { utf16 += byte >= 0xf0 ? 2 : 1 }
  }

  var isASCII: Bool { bytes == scalars }

  static func += (left: inout Self, right: Self) {
    left.bytes += right.bytes
    left.scalars += right.scalars
    left.utf16 += right.utf16
  }

  static func -= (left: inout Self, right: Self) {
    left.bytes -= right.bytes
    left.scalars -= right.scalars
    left.utf16 -= right.utf16
  }
}
