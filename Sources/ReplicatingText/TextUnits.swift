// SPDX-License-Identifier: MIT

import BinaryCoding
import Difference
import SequenceEngine

/// The unit of a view of a text. The view's elements are units, and its positions count units.
///
/// The units are ``CharacterUnit``, ``ScalarUnit`` and ``UTF16Unit``. Do not conform other types: a
/// later version of the library may change the requirements.
public protocol TextUnit: Sendable {
  /// A unit, such as a `Character`.
  associatedtype Element
  /// The units of a string.
  associatedtype Elements: Sequence<Element>

  /// The units of a string.
  static func elements(of string: String) -> Elements

  /// The unit at a place; nil at the end of the text.
  static func element(at place: TextPlace, in text: ReplicatingText) -> Element?

  /// The number of units in a text.
  static func count(_ text: ReplicatingText) -> Int

  /// The number of units in a range of scalars that begins and ends between units.
  static func count(_ scalars: Range<Int>, in text: ReplicatingText) -> Int

  /// The scalars that a range of this unit touches. An empty range within a scalar becomes the
  /// empty range at the scalar's start.
  static func scalars(_ range: Range<Int>, in text: ReplicatingText) -> Range<Int>

  /// The first scalar of the unit that a scalar belongs to.
  ///
  /// - Parameters:
  ///   - scalar: At most the number of scalars. For the end of the text, the result is the end of
  ///     the text.
  ///   - text: The text of the unit.
  static func start(ofUnitAt scalar: Int, in text: ReplicatingText) -> Int

  /// The place that is `count` units after `place`, or before `place` if `count` is negative.
  ///
  /// - Returns: Nil if the result would be outside the text.
  static func place(
    _ place: TextPlace, movedBy count: Int, in text: ReplicatingText
  ) -> TextPlace?

  /// The number of units from `start` to `end`; negative if `end` is before `start`.
  static func distance(from start: TextPlace, to end: TextPlace, in text: ReplicatingText) -> Int

  /// Widens the replacements that turn one text into another. The widened replacements begin and
  /// end between units in both texts, so the text between two replacements consists of the same
  /// units.
  ///
  /// - Parameters:
  ///   - replacements: In scalars, ascending.
  ///   - old: The text before the replacements.
  ///   - new: The text after the replacements.
  static func wholeUnits(
    _ replacements: [Replacement], from old: ReplicatingText, to new: ReplicatingText
  ) -> [Replacement]
}

/// A place in a text: before a scalar, or within a scalar.
public struct TextPlace: Hashable, Sendable {
  /// The number of whole scalars before the place.
  var scalar: Int
  /// Whether the place lies within the next scalar, between its two UTF-16 units.
  var isWithin = false
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
  public static func elements(of string: String) -> String.UnicodeScalarView {
    string.unicodeScalars
  }

  public static func element(at place: TextPlace, in text: ReplicatingText) -> Unicode.Scalar? {
    text.string(ofScalar: place.scalar).unicodeScalars.first
  }

  public static func place(
    _ place: TextPlace, movedBy count: Int, in text: ReplicatingText
  ) -> TextPlace? {
    let (scalar, isFar) = place.scalar.addingReportingOverflow(count)
    return !isFar && 0...text.scalarCount ~= scalar ? TextPlace(scalar: scalar) : nil
  }

  public static func distance(
    from start: TextPlace, to end: TextPlace, in text: ReplicatingText
  ) -> Int {
    end.scalar - start.scalar
  }

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
  public static func elements(of string: String) -> String.UTF16View { string.utf16 }

  public static func element(at place: TextPlace, in text: ReplicatingText) -> UInt16? {
    let units = text.string(ofScalar: place.scalar).utf16
    return place.isWithin ? units.last : units.first
  }

  public static func place(
    _ place: TextPlace, movedBy count: Int, in text: ReplicatingText
  ) -> TextPlace? {
    let (offset, isFar) = offset(of: place, in: text).addingReportingOverflow(count)
    guard !isFar, 0...self.count(text) ~= offset else { return nil }
    let scalar = text.storage.rope.scalarOffset(ofUTF16: offset)
    let start = text.storage.rope.utf16Offset(ofScalar: scalar)
    return TextPlace(scalar: scalar, isWithin: start < offset)
  }

  public static func distance(
    from start: TextPlace, to end: TextPlace, in text: ReplicatingText
  ) -> Int {
    offset(of: end, in: text) - offset(of: start, in: text)
  }

  private static func offset(of place: TextPlace, in text: ReplicatingText) -> Int {
    text.storage.rope.utf16Offset(ofScalar: place.scalar) + (place.isWithin ? 1 : 0)
  }

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

extension ReplicatingText {
  /// A scalar as a string; empty for the end of the text.
  fileprivate func string(ofScalar scalar: Int) -> String {
    string(scalars: scalar..<min(scalar + 1, scalarCount))
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
