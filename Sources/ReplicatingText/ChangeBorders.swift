// SPDX-License-Identifier: MIT

import Difference

/// Shifts insertions and removals to the places where people see them begin and end.
///
/// The place of a change is often ambiguous: removing a line from a list can be the removal of
/// `- Tuesday↵`, or of `uesday↵- T`. Both removals give the same text. But the second removal
/// splits two lines, and so can also split a concurrent edit of one line. The shift prefers a place
/// that changes whole lines, and then a place between words.
struct ChangeBorders {
  /// The role of a `Character` for the borders beside it.
  enum Kind {
    case lineBreak
    case word
    case other

    init(_ first: Unicode.Scalar) {
      switch first.value {
      case 0xa...0xd, 0x85, 0x2028, 0x2029: self = .lineBreak
      case 0x30...0x39, 0x41...0x5a, 0x5f, 0x61...0x7a: self = .word
      case 0xa0...0xbf, 0x2000...0x206f, 0x3000...0x303f, 0xff00...0xff0f: self = .other
      case 0x80...: self = .word
      default: self = .other
      }
    }
  }

  /// The old and the new `Character`s. Equal numbers stand for equal `Character`s.
  let old: [Int]
  let new: [Int]
  /// Whether `old` and `new` begin at the starts of their texts.
  let isStart: Bool
  /// Whether `old` and `new` end at the ends of their texts.
  let isEnd: Bool
  /// The kind of the `Character` that a number stands for.
  let kind: (Int) -> Kind

  /// - Parameter replacements: Ascending, with an equal `Character` between neighbours.
  /// - Complexity: O(*n*) for *n* `Character`s in `old` and `new`.
  func shift(_ replacements: [Replacement]) -> [Replacement] {
    var result = replacements
    for index in result.indices {
      let change = result[index]
      guard change.old.isEmpty != change.new.isEmpty else { continue }
      let isInsertion = change.old.isEmpty
      let range = isInsertion ? change.new : change.old
      // At least one equal `Character` must stay between neighbouring changes.
      var limits = 0..<(isInsertion ? new : old).count
      if index > 0 {
        let before = result[index - 1]
        limits = ((isInsertion ? before.new : before.old).upperBound + 1)..<limits.upperBound
      }
      if index + 1 < result.count {
        let behind = result[index + 1]
        limits = limits.lowerBound..<((isInsertion ? behind.new : behind.old).lowerBound - 1)
      }
      let steps = steps(of: range, in: isInsertion ? new : old, within: limits)
      result[index] = Replacement(
        old: change.old.moved(by: steps), new: change.new.moved(by: steps))
    }
    return result
  }

  /// The best number of steps by which to shift a range. Removing the shifted range and removing
  /// the range give the same text.
  private func steps(of range: Range<Int>, in characters: [Int], within limits: Range<Int>) -> Int {
    var best = (steps: 0, rank: rank(of: range, in: characters))
    func consider(_ steps: Int) {
      let rank = rank(of: range.moved(by: steps), in: characters)
      if rank > best.rank || rank == best.rank && abs(steps) < abs(best.steps) {
        best = (steps, rank)
      }
    }
    var steps = 0
    while range.lowerBound + steps > limits.lowerBound,
      characters[range.lowerBound + steps - 1] == characters[range.upperBound + steps - 1]
    {
      steps -= 1
      consider(steps)
    }
    steps = 0
    while range.upperBound + steps < limits.upperBound,
      characters[range.lowerBound + steps] == characters[range.upperBound + steps]
    {
      steps += 1
      consider(steps)
    }
    return best.steps
  }

  /// The rank of a range: 4 for whole lines, and 3 for lines with the breaks before them. For any
  /// other range, the rank is the number of the range's ends that are not within a word.
  private func rank(of range: Range<Int>, in characters: [Int]) -> Int {
    let last = kind(characters[range.upperBound - 1])
    let isAtEnd = isEnd && range.upperBound == characters.count
    let beginsLine =
      range.lowerBound == 0 ? isStart : kind(characters[range.lowerBound - 1]) == .lineBreak
    if beginsLine, last == .lineBreak || isAtEnd { return 4 }
    let endsLine =
      range.upperBound == characters.count
      ? isEnd : kind(characters[range.upperBound]) == .lineBreak
    if endsLine, kind(characters[range.lowerBound]) == .lineBreak { return 3 }
    return [range.lowerBound, range.upperBound].count { !isWithinWord($0, of: characters) }
  }

  private func isWithinWord(_ place: Int, of characters: [Int]) -> Bool {
    guard place > 0 else { return !isStart }
    guard place < characters.count else { return !isEnd }
    return kind(characters[place - 1]) == .word && kind(characters[place]) == .word
  }
}

extension Range<Int> {
  fileprivate func moved(by steps: Int) -> Range<Int> {
    (lowerBound + steps)..<(upperBound + steps)
  }
}
