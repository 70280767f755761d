// SPDX-License-Identifier: MIT

import BinaryCoding
import Difference
import SequenceEngine

/// The unit in which a view of a text counts positions.
///
/// The units are ``CharacterUnit``, ``ScalarUnit`` and ``UTF16Unit``. No other type is to conform:
/// the requirements change with the library.
public protocol TextUnit: Sendable {
  /// The length of a text.
  static func count(_ text: ReplicatingText) -> Int

  /// The length of a stretch of scalars that begins and ends between units.
  static func count(_ scalars: Range<Int>, in text: ReplicatingText) -> Int

  /// The scalars that a range of this unit touches. An empty range within a
  /// scalar stands at its start.
  static func scalars(_ range: Range<Int>, in text: ReplicatingText) -> Range<Int>

  /// The first scalar of the unit that a scalar belongs to.
  ///
  /// - Parameter scalar: At most the number of scalars; the end belongs to itself.
  static func start(ofUnitAt scalar: Int, in text: ReplicatingText) -> Int

  /// Widens the replacements that turn one text into another. They then begin and end between units
  /// in both texts, and the text between them consists of the same units.
  ///
  /// - Parameter replacements: In scalars, ascending.
  static func wholeUnits(
    _ replacements: [Replacement], from old: ReplicatingText, to new: ReplicatingText
  ) -> [Replacement]
}

/// The implementation for units of at most one scalar.
extension TextUnit {
  public static func start(ofUnitAt scalar: Int, in text: ReplicatingText) -> Int { scalar }

  public static func wholeUnits(
    _ replacements: [Replacement], from old: ReplicatingText, to new: ReplicatingText
  ) -> [Replacement] {
    replacements
  }
}

/// Positions count Unicode scalars.
public enum ScalarUnit: TextUnit {
  @inlinable public static func count(_ text: ReplicatingText) -> Int {
    text.scalarCount
  }

  public static func count(_ scalars: Range<Int>, in text: ReplicatingText) -> Int {
    scalars.count
  }

  @inlinable public static func scalars(
    _ range: Range<Int>, in text: ReplicatingText
  ) -> Range<Int> {
    range
  }
}

/// Positions count UTF-16 code units.
public enum UTF16Unit: TextUnit {
  public static func count(_ text: ReplicatingText) -> Int {
    text.storage.rope.measure.utf16
  }

  public static func count(_ scalars: Range<Int>, in text: ReplicatingText) -> Int {
    let storage = text.storage
    return storage.rope.utf16Offset(ofScalar: scalars.upperBound)
      - storage.rope.utf16Offset(ofScalar: scalars.lowerBound)
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

extension TextUnit {
  static func check(_ range: Range<Int>, of count: Int) {
    require(range.lowerBound >= 0 && range.upperBound <= count, outside(range, of: count))
  }

  /// The message for a range that is not within a text.
  static func outside(_ range: Range<Int>, of count: Int) -> String {
    "\(range) is not within 0..<\(count)"
  }
}
