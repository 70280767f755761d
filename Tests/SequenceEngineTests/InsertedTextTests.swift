// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import SequenceEngine

@Suite struct InsertedTextTests {
  @Test func copiesGrowApart() {
    var random = TestRun.generator(seed: 1)
    let letters: [Unicode.Scalar] = ["a", "é", "日", "👍"]
    var copies: [(text: InsertedText, model: [Unicode.Scalar])] = [(InsertedText(), [])]
    for step in 0..<TestRun.length(1_500) {
      let index = random.below(copies.count)
      if random.oneIn(8) {
        if copies.count < 4 { copies.append(copies[index]) } else { copies[0] = copies[index] }
      }
      // ASCII alone for a while: chunks of it are cut without counting.
      let alphabet = step / 100 % 2 == 0 ? ["a"] : letters
      let scalars = (0..<random.pick([0, 1, 5, 300])).map { _ in random.pick(alphabet) }
      copies[index].text.append(utf8(scalars)[...])
      copies[index].model += scalars
      let (text, model) = copies[index]
      let start = random.below(model.count + 1)
      let end = start + random.below(min(model.count - start, 3_000) + 1)
      var pieces: [UInt8] = []
      text.forEachPiece(of: start..<end) { pieces += $0 }
      guard text.count == model.count, text.utf8(start..<end) == utf8(model[start..<end]),
        pieces == utf8(model[start..<end])
      else {
        Issue.record("step \(step), \(start)..<\(end)")
        return
      }
    }
    for (text, model) in copies { #expect(text.utf8(0..<model.count) == utf8(model)) }
  }

  private func utf8(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
    scalars.flatMap { Array(String($0).utf8) }
  }
}
