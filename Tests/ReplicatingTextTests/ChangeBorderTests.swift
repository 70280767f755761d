// SPDX-License-Identifier: MIT

import Difference
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// The borders of the changes that an update makes.
@Suite struct ChangeBorderTests {
  /// The parts that an update removes from a text and inserts into it, in order.
  private func changes(from old: String, to new: String) -> [String] {
    let (old, new) = (ReplicatingText(old), ReplicatingText(new))
    return TextDifference(from: old.storage, to: new.storage).replacements.map { change in
      let removed = old.unicodeScalars[change.old]
      let inserted = new.unicodeScalars[change.new]
      return (removed.isEmpty ? "" : "-\(removed)") + (inserted.isEmpty ? "" : "+\(inserted)")
    }
  }

  @Test func linesComeAndGoWhole() {
    let list = "- Monday\n- Tuesday\n- Thursday\n"
    #expect(changes(from: list, to: "- Monday\n- Thursday\n") == ["-- Tuesday\n"])
    #expect(
      changes(from: list, to: "- Monday\n- Tuesday\n- Wednesday\n- Thursday\n")
        == ["+- Wednesday\n"])
    #expect(changes(from: "a\nb", to: "a\nb\nbc") == ["+\nbc"])
    #expect(changes(from: "a\r\nab\r\n", to: "a\r\nabc\r\nab\r\n") == ["+abc\r\n"])
    #expect(changes(from: "x\nyx\nz", to: "x\nz") == ["-yx\n"])
    // There is no border in reach.
    #expect(changes(from: "abcabd", to: "abcabcabd") == ["+abc"])
  }

  @Test func wordsComeAndGoWhole() {
    #expect(changes(from: "the quick fox", to: "the quiet quick fox") == ["+quiet "])
    #expect(changes(from: "no, not now", to: "no, not, not now") == ["+, not"])
    #expect(changes(from: "ein eigenes Ei", to: "ein Ei") == ["-eigenes "])
    #expect(changes(from: "ça çava", to: "çava") == ["-ça "])
  }

  @Test func mergedListsAreWholeLines() {
    var mine: ReplicatingText = "- Monday\n- Tuesday\n- Thursday\n"
    var yours = mine
    mine.update(to: "- Monday\n- Thursday\n")
    yours.update(to: "- Monday\n- Tuesday\n- Wednesday\n- Thursday\n")
    #expect(mine.merged(with: yours).string == "- Monday\n- Wednesday\n- Thursday\n")
  }

  /// Compares with all other places: no shift of a change that is not whole lines makes it whole
  /// lines. The changes still make the new text, and have the same size.
  @Test func noOtherPlaceIsBetter() {
    var random = TestRun.generator(seed: 1)
    let kinds: [ChangeBorders.Kind] = [.word, .word, .lineBreak, .other]
    for run in 0..<TestRun.length(20_000) {
      let old = (0..<random.below(12)).map { _ in random.below(4) }
      var new = old
      for _ in 0..<(1 + random.below(2)) {
        let place = random.below(new.count + 1)
        if random.oneIn(2) {
          new.insert(contentsOf: (0...random.below(4)).map { _ in random.below(4) }, at: place)
        } else {
          new.removeSubrange(place..<min(new.count, place + 1 + random.below(4)))
        }
      }
      let found = smallestDifference(from: old, to: new, limit: 100)
      let borders = ChangeBorders(
        old: old, new: new, isStart: true, isEnd: true, kind: { kinds[$0] })
      let shifted = borders.shift(found)
      if let fault = fault(in: shifted, beside: found, old, new) {
        Issue.record("run \(run): \(old) to \(new): \(shifted) \(fault)")
        return
      }
    }
  }

  private func fault(
    in shifted: [Replacement], beside found: [Replacement], _ old: [Int], _ new: [Int]
  ) -> String? {
    var made = old
    for change in shifted.reversed() { made.replaceSubrange(change.old, with: new[change.new]) }
    guard made == new else { return "make \(made)" }
    guard shifted.map(\.old.count) == found.map(\.old.count),
      shifted.map(\.new.count) == found.map(\.new.count)
    else { return "are larger" }
    for (one, next) in zip(shifted, shifted.dropFirst())
    where one.old.upperBound >= next.old.lowerBound { return "touch" }
    // Only a sole change may move to any place with the same result.
    guard shifted.count == 1, shifted[0].old.isEmpty != shifted[0].new.isEmpty else { return nil }
    let text = shifted[0].old.isEmpty ? new : old
    let range = shifted[0].old.isEmpty ? shifted[0].new : shifted[0].old
    let rest = shifted[0].old.isEmpty ? old : new
    for start in 0...(text.count - range.count) {
      let other = start..<(start + range.count)
      var without = text
      without.removeSubrange(other)
      if without == rest, isWhole(other, of: text), !isWhole(range, of: text) {
        return "could cut whole lines at \(start)"
      }
    }
    return nil
  }

  /// Whether a range is whole lines; 2 is a line break.
  private func isWhole(_ range: Range<Int>, of text: [Int]) -> Bool {
    (range.lowerBound == 0 || text[range.lowerBound - 1] == 2)
      && (range.upperBound == text.count || text[range.upperBound - 1] == 2)
  }
}
