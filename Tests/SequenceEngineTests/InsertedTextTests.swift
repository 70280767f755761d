// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import SequenceEngine

@Suite struct InsertedTextTests {
  /// A text and what it should hold.
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
      // ASCII alone for a while: chunks of it are cut without counting.
      let alphabet = step / 100 % 2 == 0 ? ["a"] : letters
      let scalars = (0..<random.pick([0, 1, 5, 300])).map { _ in random.pick(alphabet) }
      copies[index].text.append(utf8(scalars)[...])
      copies[index].model += scalars
      let (copy, model) = (copies[index], copies[index].model)
      let start = random.below(model.count + 1)
      let end = start + random.below(min(model.count - start, 3_000) + 1)
      var pieces: [UInt8] = []
      copy.text.forEachPiece(of: start..<end) { pieces += $0 }
      guard copy.text.count == model.count, copy.text.utf8(start..<end) == utf8(model[start..<end]),
        pieces == utf8(model[start..<end])
      else {
        Issue.record("step \(step), \(start)..<\(end)")
        return
      }
    }
    for copy in copies { #expect(copy.text.utf8(0..<copy.model.count) == utf8(copy.model)) }
  }

  private func utf8(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
    scalars.flatMap { Array(String($0).utf8) }
  }
}
