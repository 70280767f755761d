// SPDX-License-Identifier: MIT

import BinaryCoding

/// Edits of a text, each with its record in the log.
///
/// Call these methods only after ``SequenceLog/beginEdits(by:)`` or after each other, with no other
/// change of the text in between.
extension TextState {
  /// Types or deletes at the last edit, as most edits do.
  ///
  /// - Parameters:
  ///   - scalars: The scalars to delete. They need not be within the text.
  ///   - word: Up to eight ASCII characters to type, the first in the lowest byte.
  ///   - count: The number of characters.
  /// - Returns: Whether the edit was made; if not, nothing is changed.
  @inlinable
  @inline(__always)
  package mutating func typeOn(_ scalars: Range<Int>, _ word: UInt64, count: Int) -> Bool {
    let deleted = scalars.upperBound &- scalars.lowerBound
    if deleted == 0 {
      guard shown.finger.typeOn(word, count: count, at: scalars.lowerBound) else { return false }
    } else {
      guard deleted == 1, count == 0, shown.finger.deleteOn(at: scalars.lowerBound) else {
        return false
      }
    }
    #if DECENT_INVARIANTS
      shown.checkInvariants()
      checkInvariants()
    #endif
    return true
  }

  /// Deletes some scalars and types text in their place.
  ///
  /// - Parameters:
  ///   - scalars: The scalars to delete, within the text.
  ///   - utf8: Well-formed UTF-8.
  /// - Complexity: O(*m*) at the last edit, O(log *n* + *m*) elsewhere for *m* bytes and *n*
  ///   leaves.
  package mutating func replace(_ scalars: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>) {
    delete(scalars)
    let added = TextMeasure(of: utf8)
    if added.scalars > 0 {
      record(added.scalars, at: scalars.lowerBound)
      settledInserted.append(utf8, added)
      shown.insert(utf8, added, at: scalars.lowerBound)
    }
    openPad()
  }

  /// Deletes some scalars and types up to eight ASCII characters in their place.
  ///
  /// - Complexity: O(1) at the last edit, O(log *n*) elsewhere for *n* leaves of the shown text.
  package mutating func replace(_ scalars: Range<Int>, with word: ASCIIWord) {
    if typeOn(scalars, word.bytes, count: word.count) { return }
    delete(scalars)
    if word.count > 0 {
      record(word.count, at: scalars.lowerBound)
      settledInserted.append(word)
      shown.insert(word, at: scalars.lowerBound)
    }
    openPad()
  }

  @inline(__always)
  private mutating func delete(_ scalars: Range<Int>) {
    settle()
    let length = shown.measure.scalars
    require(
      scalars.lowerBound >= 0 && scalars.upperBound <= length,
      "\(scalars) is not within 0..<\(length)")
    if scalars.isEmpty { return }
    settledLog.recordDelete(scalars.count, at: scalars.lowerBound, documentLength: length)
    shown.remove(scalars)
  }

  @inline(__always)
  private mutating func record(_ inserted: Int, at scalar: Int) {
    settledLog.recordInsert(inserted, at: scalar, documentLength: shown.measure.scalars)
  }
}
