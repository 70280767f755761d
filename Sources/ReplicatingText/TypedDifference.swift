// SPDX-License-Identifier: MIT

/// The edit that a person made between two contents of a text view.
struct TypedDifference {
  /// The replaced range, in scalars, and the typed text; nil if there may be changes at several
  /// places.
  private(set) var change: (range: Range<Int>, string: String)?
  /// The place of the caret in the new contents, in UTF-16 units.
  let caret: Int
  let isEmpty: Bool

  /// A correction replaces and types at most twice this number of letters in all.
  private static let longestWord = 40

  /// - Parameter caret: The place of the caret in the new contents, in UTF-16 units, if it is
  ///   known.
  init(from old: String, to new: String, caret: Int?) {
    let (oldScalars, newScalars) = (old.unicodeScalars, new.unicodeScalars)
    let (oldCount, newCount) = (oldScalars.count, newScalars.count)
    let prefix = Self.equalCount(oldScalars, newScalars)
    let suffix = Self.equalCount(oldScalars.reversed(), newScalars.reversed())
    isEmpty = prefix == oldCount && prefix == newCount
    let told = caret.map { caret in
      let index = new.utf16.index(new.startIndex, offsetBy: min(max(0, caret), new.utf16.count))
      return newScalars.distance(from: newScalars.startIndex, to: index)
    }
    var end = told ?? newCount - suffix
    let oldEnd = oldCount - (newCount - end)
    if told != nil, newCount - end <= suffix, oldEnd >= 0 {
      // The text after the caret is unchanged.
      let start = min(prefix, oldEnd, end)
      change = (start..<oldEnd, Self.string(newScalars, start..<end))
    } else if prefix + suffix >= min(oldCount, newCount) {
      let (inserted, deleted) = (max(0, newCount - oldCount), max(0, oldCount - newCount))
      let typed = prefix..<(prefix + inserted)
      change = (prefix..<(prefix + deleted), Self.string(newScalars, typed))
      if told == nil { end = typed.upperBound }
    } else {
      let old = Self.string(oldScalars, prefix..<(oldCount - suffix))
      let new = Self.string(newScalars, prefix..<(newCount - suffix))
      // Letters of one word were replaced, as by a correction. The limit also holds in languages
      // without spaces, where a long row of letters is more than one word.
      let letters = (old + new).unicodeScalars
      if letters.count <= 2 * Self.longestWord,
        letters.allSatisfy({ ChangeBorders.Kind($0) == .word })
      {
        change = (prefix..<(oldCount - suffix), new)
      }
    }
    let index = newScalars.index(newScalars.startIndex, offsetBy: end)
    self.caret = new.utf16.distance(from: new.startIndex, to: index)
  }

  private static func string(_ scalars: String.UnicodeScalarView, _ range: Range<Int>) -> String {
    let start = scalars.index(scalars.startIndex, offsetBy: range.lowerBound)
    return String(scalars[start..<scalars.index(start, offsetBy: range.count)])
  }

  private static func equalCount(
    _ one: some Sequence<Unicode.Scalar>, _ other: some Sequence<Unicode.Scalar>
  ) -> Int {
    var count = 0
    for (left, right) in zip(one, other) {
      guard left == right else { break }
      count += 1
    }
    return count
  }
}
