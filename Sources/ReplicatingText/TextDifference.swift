// SPDX-License-Identifier: MIT

import Difference
import SequenceEngine

/// The differences between two texts, by whole `Character`s.
struct TextDifference {
  /// The replacements in scalars, ascending.
  private(set) var replacements: [Replacement] = []

  /// If at most this many `Character`s are removed and inserted, the result is derived from a
  /// smallest difference.
  private static let limit = 10_000

  /// If `limit` is exceeded, an equal stretch of fewer `Character`s than this number is taken for
  /// chance, and is replaced too.
  private static let shortestMatch = 8

  /// The number of scalars on each side of a difference that are searched for borders of lines and
  /// words.
  private static let surroundings = 256

  private let old: Graphemes
  private let new: Graphemes

  init(from old: TextStorage, to new: TextStorage) {
    self.old = Graphemes(old)
    self.new = Graphemes(new)
    let oldUTF8 = old.rope.utf8(0..<old.rope.measure.scalars)
    let newUTF8 = new.rope.utf8(0..<new.rope.measure.scalars)
    guard let outer = Self.outer(oldUTF8, newUTF8).map(withSurroundings) else { return }
    // Outside `whole`, both texts consist of the same `Character`s.
    let whole = WholeCharacters(self.old, self.new).widen([outer])[0]
    var numbering = CharacterNumbering()
    let oldNumbers = numbering.numbers(of: old.rope.utf8(whole.old))
    let newNumbers = numbering.numbers(of: new.rope.utf8(whole.new))
    let found = smallestDifference(from: oldNumbers, to: newNumbers, limit: Self.limit)
    let borders = ChangeBorders(
      old: oldNumbers, new: newNumbers, isStart: whole.old.lowerBound == 0,
      isEnd: whole.old.upperBound == self.old.scalarCount,
      kind: { ChangeBorders.Kind(numbering.firstScalar(ofNumber: $0)) })
    let words = WholeWords(
      old: oldNumbers, new: newNumbers, firstScalar: { numbering.firstScalar(ofNumber: $0) })
    replacements = inScalars(words.widen(borders.shift(Self.withoutChance(found))), within: whole)
  }

  private func withSurroundings(_ outer: Replacement) -> Replacement {
    let before = min(outer.old.lowerBound, Self.surroundings)
    let behind = min(old.scalarCount - outer.old.upperBound, Self.surroundings)
    return Replacement(
      old: (outer.old.lowerBound - before)..<(outer.old.upperBound + behind),
      new: (outer.new.lowerBound - before)..<(outer.new.upperBound + behind))
  }

  /// The parts of both texts between the longest equal start and the longest equal end, in scalars;
  /// nil if the texts are equal.
  private static func outer(_ old: [UInt8], _ new: [UInt8]) -> Replacement? {
    let shorter = min(old.count, new.count)
    var start = 0
    while start < shorter, old[start] == new[start] { start += 1 }
    if start == old.count, start == new.count { return nil }
    // Go back to the start of the scalar. The start is at the same place in both texts.
    while start > 0, isWithinScalar(old, start) || isWithinScalar(new, start) { start -= 1 }
    var end = 0
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    while end > 0, isWithinScalar(old, old.count - end) { end -= 1 }
    let before = TextMeasure(of: old[..<start]).scalars
    return Replacement(
      old: before..<(before + TextMeasure(of: old[start..<(old.count - end)]).scalars),
      new: before..<(before + TextMeasure(of: new[start..<(new.count - end)]).scalars))
  }

  private static func isWithinScalar(_ utf8: [UInt8], _ place: Int) -> Bool {
    place < utf8.count && utf8[place] & 0xc0 == 0x80
  }

  /// If replacements exceed `limit`, joins neighbours that are separated by fewer than
  /// ``shortestMatch`` equal `Character`s.
  private static func withoutChance(_ replacements: [Replacement]) -> [Replacement] {
    let edits = replacements.reduce(0) { $0 + $1.old.count + $1.new.count }
    guard edits > limit else { return replacements }
    var result: [Replacement] = []
    for next in replacements {
      if let last = result.last, next.old.lowerBound - last.old.upperBound < shortestMatch {
        result[result.count - 1] = Replacement(
          old: last.old.lowerBound..<next.old.upperBound,
          new: last.new.lowerBound..<next.new.upperBound)
      } else {
        result.append(next)
      }
    }
    return result
  }

  /// Converts replacements in `Character`s, counted from the start of `whole`, to replacements in
  /// scalars of the whole texts.
  private func inScalars(_ replacements: [Replacement], within whole: Replacement) -> [Replacement]
  {
    let old = old.places(
      of: replacements.flatMap { [$0.old.lowerBound, $0.old.upperBound] }, in: whole.old)
    let new = new.places(
      of: replacements.flatMap { [$0.new.lowerBound, $0.new.upperBound] }, in: whole.new)
    return replacements.indices.map { index in
      Replacement(
        old: old[2 * index]..<old[2 * index + 1], new: new[2 * index]..<new[2 * index + 1])
    }
  }
}

extension Graphemes {
  /// The starts of some `Character`s, in scalars.
  ///
  /// - Parameters:
  ///   - characters: Ascending; counted from the start of the range.
  ///   - range: Begins and ends between `Character`s.
  fileprivate func places(of characters: [Int], in range: Range<Int>) -> [Int] {
    var places: [Int] = []
    places.reserveCapacity(characters.count)
    var number = 0
    walk(range) { character in
      while places.count < characters.count, characters[places.count] == number {
        places.append(character.lowerBound)
      }
      number += 1
      return places.count < characters.count
    }
    while places.count < characters.count { places.append(range.upperBound) }
    return places
  }
}

/// Numbers characters. Characters with equal scalars get equal numbers.
///
/// Scalars are compared, not `Character`s. A comparison of `Character`s would miss a change from a
/// composed to a decomposed letter, because canonically equivalent `Character`s are equal.
private struct CharacterNumbering {
  private static let firstOfMany = 0x11_0000

  private var numbers: [[Unicode.Scalar]: Int] = [:]
  /// The first scalars of the `Character`s that have several scalars.
  private var firstScalars: [Unicode.Scalar] = []

  /// The first scalar of the `Character`s that have the number `number`.
  func firstScalar(ofNumber number: Int) -> Unicode.Scalar {
    if number >= Self.firstOfMany { return firstScalars[number - Self.firstOfMany] }
    return Unicode.Scalar(UInt32(number)) ?? "\u{fffd}"
  }

  mutating func numbers(of utf8: [UInt8]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(utf8.count)
    for character in String(decoding: utf8, as: UTF8.self) {
      result.append(number(of: character.unicodeScalars))
    }
    return result
  }

  /// The number of a `Character`: the value of its only scalar, or a number above all scalar
  /// values.
  private mutating func number(of scalars: Character.UnicodeScalarView) -> Int {
    if let first = scalars.first, scalars.index(after: scalars.startIndex) == scalars.endIndex {
      return Int(first.value)
    }
    let scalars = Array(scalars)
    if let number = numbers[scalars] { return number }
    let number = Self.firstOfMany + firstScalars.count
    numbers[scalars] = number
    firstScalars.append(scalars[0])
    return number
  }
}
