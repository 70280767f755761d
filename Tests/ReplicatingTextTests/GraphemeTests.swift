// SPDX-License-Identifier: MIT

import ReplicationLaws
import SequenceEngine
import TestInputs
import Testing

@testable import ReplicatingText

/// `Character`s found a stretch at a time, against those of the whole string.
@Suite struct GraphemeTests {
  /// Scalars of every kind that the rules for `Character`s tell apart, many at the ends of the
  /// ranges taken for plain, and plain ones.
  private static let scalars: [Unicode.Scalar] = [
    "\r", "\n", "\t", "\0", "\u{7f}", "a", " ", "é", "©", "\u{ad}", "\u{2ff}", "\u{300}", "\u{36f}",
    "\u{370}", "\u{482}", "\u{483}", "\u{489}", "\u{48a}", "\u{58f}", "\u{591}", "\u{600}",
    "\u{70f}", "\u{915}", "\u{937}", "\u{94d}", "\u{93f}", "\u{d4e}", "\u{1100}", "\u{1161}",
    "\u{11a8}", "\u{ac00}", "\u{ac01}", "\u{200b}", "\u{200c}", "\u{200d}", "\u{2010}", "\u{203c}",
    "\u{2028}", "\u{205e}", "\u{2060}", "\u{20e3}", "\u{3040}", "\u{3041}", "\u{3096}", "\u{3099}",
    "\u{309b}", "\u{30ff}", "\u{3400}", "\u{4e00}", "\u{9fff}", "\u{fe0f}", "\u{1f1e6}",
    "\u{1f1ff}", "\u{1f3fd}", "\u{1f44d}", "\u{1f469}", "\u{1f466}", "\u{e0020}", "\u{110bd}",
  ]

  private func text(_ random: inout SeededGenerator) -> String {
    // Long rows of a few kinds as well as all kinds mixed.
    let few = (0..<(1 + random.below(3))).map { _ in random.pick(Self.scalars) }
    let pool = random.oneIn(2) ? few : Self.scalars
    var view = String.UnicodeScalarView()
    // Now and then more than is read at a time, whatever the node sizes.
    let limit = random.oneIn(100) ? 3 * NodeSizes.graphemeStretch : 60
    for _ in 0..<random.below(limit) {
      view.append(random.oneIn(12) ? random.pick(Self.scalars) : random.pick(pool))
    }
    return String(view)
  }

  @Test func everyPositionIsThatOfTheWholeString() {
    var random = TestRun.generator(seed: 1)
    for run in 0..<TestRun.length(3_000) {
      let string = text(&random)
      var text = ReplicatingText(string)
      // After these edits leaves begin anywhere.
      text.unicodeScalars.insert("x", at: text.unicodeScalars.count / 2)
      let half = (text.unicodeScalars.count - 1) / 2
      text.unicodeScalars.removeSubrange(half..<(half + 1))
      let starts = string.indices.map {
        string.unicodeScalars.distance(from: string.startIndex, to: $0)
      }
      let ends = starts + [string.unicodeScalars.count]
      let graphemes = Graphemes(text.storage)
      let found = graphemes.starts(in: 0..<text.unicodeScalars.count)
      let each = (0...text.unicodeScalars.count).map { graphemes.start(at: $0) }
      let wanted = (0...text.unicodeScalars.count).map { scalar in
        ends.last { $0 <= scalar } ?? 0
      }
      if found != starts || each != wanted {
        Issue.record(
          "run \(run): \(string.unicodeScalars.map { $0.value }): \(found), not \(starts)")
        return
      }
    }
  }

  @Test func offsetsGoFromUnitToUnit() {
    var random = TestRun.generator(seed: 2)
    for _ in 0..<TestRun.length(500) {
      let string = text(&random)
      let text = ReplicatingText(string)
      var (scalar, utf16) = (0, 0)
      for (place, character) in string.enumerated() {
        #expect(text.characters.scalarOffset(of: place) == scalar)
        #expect(text.characters.offset(ofScalar: scalar) == place)
        for part in character.unicodeScalars {
          #expect(text.utf16.offset(ofScalar: scalar) == utf16)
          #expect(text.utf16.scalarOffset(of: utf16) == scalar)
          #expect(text.characters.offset(ofScalar: scalar) == place)
          #expect(text.unicodeScalars.offset(ofScalar: scalar) == scalar)
          if part.value > 0xffff { #expect(text.utf16.scalarOffset(of: utf16 + 1) == scalar) }
          scalar += 1
          utf16 += part.value > 0xffff ? 2 : 1
        }
      }
      #expect(text.characters.offset(ofScalar: scalar) == string.count)
      #expect(text.utf16.offset(ofScalar: scalar) == string.utf16.count)
    }
  }

  /// A position outside the text means nothing: beyond the end it is not the end, and below zero it
  /// is not the start.
  @Test func charactersBeyondTheTextAreNotFound() {
    for string in ["", "abcde", "e\u{301}\r\n👍🏽", String(repeating: "x", count: 3_000)] {
      let graphemes = Graphemes(ReplicatingText(string).storage)
      let (count, scalars) = (string.count, string.unicodeScalars.count)
      #expect(graphemes.scalars(ofCharacters: 0..<count) == 0..<scalars)
      #expect(graphemes.scalars(ofCharacters: count..<count) == scalars..<scalars)
      for range in [
        0..<(count + 1), (count + 1)..<(count + 1), count..<999_999, 999_999..<999_999,
        -2..<min(3, count), -1..<0, -1 ..< -1,
      ] {
        #expect(graphemes.scalars(ofCharacters: range) == nil, "\(range) of \(count)")
      }
    }
  }

  /// A break is sure only if nothing around it can undo it.
  @Test func sureBreaksAreBreaksInAnySurroundings() {
    var random = TestRun.generator(seed: 3)
    var checked = 0
    for _ in 0..<TestRun.length(3_000) {
      let scalars = Array(text(&random).unicodeScalars)
      let string = String(String.UnicodeScalarView(scalars))
      let starts = Set(
        string.indices.map { string.unicodeScalars.distance(from: string.startIndex, to: $0) })
      for place in scalars.indices.dropFirst()
      where PlainScalar.isSureBreak(between: scalars[place - 1], and: scalars[place]) {
        checked += 1
        if !starts.contains(place) { Issue.record("\(scalars.map(\.value)) at \(place)") }
      }
    }
    #expect(checked > 10)
  }
}
