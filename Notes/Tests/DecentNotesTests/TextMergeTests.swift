// SPDX-License-Identifier: MIT

import NotesTestInputs
import ReplicationLaws
import Testing

@testable import DecentNotes

@Suite struct TextMergeTests {
  private func merge(_ mine: String, _ others: String, since base: String) -> String {
    TextMerge.merge(mine, into: others, since: base)
  }

  @Test func whatBothAddedStandsOnce() {
    #expect(merge("a\nx\ny\n", "a\nx\nz\n", since: "a\n") == "a\nx\nz\ny\n")
    #expect(merge("a\ny\nx\n", "a\nz\nx\n", since: "a\n") == "a\nz\ny\nx\n")
    #expect(merge("a\nx\n", "a\nx\nz\n", since: "a\n") == "a\nx\nz\n")
    #expect(merge("a\nx\nz\n", "a\nx\n", since: "a\n") == "a\nx\nz\n")
    #expect(merge("a\nm\nx\ny\n", "a\nx\nz\n", since: "a\n") == "a\nm\nx\nz\ny\n")
  }

  @Test func whatBothReplacedIsReplacedOnce() {
    #expect(merge("TWO\n", "one\nTWO\n", since: "two\n") == "one\nTWO\n")
    #expect(merge("one\nTWO\n", "ONE\nTWO\n", since: "one\ntwo\n") == "ONE\nTWO\n")
    #expect(merge("TWO\nTHREE\n", "TWO\nthree\n", since: "two\nthree\n") == "TWO\nTHREE\n")
    #expect(merge("TWO\nx\n", "TWO\ny\n", since: "two\n") == "TWO\ny\nx\n")
  }

  @Test func whatBothRemovedIsGone() {
    #expect(merge("one\n", "ONE\n", since: "one\ntwo\n") == "ONE\n")
    #expect(merge("", "one\n", since: "one\ntwo\n") == "")
    #expect(merge("b\nx\n", "b\n", since: "a\nb\n") == "b\nx\n")
  }

  /// Empty lines that both sides added do not join paragraphs that have nothing in common.
  @Test func paragraphsStayWhole() {
    #expect(
      merge("x\n1\n\n2\n", "x\n3\n\n4\n", since: "x\n") == "x\n3\n\n4\n1\n\n2\n")
    #expect(merge("x\n\n1\n\n2\n", "x\n\n1\n\n3\n", since: "x\n") == "x\n\n1\n\n3\n\n2\n")
  }

  @Test func linesThatTouchAreChangedApart() {
    #expect(merge("ONE\ntwo\n", "one\nTWO\n", since: "one\ntwo\n") == "ONE\nTWO\n")
    #expect(merge("two\n", "one\ntwo\nthree\n", since: "one\ntwo\n") == "two\nthree\n")
    #expect(merge("one\n", "one\ntwo\nthree\n", since: "one\ntwo\n") == "one\nthree\n")
  }

  @Test func oneLineIsMergedByCharacters() {
    #expect(merge("milk, bread", "oat milk", since: "milk") == "oat milk, bread")
    #expect(
      merge("a\nmilk, bread\nb\n", "a\noat milk\n", since: "a\nmilk\n")
        == "a\noat milk, bread\nb\n")
  }

  @Test func theEndOfTheLastLineIsMergedApart() {
    #expect(merge("a\nx\n", "a\nx\ny\n", since: "a") == "a\nx\ny\n")
    #expect(merge("a\nx", "a\ny\n", since: "a\n") == "a\ny\nx")
    #expect(merge("a\nx", "a\ny", since: "a") == "a\ny\nx")
    #expect(merge("a\n", "b\na", since: "a") == "b\na\n")
    #expect(merge("a\r\nx\r\n", "a\r\nx\r\ny", since: "a\r\n") == "a\r\nx\r\ny")
  }

  @Test func linesHaveEndsWhereAllHadThem() {
    var random = TestRun.generator(seed: 13)
    for _ in 0..<TestRun.length(300) {
      let base = (0..<random.below(5)).map { _ in random.pick(["one\n", "two\n", "three\n"]) }
      let texts = [0, 1].map { _ in
        base.map { random.pick([$0, "", "\($0)two\n", "o\n", "e\n", "x\n"]) }.joined()
      }
      let result = merge(texts[0], texts[1], since: base.joined())
      #expect(result.isEmpty || result.hasSuffix("\n"), "\(base) \(texts) \(result)")
    }
  }

  private func randomText(_ random: inout SeededGenerator) -> [String] {
    (0..<random.below(12)).map { _ in random.pick(["a\n", "b\n", "c d\n", "\n", "é\r\n"]) }
  }

  private func edited(_ lines: [String], _ random: inout SeededGenerator) -> String {
    var lines = lines
    for _ in 0..<random.below(5) {
      lines.insert(random.pick(["a\n", "x\n", "\n"]), at: random.below(lines.count + 1))
      if random.oneIn(2) { lines.remove(at: random.below(lines.count)) }
    }
    return lines.joined() + random.pick(["", "", "end"])
  }

  @Test func aTextMergedWithItselfOrWhatItComesFromIsTheText() {
    var random = TestRun.generator(seed: 11)
    for _ in 0..<TestRun.length(300) {
      let base = randomText(&random)
      let text = edited(base, &random)
      let isRight =
        merge(text, text, since: base.joined()) == text
        && merge(text, base.joined(), since: base.joined()) == text
        && merge(base.joined(), text, since: base.joined()) == text
      #expect(isRight, "\(base) \(text)")
    }
  }

  /// All lines differ. Of every three, both sides may change the first alike, one side the second,
  /// and the other side the third.
  @Test func allThatWasDoneToDifferentLinesIsInTheResult() {
    var random = TestRun.generator(seed: 12)
    for _ in 0..<TestRun.length(300) {
      let base = (0..<random.below(20)).map { "\($0)\n" }
      var (mine, others, expected) = ("", "", "")
      for (place, line) in base.enumerated() {
        let changes = [
          line, "\(place) new\n", "\(line)after \(place)\n", place % 3 == 0 ? line : "",
        ]
        let change = random.pick(changes)
        mine += place % 3 < 2 ? change : line
        others += place % 3 != 1 ? change : line
        expected += change
      }
      let result = merge(mine, others, since: base.joined())
      #expect(result == expected, "\(base) \(mine) \(others)")
      // Merges again, as when a file is imported on a second device.
      let again = [mine, others].map { merge($0, result, since: base.joined()) }
      #expect(again == [expected, expected], "\(base) \(mine) \(others)")
    }
  }
}
