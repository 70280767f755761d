// SPDX-License-Identifier: MIT

/// The length of a text in every unit of positions.
///
/// An edit of ASCII changes only one stored number, because all units agree in ASCII.
@usableFromInline
package struct TextMeasure: RopeMeasure {
  @usableFromInline package var scalars: Int
  /// The number of bytes that do not begin a scalar.
  @usableFromInline var continuations: Int
  /// The number of scalars that take two UTF-16 units.
  var pairs: Int

  @inlinable package var bytes: Int {
    @inline(__always) get { scalars &+ continuations }
  }

  package var utf16: Int {
    @inline(__always) get { scalars &+ pairs }
  }

  static let zero = TextMeasure(scalars: 0, continuations: 0, pairs: 0)

  var elements: Int {
    @inline(__always) get { scalars }
  }

  @inline(__always)
  init(scalars: Int, continuations: Int, pairs: Int) {
    self.scalars = scalars
    self.continuations = continuations
    self.pairs = pairs
  }

  /// Makes the measure of text in which each scalar takes one byte.
  @inline(__always)
  init(ascii scalars: Int) {
    self.init(scalars: scalars, continuations: 0, pairs: 0)
  }

  /// Measures UTF-8.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package init(of utf8: ArraySlice<UInt8>) {
    self = utf8.withUnsafeBufferPointer { Self(of: $0) }
  }

  /// Measures UTF-8.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  package init(of utf8: [UInt8]) {
    self = utf8.withUnsafeBufferPointer { Self(of: $0) }
  }

  /// Measures UTF-8.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  @inline(__always)
  package init(of utf8: UnsafeBufferPointer<UInt8>) {
    if utf8.count == 1 {
      self.init(ascii: 1)
    } else {
      self.init(ofMany: utf8)
    }
  }

  /// Measures UTF-8 with a known number of scalars.
  ///
  /// - Complexity: O(1) for ASCII, O(*n*) for *n* bytes of other text.
  @inline(__always)
  package init(of utf8: UnsafeBufferPointer<UInt8>, scalars: Int) {
    if utf8.count == scalars {
      self.init(ascii: scalars)
    } else {
      self.init(ofMany: utf8)
    }
  }

  private init(ofMany utf8: UnsafeBufferPointer<UInt8>) {
    self = utf8.baseAddress.map { UTF8Stretch(start: $0, count: utf8.count).measure } ?? .zero
  }

  /// Counts one more byte, which begins a scalar or continues one. A scalar of four bytes takes two
  /// UTF-16 units.
  @inline(__always)
  mutating func add(_ byte: UInt8) {
    if byte & 0xc0 == 0x80 { continuations += 1 } else { scalars += 1 }
    if byte >= 0xf0 { pairs += 1 }
  }

  @inline(__always) var isASCII: Bool { continuations == 0 }

  @inline(__always)
  static func += (left: inout Self, right: Self) {
    left.scalars &+= right.scalars
    left.continuations &+= right.continuations
    left.pairs &+= right.pairs
  }

  @inline(__always)
  static func -= (left: inout Self, right: Self) {
    left.scalars &-= right.scalars
    left.continuations &-= right.continuations
    left.pairs &-= right.pairs
  }

  @inline(__always)
  static func + (left: Self, right: Self) -> Self {
    var sum = left
    sum += right
    return sum
  }

  @inline(__always)
  static func - (left: Self, right: Self) -> Self {
    var difference = left
    difference -= right
    return difference
  }
}
