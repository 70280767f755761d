// SPDX-License-Identifier: MIT

/// Well-formed UTF-8 in memory that the caller keeps alive. The text is measured quickly, in blocks
/// of eight words of eight bytes.
struct UTF8Stretch {
  private let start: UnsafePointer<UInt8>
  private let count: Int

  private static let blockSize = 64

  /// - Parameter start: The start of at least `count` bytes, which stay as they are while this
  ///   value is used.
  init(start: UnsafePointer<UInt8>, count: Int) {
    self.start = start
    self.count = count
  }

  /// The unit of a length.
  enum Unit {
    case scalars
    case utf16
  }

  /// The measure of the whole stretch.
  ///
  /// - Complexity: O(*n*) for *n* bytes.
  var measure: TextMeasure {
    var result = TextMeasure.zero
    while result.bytes + Self.blockSize <= count { result += block(at: result.bytes) }
    while result.bytes + 8 <= count, word(at: result.bytes) & 0x8080_8080_8080_8080 == 0 {
      result.scalars &+= 8
    }
    // Some bytes of the last word may be counted already.
    if count >= 8, count - result.bytes < 8, word(at: count - 8) & 0x8080_8080_8080_8080 == 0 {
      return result + TextMeasure(ascii: count - result.bytes)
    }
    while result.bytes < count { result.add(start[result.bytes]) }
    return result
  }

  /// The measure of the longest prefix of whole scalars that has at most `length` units.
  func prefix(_ length: Int, in unit: Unit) -> TextMeasure {
    var result = TextMeasure.zero
    while result.bytes + Self.blockSize <= count {
      let next = result + block(at: result.bytes)
      if next.length(in: unit) > length { break }
      result = next
    }
    while result.bytes < count {
      var next = result
      next.add(start[result.bytes])
      if next.length(in: unit) > length { break }
      result = next
    }
    return result
  }

  /// The measure of the shortest suffix of whole scalars that has at least `length` units.
  func suffix(_ length: Int, in unit: Unit) -> TextMeasure {
    var result = TextMeasure.zero
    while result.bytes + Self.blockSize <= count {
      let next = result + block(at: count - result.bytes - Self.blockSize)
      // The scalar that reaches the length may begin within the block.
      if next.length(in: unit) >= length { break }
      result = next
    }
    while result.bytes < count, result.length(in: unit) < length {
      result.add(start[count - result.bytes - 1])
    }
    return result
  }

  /// The measure of the first scalars, counted from the nearer end.
  ///
  /// - Parameter all: The measure of the whole stretch.
  func first(_ scalars: Int, of all: TextMeasure) -> TextMeasure {
    scalars < all.scalars / 2
      ? prefix(scalars, in: .scalars) : all - suffix(all.scalars - scalars, in: .scalars)
  }

  /// The measure of the last scalars, counted from the nearer end.
  ///
  /// - Parameter all: The measure of the whole stretch.
  func last(_ scalars: Int, of all: TextMeasure) -> TextMeasure {
    scalars < all.scalars / 2
      ? suffix(scalars, in: .scalars) : all - prefix(all.scalars - scalars, in: .scalars)
  }

  /// The number of ASCII scalars at the start, or a lower bound if there are many.
  var asciiPrefix: Int {
    let most = min(count, Self.blockSize)
    return (0..<most).first { start[$0] >= 0x80 } ?? most
  }

  /// The number of ASCII scalars at the end, or a lower bound if there are many.
  var asciiSuffix: Int {
    let most = min(count, Self.blockSize)
    return (0..<most).first { start[count - 1 - $0] >= 0x80 } ?? most
  }

  /// Whether another stretch holds the same bytes.
  ///
  /// - Complexity: O(*n*) for *n* bytes. O(1) if both stretches are the same memory.
  func hasSameBytes(as other: UTF8Stretch) -> Bool {
    guard count == other.count else { return false }
    if start == other.start { return true }
    var next = 0
    while next + 8 <= count {
      guard word(at: next) == other.word(at: next) else { return false }
      next += 8
    }
    return (next..<count).allSatisfy { start[$0] == other.start[$0] }
  }

  /// The measure of the 64 bytes from an offset on.
  @inline(__always)
  private func block(at offset: Int) -> TextMeasure {
    var all: UInt64 = 0
    for word in 0..<8 { all |= self.word(at: offset + word * 8) }
    return all & 0x8080_8080_8080_8080 == 0
      ? TextMeasure(ascii: Self.blockSize) : mixedBlock(at: offset)
  }

  private func word(at offset: Int) -> UInt64 {
    UnsafeRawPointer(start + offset).loadUnaligned(as: UInt64.self)
  }

  private func mixedBlock(at offset: Int) -> TextMeasure {
    let ones: UInt64 = 0x0101_0101_0101_0101
    var (continuations, pairs): (UInt64, UInt64) = (0, 0)
    for word in 0..<8 {
      let bytes = self.word(at: offset + word * 8)
      let isLong = (bytes >> 7) & (bytes >> 6)
      continuations += (bytes >> 7) & ones & ~isLong
      pairs += isLong & (bytes >> 5) & (bytes >> 4) & ones
    }
    let notFirst = Int((continuations &* ones) >> 56)
    return TextMeasure(
      scalars: Self.blockSize - notFirst, continuations: notFirst,
      pairs: Int((pairs &* ones) >> 56))
  }
}

extension TextMeasure {
  fileprivate func length(in unit: UTF8Stretch.Unit) -> Int {
    unit == .scalars ? scalars : utf16
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The longest prefix of whole scalars that has at most `limit` bytes.
  func wholeScalars(atMost limit: Int) -> UnsafeBufferPointer<UInt8> {
    guard count > limit else { return self }
    var end = limit
    while end > 0, self[end] & 0xc0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: self[..<end])
  }

  /// Calls `body` with each stretch in turn, and with the measure of the stretch. Each stretch
  /// consists of whole scalars.
  ///
  /// - Parameters:
  ///   - limit: The most bytes that a stretch may have; 4 or more.
  ///   - all: The measure of all bytes.
  func forEachStretch(
    atMost limit: Int, of all: TextMeasure,
    _ body: (UnsafeBufferPointer<UInt8>, TextMeasure) -> Void
  ) {
    var rest = self
    while !rest.isEmpty {
      let stretch = rest.wholeScalars(atMost: limit)
      body(stretch, all.isASCII ? TextMeasure(ascii: stretch.count) : TextMeasure(of: stretch))
      rest = UnsafeBufferPointer(rebasing: rest[stretch.count...])
    }
  }
}
