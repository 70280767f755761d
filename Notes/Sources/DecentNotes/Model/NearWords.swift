// SPDX-License-Identifier: MIT

/// Finds the words that a person may have meant by a mistyped word.
package enum NearWords {
  /// The maximum number of words that are offered.
  private static let most = 5

  /// The words that may be meant, the nearest first. Case and accents may always differ. If three
  /// letters or more were typed, one letter may differ, or the word may contain the typed word. If
  /// six letters or more were typed, two letters may differ.
  ///
  /// - Complexity: O(*n* *k*²) for *n* words of *k* letters.
  package static func of<Word>(
    _ typed: String, among words: some Sequence<Word>, by text: (Word) -> String
  ) -> [Word] {
    let typed = Array(typed.foldedAsTyped.unicodeScalars)
    guard !typed.isEmpty else { return [] }
    let near = words.compactMap { word in
      distance(typed, Array(text(word).foldedAsTyped.unicodeScalars)).map { (word, $0) }
    }
    // Swift's sorting is stable.
    return near.sorted { $0.1 < $1.1 }.prefix(most).map(\.0)
  }

  /// The distance between two words; nil if they are too far apart.
  private static func distance(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Int? {
    if one == other { return 0 }
    let limit = min(one.count / 3, 2)
    if abs(one.count - other.count) <= limit {
      let edits = edits(from: one, to: other)
      if edits <= limit { return edits }
    }
    return one.count >= 3 && other.contains(one) ? 3 : nil
  }

  /// The least number of edits (optimal string alignment). An edit inserts, drops or replaces a
  /// letter, or exchanges two neighbouring letters.
  private static func edits(from one: [Unicode.Scalar], to other: [Unicode.Scalar]) -> Int {
    var rows = [Array(0...other.count)]
    for (place, letter) in one.enumerated() {
      var row = [place + 1]
      for (column, theirs) in other.enumerated() {
        let above = rows[place]
        var least = min(
          above[column] + (letter == theirs ? 0 : 1), above[column + 1] + 1, row[column] + 1)
        if place > 0, column > 0, one[place - 1] == theirs, letter == other[column - 1] {
          least = min(least, rows[place - 1][column - 1] + 1)
        }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[one.count][other.count]
  }
}
