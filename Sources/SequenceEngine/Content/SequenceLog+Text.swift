// SPDX-License-Identifier: MIT

/// Edits of a text with their record: one call for an edit, since calls between
/// modules count here.
///
/// Only after ``beginEdits(by:)``, if nothing else happened since.
extension SequenceLog {
  /// Deletes some scalars of a text and types others in their place.
  ///
  /// - Parameters:
  ///   - scalars: Within the text.
  ///   - utf8: Well-formed UTF-8.
  /// - Complexity: O(*m*) where the last edit was, else O(log *n* + *m*).
  package mutating func replaceText(
    _ scalars: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>, in rope: inout TextRope,
    keeping inserted: inout InsertedText
  ) {
    rope.check(scalars)
    if !scalars.isEmpty {
      recordDelete(
        scalars.count, at: scalars.lowerBound, documentLength: rope.measure.scalars)
      rope.remove(scalars)
    }
    guard !utf8.isEmpty else { return }
    let added = TextMeasure(of: utf8)
    recordInsert(added.scalars, at: scalars.lowerBound, documentLength: rope.measure.scalars)
    inserted.append(utf8, added)
    rope.insert(utf8, added, at: scalars.lowerBound)
  }

  /// Deletes some scalars of a text and types up to eight ASCII characters in
  /// their place.
  ///
  /// Typing on and deleting on, which most edits do, change a few numbers.
  ///
  /// - Parameters:
  ///   - scalars: Within the text.
  ///   - text: The characters, the first in the lowest byte.
  ///   - count: How many there are.
  /// - Complexity: O(1) where the last edit was, else O(log *n*).
  package mutating func replaceText(
    _ scalars: Range<Int>, withShort text: UInt64, count: Int, in rope: inout TextRope,
    keeping inserted: inout InsertedText
  ) {
    let word = ASCIIWord(bytes: text, count: count)
    if scalars.isEmpty {
      if operations.isInsertCarriedOn(at: scalars.lowerBound),
        rope.takesWord(at: scalars.lowerBound), inserted.takesWord
      {
        operations.carryOnInsert(count)
        graph.extendLastRun(by: count)
        inserted.append(word)
        return rope.insertAtGap(word)
      }
    } else if count == 0 {
      let length = scalars.upperBound &- scalars.lowerBound
      if operations.isDeleteCarriedOn(length, at: scalars.lowerBound),
        rope.removeASCIIAtGap(scalars)
      {
        operations.carryOnDelete(length)
        return graph.extendLastRun(by: length)
      }
    }
    replaceTextElsewhere(scalars, word, &rope, &inserted)
  }

  /// Apart, so that the quick way needs no memory for it.
  @inline(never)
  private mutating func replaceTextElsewhere(
    _ scalars: Range<Int>, _ word: ASCIIWord, _ rope: inout TextRope,
    _ inserted: inout InsertedText
  ) {
    word.withUTF8 { replaceText(scalars, with: $0, in: &rope, keeping: &inserted) }
  }
}
