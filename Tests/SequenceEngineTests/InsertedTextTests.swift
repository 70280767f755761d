// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

@Suite struct InsertedTextTests {
  /// A text and its expected scalars.
  private final class Copy {
    var text: InsertedText
    var model: [Unicode.Scalar]

    init(_ text: consuming InsertedText, _ model: [Unicode.Scalar]) {
      self.text = text
      self.model = model
    }

    func copy() -> Copy { Copy(text.copy(), model) }
  }

  @Test func copiesGrowApart() {
    var random = TestRun.generator(seed: 1)
    let letters: [Unicode.Scalar] = ["a", "é", "日", "👍"]
    var copies = [Copy(InsertedText(), [])]
    for step in 0..<TestRun.length(1_500) {
      let index = random.below(copies.count)
      if random.oneIn(8) {
        if copies.count < 4 {
          copies.append(copies[index].copy())
        } else {
          copies[0] = copies[index].copy()
        }
      }
      // ASCII alone for a while, since its chunks are cut without counting.
      let alphabet = step / 100 % 2 == 0 ? ["a"] : letters
      let scalars = (0..<random.pick([0, 1, 5, 300])).map { _ in random.pick(alphabet) }
      copies[index].text.append(utf8(scalars)[...])
      copies[index].model += scalars
      let (copy, model) = (copies[index], copies[index].model)
      let start = random.below(model.count + 1)
      let end = start + random.below(min(model.count - start, 3_000) + 1)
      var pieces: [UInt8] = []
      copy.text.forEachPiece(of: start..<end) { bytes, scalars in
        pieces += bytes
        #expect(TextMeasure(of: bytes).scalars == scalars)
      }
      guard copy.text.count == model.count, copy.text.utf8(start..<end) == utf8(model[start..<end]),
        pieces == utf8(model[start..<end])
      else {
        Issue.record("step \(step), \(start)..<\(end)")
        return
      }
    }
    for copy in copies { #expect(copy.text.utf8(0..<copy.model.count) == utf8(copy.model)) }
  }

  /// Text is dropped at random places, also where it was dropped before. Text with gaps is copied.
  @Test func droppedScalarsKeepTheirPlaces() {
    var random = TestRun.generator(seed: 2)
    let letters: [Unicode.Scalar] = ["a", "é", "日", "👍"]
    var text = InsertedText()
    var model: [Unicode.Scalar?] = []
    for step in 0..<TestRun.length(1_000) {
      let scalars = (0..<random.pick([0, 1, 5, 300])).map { _ in random.pick(letters) }
      text.append(utf8(scalars)[...])
      model += scalars
      let start = random.below(model.count + 1)
      let end = start + random.below(min(model.count - start, 500) + 1)
      switch random.below(4) {
      case 0:
        let middle = start + (end - start) / 3
        text.drop([start..<middle, (end - (end - start) / 3)..<end])
        for place in [start..<middle, (end - (end - start) / 3)..<end].joined() {
          model[place] = nil
        }
      case 1:
        text.append(start..<end, of: text.copy())
        model += model[start..<end]
      default: break
      }
      var kept: [UInt8] = []
      text.forEachPiece(keptOf: start..<end) { bytes, scalars in
        kept += bytes
        #expect(TextMeasure(of: bytes).scalars == scalars)
      }
      let gaps = text.gaps.ranges(within: start..<end).flatMap { $0 }
      guard text.count == model.count, text.utf8(start..<end) == utf8(shown(model[start..<end])),
        kept == utf8(model[start..<end].compactMap { $0 }),
        gaps == model.indices[start..<end].filter({ model[$0] == nil })
      else {
        Issue.record("step \(step), \(start)..<\(end)")
        return
      }
    }
    #expect(text.utf8(0..<model.count) == utf8(shown(model[...])))
  }

  /// Two texts drop text apart. One begins with a scalar more, and may differ in one scalar.
  @Test func onlyScalarsThatBothTextsKeepAreCompared() {
    var random = TestRun.generator(seed: 3)
    var (same, different) = (0, 0)
    for step in 0..<TestRun.length(300) {
      var model: [Unicode.Scalar?] = (0..<random.pick([1, 5, 2_000])).map { _ in
        random.pick(["a", "é", "日", "👍"])
      }
      var other = ["x"] + model
      if random.oneIn(2) { other[1 + random.below(model.count)] = "y" }
      var text = InsertedText(utf8(model.compactMap { $0 })[...], gaps: ElementGaps())
      var otherText = InsertedText(utf8(other.compactMap { $0 })[...], gaps: ElementGaps())
      drop(&text, &model, &random)
      drop(&otherText, &other, &random)
      let start = random.below(model.count)
      let end = start + random.below(model.count - start + 1)
      let isSame = zip(model[start..<end], other[(start + 1)..<(end + 1)]).allSatisfy {
        $0 == nil || $1 == nil || $0 == $1
      }
      guard
        text.hasSameText(start..<end, as: (start + 1)..<(end + 1), of: otherText) == isSame,
        otherText.hasSameText((start + 1)..<(end + 1), as: start..<end, of: text) == isSame
      else {
        Issue.record("step \(step), \(start)..<\(end)")
        return
      }
      if isSame { same += 1 } else { different += 1 }
    }
    #expect(same > 0 && different > 0)
  }

  private func drop(
    _ text: inout InsertedText, _ model: inout [Unicode.Scalar?], _ random: inout SeededGenerator
  ) {
    for _ in 0..<random.below(4) {
      let start = random.below(model.count)
      let end = start + random.below(min(model.count - start, 500) + 1)
      text.drop([start..<end])
      for place in start..<end { model[place] = nil }
    }
  }

  private func shown(_ scalars: ArraySlice<Unicode.Scalar?>) -> [Unicode.Scalar] {
    scalars.map { $0 ?? "\u{fffd}" }
  }

  private func utf8(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
    scalars.flatMap { Array(String($0).utf8) }
  }
}
