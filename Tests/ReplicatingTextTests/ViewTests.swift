// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// Positions in each unit, against plain arrays of that unit.
@Suite struct ViewTests {
  private static let pieces = [
    "a", "b", " ", "é", "e\u{301}", "\u{301}", "日", "👍", "👍🏽", "👨‍👩‍👧", "\u{200d}", "🇩🇪", "🇩",
    "\r\n", "\r", "\n", "\0", "𐍈", "각", "\u{1100}\u{1161}",
  ]

  private func piece(_ random: inout SeededGenerator) -> String {
    (0..<random.below(4)).map { _ in random.pick(Self.pieces) }.joined()
  }

  private func range(_ count: Int, _ random: inout SeededGenerator) -> Range<Int> {
    let start = random.below(count + 1)
    return start..<(start + random.below(min(5, count - start) + 1))
  }

  /// The scalars that a range of units touches, found one by one.
  private func touched(
    _ range: Range<Int>, _ scalars: [Unicode.Scalar], width: (Unicode.Scalar) -> Int
  ) -> Range<Int> {
    var start = 0
    var touched: [Int] = []
    var before = 0
    for (index, scalar) in scalars.enumerated() {
      let end = start + width(scalar)
      if end <= range.lowerBound { before = index + 1 }
      if start < range.upperBound, end > range.lowerBound, !range.isEmpty { touched.append(index) }
      start = end
    }
    return touched.first.map { $0..<($0 + touched.count) } ?? before..<before
  }

  @Test func preparedTextIsTypedAsItsString() {
    var random = TestRun.generator(seed: 2)
    var (byString, byPiece) = (ReplicatingText(), ReplicatingText())
    for _ in 0..<TestRun.length(300) {
      let string = piece(&random)
      let range = range(byString.utf16.count, &random)
      byString.utf16.replaceSubrange(range, with: string)
      byPiece.utf16.replaceSubrange(range, with: TextPiece(string))
      #expect(TextPiece(string).scalarCount == string.unicodeScalars.count)
      #expect(byPiece.string == byString.string)
    }
  }

  @Test func editsInEveryUnit() {
    var random = TestRun.generator(seed: 1)
    for run in 0..<TestRun.length(40) {
      var text = ReplicatingText()
      var model: [Unicode.Scalar] = []
      for step in 0..<60 {
        let new = piece(&random)
        let string = model.reduce(into: "") { $0.unicodeScalars.append($1) }
        let scalars: Range<Int>
        switch random.below(3) {
        case 0:
          let range = range(string.utf16.count, &random)
          scalars = touched(range, model) { $0.value > 0xffff ? 2 : 1 }
          if text.utf16.count != string.utf16.count
            || !isSame(text.utf16[range], model[scalars])
          {
            Issue.record("run \(run), step \(step): utf16 \(range) of \(string.debugDescription)")
          }
          text.utf16.replaceSubrange(range, with: new)
        case 1:
          let range = range(string.count, &random)
          let characters = Array(string)
          let start = characters[..<range.lowerBound].reduce(0) { $0 + $1.unicodeScalars.count }
          let length = characters[range].reduce(0) { $0 + $1.unicodeScalars.count }
          scalars = start..<(start + length)
          if text.characters.count != characters.count
            || !isSame(text.characters[range], model[scalars])
          {
            Issue.record("run \(run), step \(step): \(range) of \(string.debugDescription)")
          }
          text.characters.replaceSubrange(range, with: new)
        default:
          scalars = range(model.count, &random)
          if text.unicodeScalars.count != model.count
            || !isSame(text.unicodeScalars[scalars], model[scalars])
          {
            Issue.record("run \(run), step \(step): \(scalars) of \(string.debugDescription)")
          }
          text.unicodeScalars.replaceSubrange(scalars, with: new)
        }
        model.replaceSubrange(scalars, with: new.unicodeScalars)
        if !isSame(text.string, model[...]) {
          Issue.record("run \(run), step \(step): \(text.string.debugDescription)")
          return
        }
      }
    }
  }

  private func isSame(_ string: String, _ scalars: ArraySlice<Unicode.Scalar>) -> Bool {
    Array(string.unicodeScalars) == Array(scalars)
  }

  @Test func rangesThatCutASurrogatePairTakeAllOfIt() {
    for (range, left) in [
      (1..<2, "ab"), (2..<3, "ab"), (0..<2, "b"), (2..<4, "a"), (2..<2, "a👍b"), (0..<0, "a👍b"),
    ] {
      var text: ReplicatingText = "a👍b"
      text.utf16.removeSubrange(range)
      #expect(text.string == left, "\(range)")
    }
    var text: ReplicatingText = "a👍b"
    text.utf16.insert("x", at: 2)
    #expect(text.string == "ax👍b")
    #expect(text.utf16[2..<4] == "👍")
  }

  @Test func charactersAreWhatAPersonCounts() {
    var text: ReplicatingText = "👨‍👩‍👧e\u{301}\r\n🇩🇪x"
    #expect(text.characters.count == 5)
    #expect(text.characters[1..<3] == "e\u{301}\r\n")
    text.characters.removeSubrange(0..<1)
    text.characters.insert("!", at: 2)
    #expect(text.string == "e\u{301}\r\n!🇩🇪x")
    #expect(text.unicodeScalars.count == 8)
  }
}
