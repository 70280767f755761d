// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

@Suite struct UpdateTests {
  private static let pieces = [
    "a", "b", "c", " ", "é", "e\u{301}", "\u{301}", "👍", "👨‍👩‍👧", "\r\n", "\n", "Å", "\u{212b}",
    "A\u{30a}",
  ]

  private func scalars(_ text: ReplicatingText) -> [Unicode.Scalar] {
    Array(text.string.unicodeScalars)
  }

  @Test func theTextIsExactlyWhatWasAskedFor() {
    var random = TestRun.generator(seed: 1)
    var text = ReplicatingText()
    for step in 0..<TestRun.length(3_000) {
      var pieces = text.string.map { String($0) }
      if pieces.count > 40 { pieces.removeSubrange(5..<30) }
      for _ in 0..<(1 + random.below(3)) {
        let position = random.below(pieces.count + 1)
        if random.oneIn(2) { pieces.insert(random.pick(Self.pieces), at: position) }
        if position < pieces.count, random.oneIn(2) { pieces[position] = random.pick(Self.pieces) }
        if position < pieces.count, random.oneIn(3) { pieces.remove(at: position) }
      }
      let wanted = pieces.joined()
      let before = text.string
      text.update(to: wanted)
      if scalars(text) != Array(wanted.unicodeScalars) {
        Issue.record("step \(step): \(before.debugDescription) to \(wanted.debugDescription)")
        return
      }
    }
  }

  @Test(arguments: [
    ("é", "e\u{301}"), ("e\u{301}", "é"), ("\u{212b}", "Å"), ("x각", "x\u{1100}\u{1161}\u{11a8}"),
  ])
  func equivalentSpellingsAreDifferent(old: String, new: String) {
    var text = ReplicatingText(old)
    text.update(to: new)
    #expect(scalars(text) == Array(new.unicodeScalars))
  }

  @Test func whatStaysTheSameIsNoEdit() {
    var text: ReplicatingText = "the quick brown fox 👨‍👩‍👧"
    let version = text.version
    text.update(to: "the quick brown fox 👨‍👩‍👧")
    #expect(text.version == version)
  }

  @Test func twoSpellingCorrectionsBothSurvive() {
    var mine: ReplicatingText = "teh quick brwon fox"
    var yours = mine
    mine.update(to: "the quick brwon fox")
    yours.update(to: "teh quick brown fox")
    #expect(mine.merged(with: yours).string == "the quick brown fox")
    #expect(yours.merged(with: mine).string == "the quick brown fox")
  }

  @Test func editsInsideWhatStaysTheSameSurvive() {
    var mine: ReplicatingText = "one two three"
    var yours = mine
    mine.update(to: "ONE two three, four")
    yours.characters.insert("and ", at: 4)
    yours.characters.removeSubrange(11..<17)
    mine.merge(yours)
    #expect(mine.string == "ONE and two, four")
  }

  /// Edits of other devices are kept, whatever the text is updated to meanwhile.
  @Test func nothingThatOthersTypeIsLost() {
    var random = TestRun.generator(seed: 2)
    for run in 0..<TestRun.length(300) {
      var mine = ReplicatingText((0..<20).map { _ in random.pick(Self.pieces) }.joined())
      var yours = mine
      for number in 0..<5 {
        yours.unicodeScalars.insert("\(number)", at: random.below(yours.unicodeScalars.count + 1))
      }
      let wanted = (0..<20).map { _ in random.pick(Self.pieces) }.joined()
      mine.update(to: wanted)
      mine.merge(yours)
      let digits = scalars(mine).filter { ("0"..."4").contains($0) }
      let others = scalars(mine).filter { !("0"..."4").contains($0) }
      if digits.count != 5 || others != Array(wanted.unicodeScalars) {
        Issue.record("run \(run): \(mine.string.debugDescription)")
      }
    }
  }

  /// A text unrelated to the old one is one replacement. It is not cut at every letter that both
  /// happen to have.
  @Test func anUnrelatedTextReplacesAll() {
    var random = TestRun.generator(seed: 3)
    func text() -> String {
      (0..<30_000).map { _ in random.pick(["a", "b", "c", "d", "é", "e\u{301}", " "]) }.joined()
    }
    var mine = ReplicatingText(text())
    let old = mine.storage
    let wanted = text()
    mine.update(to: wanted)
    #expect(scalars(mine) == Array(wanted.unicodeScalars))
    let replaced = TextDifference(from: old, to: mine.storage).replacements
    #expect(replaced.count < 200, "\(replaced.count) replacements")
  }

  @Test func partsOfALongTextThatAreMovedStay() {
    var random = TestRun.generator(seed: 4)
    let blocks = (0..<6).map { _ in
      (0..<3_000).map { _ in random.pick(["a", "b", "c", "d", "e", "é", "👍", " "]) }.joined()
    }
    var mine = ReplicatingText(blocks.joined())
    let wanted = [3, 0, 1, 2, 4, 5].map { blocks[$0] }.joined()
    mine.update(to: wanted)
    #expect(scalars(mine) == Array(wanted.unicodeScalars))
    // The block moved is deleted and typed anew; letters that repeat are not counted.
    #expect(mine.sessions[0].deletedCount <= 3_000)
  }

  /// Makes as many edits as the documentation promises, in a text whose `Character`s are single
  /// scalars.
  @Test func tenThousandEditsAreTheFewest() throws {
    var random = TestRun.generator(seed: 5)
    let known = KnownDifference(edits: 10_000, &random)
    let wanted = try string(known.new)
    var text = ReplicatingText(try string(known.old))
    let before = text.version
    text.update(to: wanted)
    #expect(scalars(text) == Array(wanted.unicodeScalars))
    let changes = try text.unicodeScalars.changes(since: before)
    #expect(changes.reduce(0) { $0 + $1.old.count + $1.new.count } == 10_000)
  }

  /// A string with an ideograph for each element.
  private func string(_ elements: [Int]) throws -> String {
    var scalars = String.UnicodeScalarView()
    for element in elements {
      guard element < 0xa000, let scalar = Unicode.Scalar(UInt32(0x2_0000 + element)) else {
        throw TooManyElements()
      }
      scalars.append(scalar)
    }
    return String(scalars)
  }
}

private struct TooManyElements: Error {}
