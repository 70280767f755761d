// SPDX-License-Identifier: MIT

/// Positions count Unicode scalars.
public enum ScalarUnit: TextUnit {
  @inlinable public static func count(_ text: ReplicatingText) -> Int {
    text.scalarCount
  }

  @inlinable public static func scalars(_ range: Range<Int>, in text: ReplicatingText) -> Range<Int>
  {
    range
  }
}

/// Positions count UTF-16 code units.
public enum UTF16Unit: TextUnit {
  public static func count(_ text: ReplicatingText) -> Int {
    text.storage.rope.measure.utf16
  }

  public static func scalars(_ range: Range<Int>, in text: ReplicatingText) -> Range<Int> {
    check(range, of: count(text))
    let storage = text.storage
    let lower = storage.rope.scalarOffset(ofUTF16: range.lowerBound)
    if range.isEmpty { return lower..<lower }
    let upper = storage.rope.scalarOffset(ofUTF16: range.upperBound)
    let isCut = storage.rope.utf16Offset(ofScalar: upper) < range.upperBound
    return lower..<(isCut ? upper + 1 : upper)
  }
}

/// Positions count `Character`s.
public enum CharacterUnit: TextUnit {
  public static func count(_ text: ReplicatingText) -> Int {
    text.string.count
  }

  public static func scalars(_ range: Range<Int>, in text: ReplicatingText) -> Range<Int> {
    let string = text.string
    check(range, of: string.count)
    let lower = string.index(string.startIndex, offsetBy: range.lowerBound)
    let upper = string.index(lower, offsetBy: range.count)
    let start = string.unicodeScalars.distance(from: string.startIndex, to: lower)
    return start..<(start + string.unicodeScalars.distance(from: lower, to: upper))
  }
}

extension TextUnit {
  fileprivate static func check(_ range: Range<Int>, of count: Int) {
    precondition(
      range.lowerBound >= 0 && range.upperBound <= count, "\(range) is not within 0..<\(count)")
  }
}
