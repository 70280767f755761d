// SPDX-License-Identifier: MIT

import Difference
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// Two texts that devices put in one place stay in one piece each.
@Suite struct WholeWordTests {
  @Test(arguments: [
    ("We leave on Friday.", "Trip cancelled, sorry", "Postponed to next summer", "", ""),
    ("The meeting is at 10:00", "11:30", "12:15", "The meeting is at ", ""),
    ("Milk Bread Eggs", "Tomatoes Pasta Basil", "Nails Hammer Paint", "", ""),
    ("Привет, мир", "Прощай", "Здравствуй", "", ", мир"),
    ("오늘 만나요", "내일", "모레", "", " 만나요"),
  ])
  func wordsThatTwoDevicesReplaceStayInOnePieceEach(
    old: String, mine: String, yours: String, before: String, behind: String
  ) {
    let text = ReplicatingText(old)
    var (one, other) = (text, text)
    one.update(to: before + mine + behind)
    other.update(to: before + yours + behind)
    let merged = one.merged(with: other).string
    #expect(other.merged(with: one).string == merged)
    #expect([mine + yours, yours + mine].contains { merged == before + $0 + behind }, "\(merged)")
  }

  /// The parts that an update removes from a text and inserts into it, in order.
  private func changes(from old: String, to new: String) -> [String] {
    let (old, new) = (ReplicatingText(old), ReplicatingText(new))
    return TextDifference(from: old.storage, to: new.storage).replacements.map { change in
      "\(old.unicodeScalars[change.old])|\(new.unicodeScalars[change.new])"
    }
  }

  @Test func aWordIsReplacedWhole() {
    #expect(changes(from: "at 10:00 sharp", to: "at 11:30 sharp") == ["10:00|11:30"])
    #expect(changes(from: "rent 1200 due", to: "rent 1350 due") == ["1200|1350"])
    #expect(changes(from: "teh fox", to: "the fox") == ["teh|the"])
    #expect(changes(from: "one two three", to: "ONE two THREE") == ["one|ONE", "three|THREE"])
    #expect(changes(from: "un été, ici", to: "un ÉTÉ, là") == ["été, ici|ÉTÉ, là"])
  }

  @Test func whatIsTypedOrDeletedAtOnePlaceLeavesTheRestOfTheWord() {
    #expect(changes(from: "the quick fox", to: "the quickest fox") == ["|est"])
    #expect(changes(from: "the quickest fox", to: "the quick fox") == ["est|"])
    #expect(changes(from: "the qck fox", to: "the quick fox") == ["|ui"])
    // Whole lines come and go beside a word that changes.
    #expect(changes(from: "ab cd\n", to: "x y\nabe cd\n") == ["|x y\n", "|e"])
    #expect(changes(from: "ab\ncd", to: "xy\ncd\nef") == ["ab|xy", "|\nef"])
  }

  /// Scripts that part no words by spaces would lose whole sentences.
  @Test func ideographsAreWordsOfTheirOwn() {
    #expect(changes(from: "今日は雨です", to: "明日は雪です") == ["今|明", "雨|雪"])
    #expect(changes(from: "วันนี้ฝนตก", to: "วันนั้ฝนตก").map(\.unicodeScalars.count) == [7])
  }

  @Test func aLongWordIsReplacedInPart() {
    let (before, behind) = (String(repeating: "a", count: 40), String(repeating: "b", count: 40))
    #expect(changes(from: before + "x" + behind, to: before + "y" + behind) == ["x|y"])
  }

  /// Changes make the new text, leave an equal character between them, and begin and end at borders of
  /// words unless they only insert or only remove.
  @Test func changesAreOfWholeWords() {
    var random = TestRun.generator(seed: 7)
    let scalars: [Unicode.Scalar] = ["a", "b", "c", "5", " ", ",", "\n", "日"]
    for run in 0..<TestRun.length(20_000) {
      let old = (0..<random.below(14)).map { _ in random.below(scalars.count) }
      var new = old
      for _ in 0..<(1 + random.below(4)) {
        let place = random.below(new.count + 1)
        new.insert(contentsOf: (0..<random.below(3)).map { _ in random.below(8) }, at: place)
        new.removeSubrange(place..<min(new.count, place + random.below(3)))
      }
      let found = smallestDifference(from: old, to: new, limit: 100)
      let words = WholeWords(old: old, new: new, firstScalar: { scalars[$0] })
      if let fault = fault(in: words.widen(found), old, new) {
        Issue.record("run \(run): \(old) to \(new) by \(found): \(fault)")
        return
      }
    }
  }

  private func fault(in changes: [Replacement], _ old: [Int], _ new: [Int]) -> String? {
    var made = old
    for change in changes.reversed() { made.replaceSubrange(change.old, with: new[change.new]) }
    guard made == new else { return "\(changes) make \(made)" }
    for (one, next) in zip(changes, changes.dropFirst()) {
      guard one.old.upperBound < next.old.lowerBound else { return "\(changes) touch" }
    }
    for change in changes where !change.old.isEmpty && !change.new.isEmpty {
      for (text, range) in [(old, change.old), (new, change.new)] {
        for place in [range.lowerBound, range.upperBound] where 0 < place && place < text.count {
          if text[place - 1] < 4, text[place] < 4 { return "\(change) cuts a word at \(place)" }
        }
      }
    }
    return nil
  }
}
