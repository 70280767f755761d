// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// Each view as a collection, against the same view of a string.
@Suite struct TextCollectionTests {
  private static let pieces = [
    "a", "b", " ", "é", "e\u{301}", "\u{301}", "日", "👍🏽", "👨‍👩‍👧", "\u{200d}", "🇩🇪", "🇩", "\r\n", "\n",
    "\0", "𐍈", "각",
  ]

  private func text(_ random: inout SeededGenerator) -> ReplicatingText {
    var text = ReplicatingText()
    for _ in 0..<random.below(12) {
      let place = random.below(text.unicodeScalars.count + 1)
      text.unicodeScalars.insert(random.pick(Self.pieces), at: place)
    }
    return text
  }

  private func expectEqual<Unit: TextUnit, Model: BidirectionalCollection>(
    _ view: ReplicatingText.View<Unit>, _ model: Model
  ) where Model.Element == Unit.Element, Unit.Element: Equatable {
    let units = Array(model)
    #expect(Array(view) == units)
    #expect(view.reversed() == units.reversed())
    #expect(view.first == units.first && view.last == units.last)
    #expect(view.isEmpty == units.isEmpty && view.count == units.count)
    let indices = Array(view.indices) + [view.endIndex]
    #expect(indices.sorted() == indices && Set(indices).count == units.count + 1)
    for (from, start) in indices.enumerated() {
      for (to, end) in indices.enumerated() {
        #expect(view.distance(from: start, to: end) == to - from)
        #expect(view.index(start, offsetBy: to - from) == end)
        let limit = view.index(start, offsetBy: to - from + 1, limitedBy: end)
        #expect(limit == (from > to ? (to + 1 < indices.count ? indices[to + 1] : nil) : nil))
        if from <= to { #expect(Array(view[start..<end]) == Array(units[from..<to])) }
      }
      #expect(view.index(start, offsetBy: .max, limitedBy: view.endIndex) == nil)
      #expect(view.index(start, offsetBy: -units.count - 1, limitedBy: view.startIndex) == nil)
    }
  }

  @Test func viewsAreCollectionsOfTheirUnits() {
    var random = TestRun.generator(seed: 1)
    for _ in 0..<TestRun.length(60) {
      let text = text(&random)
      expectEqual(text.characters, text.string)
      expectEqual(text.unicodeScalars, text.string.unicodeScalars)
      expectEqual(text.utf16, text.string.utf16)
    }
  }

  /// An index of one view, used in another.
  @Test func allViewsShareIndices() {
    let text: ReplicatingText = "a👍🏽e\u{301}b"
    let units = Array(text.utf16.indices)
    #expect(text.utf16[units[2]] == Array("👍".utf16)[1])
    #expect(units.map { text.unicodeScalars[$0] } == Array("a👍👍🏽🏽e\u{301}b".unicodeScalars))
    #expect(
      units.map { text.characters[$0] } == ["a", "👍🏽", "👍🏽", "👍🏽", "👍🏽", "e\u{301}", "e\u{301}", "b"])
    let end = text.characters.endIndex
    #expect(units.map { text.characters.distance(from: $0, to: end) } == [4, 3, 3, 3, 3, 2, 2, 1])
    #expect(text.characters.firstIndex(of: "b") == units[7])
  }

  @Test func editsAtIndices() throws {
    var text: ReplicatingText = "Buy milk, e\u{301}👍🏽"
    let space = try #require(text.characters.firstIndex(of: " "))
    text.characters.replaceSubrange(..<space, with: "Sell")
    text.characters.insert("!", at: text.characters.endIndex)
    #expect(text.string == "Sell milk, e\u{301}👍🏽!")
    let comma = try #require(text.unicodeScalars.firstIndex(of: ","))
    text.unicodeScalars.removeSubrange(comma...comma)
    #expect(text.characters.remove(at: text.characters.startIndex) == "S")
    #expect(text.string == "ell milk e\u{301}👍🏽!")
    // The second unit of a scalar takes the scalar with it, the second scalar its character.
    let units = text.utf16
    #expect(text.utf16.remove(at: units.index(units.endIndex, offsetBy: -2)) == 0xdffd)
    #expect(text.string == "ell milk e\u{301}👍!")
    let accent = try #require(text.unicodeScalars.firstIndex(of: "\u{301}"))
    text.characters.removeSubrange(accent..<text.unicodeScalars.index(after: accent))
    #expect(text.string == "ell milk 👍!")
  }

  /// A range that ends or begins within a scalar takes the whole scalar.
  @Test func rangesThatCutAScalar() {
    for (range, left) in [(0..<1, "b"), (1..<2, "b"), (0..<2, "b"), (1..<3, ""), (2..<3, "👍")] {
      var text: ReplicatingText = "👍b"
      let units = text.utf16
      let (start, end) = (
        units.index(units.startIndex, offsetBy: range.lowerBound),
        units.index(units.startIndex, offsetBy: range.upperBound)
      )
      text.utf16.replaceSubrange(start..<end, with: "")
      #expect(text.string == left, "\(range)")
    }
    var text: ReplicatingText = "a👍b"
    #expect(text.utf16.remove(at: text.utf16.index(after: text.utf16.startIndex)) == 0xd83d)
    #expect(text.string == "ab")
  }

  @Test func plainWordsOfStrings() {
    var text = ReplicatingText()
    text.write("milk")
    text.insert("e\u{301} ", at: 0)
    text.insert("!", at: 6)
    print("?", terminator: "", to: &text)
    #expect(text.string == "e\u{301} milk!?" && text.count == 8)
  }
}
