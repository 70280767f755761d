// SPDX-License-Identifier: MIT

import Difference

extension ReplicatingText {
  /// Makes the text read `string` by a smallest difference in `Character`s:
  /// what stays the same is not touched, so edits that others make to it in the
  /// meantime are kept.
  ///
  /// The difference is taken against this value. An editor that shows a text for
  /// a while must take it against what it showed: update a copy kept from then,
  /// and merge that copy.
  ///
  /// - Complexity: O(*n* + *d*²) for *d* differences up to ten thousand, then O(*n*).
  public mutating func update(to string: String) {
    var numbering = CharacterNumbering()
    let old = numbering.numbers(of: self.string)
    let new = numbering.numbers(of: string)
    let characters = Array(string)
    let replacements = smallestDifference(from: old.numbers, to: new.numbers)
    // From the last to the first, so that earlier positions stay true.
    for replacement in replacements.reversed() {
      let start = old.scalarOffsets[replacement.old.lowerBound]
      let end = old.scalarOffsets[replacement.old.upperBound]
      replace(scalars: start..<end, with: TextPiece(String(characters[replacement.new])))
    }
  }
}

/// Gives characters numbers that are equal if their scalars are.
///
/// `Character`s themselves are equal when canonically equivalent: by them, a
/// change from a composed to a decomposed letter would be no change.
private struct CharacterNumbering {
  private var numbers: [[Unicode.Scalar]: Int] = [:]

  /// The number of each character, and where it begins, in scalars, with the
  /// end of the string last.
  mutating func numbers(of string: String) -> (numbers: [Int], scalarOffsets: [Int]) {
    var result: (numbers: [Int], scalarOffsets: [Int]) = ([], [0])
    var offset = 0
    for character in string {
      let scalars = Array(character.unicodeScalars)
      result.numbers.append(number(of: scalars))
      offset += scalars.count
      result.scalarOffsets.append(offset)
    }
    return result
  }

  /// A single scalar's value, or a number above all of those.
  private mutating func number(of scalars: [Unicode.Scalar]) -> Int {
    if scalars.count == 1 { return Int(scalars[0].value) }
    if let number = numbers[scalars] { return number }
    numbers[scalars] = 0x11_0000 + numbers.count
    return 0x11_0000 + numbers.count - 1
  }
}
