// SPDX-License-Identifier: MIT

import Difference

/// Widens changes to the words that people see changed.
///
/// A smallest difference keeps the letters that an old and a new word happen to share. If two
/// devices change one word, the letters of both new words then mix: `10:00`, changed to `11:30` and
/// to `12:15`, merges to `121:153`. So a word that changes by more than one insertion or one
/// removal is replaced whole. Replaced words with mere spaces or punctuation between them are
/// replaced together.
struct WholeWords {
  /// The greatest number of characters of a word. A longer stretch is not replaced whole.
  static let longestWord = 32
  /// The greatest number of spaces and punctuation marks that are replaced together with the words
  /// around them.
  private static let longestGap = 8

  /// Equal numbers stand for equal `Character`s.
  let old: [Int]
  let new: [Int]
  /// The first scalar of the `Character` that a number stands for.
  let firstScalar: (Int) -> Unicode.Scalar

  /// - Parameter changes: Ascending, with an equal `Character` between neighbours.
  /// - Returns: Changes that also turn `old` into `new`, in the form of `changes`.
  /// - Complexity: O(*n*) for *n* `Character`s in the changes and in the stretches between them.
  func widen(_ changes: [Replacement]) -> [Replacement] {
    var words: [Replacement] = []
    var rest = changes[...]
    while var word = rest.popFirst() {
      while let next = rest.first, isWithinWord(between: word, next) {
        word = word.joined(with: next)
        rest.removeFirst()
      }
      while word.isReplacing {
        word = widened(word, after: words.last, before: rest.first)
        if let next = rest.first, next.old.lowerBound == word.old.upperBound {
          word = word.joined(with: next)
          rest.removeFirst()
        } else if let last = words.last, last.old.upperBound == word.old.lowerBound {
          word = last.joined(with: word)
          words.removeLast()
        } else {
          break
        }
      }
      words.append(word)
    }
    return joinedAcrossGaps(words)
  }

  private func joinedAcrossGaps(_ words: [Replacement]) -> [Replacement] {
    var result: [Replacement] = []
    for next in words {
      if let last = result.last, last.isReplacing, next.isReplacing,
        isGap(last.old.upperBound..<next.old.lowerBound)
      {
        result[result.count - 1] = last.joined(with: next)
      } else {
        result.append(next)
      }
    }
    return result
  }

  /// Widens a change to the nearest borders of words in the equal text around the change.
  private func widened(
    _ change: Replacement, after last: Replacement?, before next: Replacement?
  ) -> Replacement {
    var before = 0
    if isOfWord(old[change.old.lowerBound]) || isOfWord(new[change.new.lowerBound]) {
      let room = change.old.lowerBound - (last?.old.upperBound ?? 0)
      while before < room, isOfWord(old[change.old.lowerBound - before - 1]) { before += 1 }
    }
    var behind = 0
    if isOfWord(old[change.old.upperBound - 1]) || isOfWord(new[change.new.upperBound - 1]) {
      let room = (next?.old.lowerBound ?? old.count) - change.old.upperBound
      while behind < room, isOfWord(old[change.old.upperBound + behind]) { behind += 1 }
    }
    if before > Self.longestWord { before = 0 }
    if behind > Self.longestWord { behind = 0 }
    return Replacement(
      old: (change.old.lowerBound - before)..<(change.old.upperBound + behind),
      new: (change.new.lowerBound - before)..<(change.new.upperBound + behind))
  }

  /// Whether two changes belong to one word. Only letters and digits stand between such changes.
  /// The first change ends with a letter or digit in the old or new text, and the second change
  /// begins with a letter or digit.
  private func isWithinWord(between first: Replacement, _ second: Replacement) -> Bool {
    let stretch = first.old.upperBound..<second.old.lowerBound
    return stretch.count <= Self.longestWord && old[stretch].allSatisfy(isOfWord)
      && (old[first.old].last.map(isOfWord) ?? false || new[first.new].last.map(isOfWord) ?? false)
      && (old[second.old].first.map(isOfWord) ?? false
        || new[second.new].first.map(isOfWord) ?? false)
  }

  private func isGap(_ stretch: Range<Int>) -> Bool {
    stretch.count <= Self.longestGap
      && old[stretch].allSatisfy { ChangeBorders.Kind(firstScalar($0)) == .other }
  }

  /// Whether a `Character` belongs to a script that separates words by spaces.
  private func isOfWord(_ number: Int) -> Bool {
    let scalar = firstScalar(number)
    guard ChangeBorders.Kind(scalar) == .word else { return false }
    switch scalar.value {
    // Thai, Lao and Tibetan; Myanmar; Khmer.
    case 0xe00...0xfff, 0x1000...0x109f, 0x1780...0x17ff: return false
    // Hangul, which separates words by spaces, lies within the next range.
    case 0xac00...0xd7af: return true
    case 0x2e80...0xfaff: return false
    // Halfwidth kana, and all scalars above the first plane, including letters of some scripts.
    case 0xff66...: return false
    default: return true
    }
  }
}

extension Replacement {
  fileprivate var isReplacing: Bool { !old.isEmpty && !new.isEmpty }

  /// The change from the start of this change to the end of a later change.
  fileprivate func joined(with later: Replacement) -> Replacement {
    Replacement(
      old: old.lowerBound..<later.old.upperBound, new: new.lowerBound..<later.new.upperBound)
  }
}
