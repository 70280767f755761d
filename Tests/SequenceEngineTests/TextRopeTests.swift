// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// The text and its storage, against an array of scalars.
@Suite struct TextRopeTests {
  private typealias Model = [Unicode.Scalar]

  /// A text and its expected scalars.
  private final class Copy {
    var rope: TextRope
    var model: Model

    init(_ rope: consuming TextRope, _ model: Model) {
      self.rope = rope
      self.model = model
    }

    func copy() -> Copy { Copy(rope.copy(), model) }
  }

  private static let letters: [[Unicode.Scalar]] = [
    ["a", "b", "\n"], ["é", "ß", "a"], ["日", "本", "\u{301}", "é"], ["👍", "😀", "𐍈", "日", "a"],
  ]

  private func utf8(_ scalars: some Sequence<Unicode.Scalar>) -> [UInt8] {
    scalars.flatMap { Array(String($0).utf8) }
  }

  private func isRight(_ rope: borrowing TextRope, _ model: Model) -> Bool {
    let bytes = utf8(model)
    return rope.measure == TextMeasure(of: bytes) && rope.measure.scalars == model.count
      && rope.utf8(0..<model.count) == bytes
  }

  /// Whether every offset is right, including those inside surrogate pairs and at both ends.
  private func offsetsAreRight(_ rope: borrowing TextRope, _ model: Model) -> Bool {
    var utf16 = 0
    for (scalar, value) in model.enumerated() {
      let width = value.value > 0xffff ? 2 : 1
      guard rope.utf16Offset(ofScalar: scalar) == utf16 else { return false }
      for offset in utf16..<(utf16 + width) {
        guard rope.scalarOffset(ofUTF16: offset) == scalar else { return false }
      }
      utf16 += width
    }
    return rope.utf16Offset(ofScalar: model.count) == utf16
      && rope.scalarOffset(ofUTF16: utf16) == model.count && rope.measure.utf16 == utf16
  }

  @Test(arguments: [0, 1, 2, 3])
  func behavesLikeAnArray(alphabet: Int) {
    var random = TestRun.generator(seed: UInt64(alphabet))
    var copies = [Copy(TextRope(), [])]
    // Several leaves, whatever the node sizes.
    let long = NodeSizes.textLeaf * 5 / 2
    for step in 0..<TestRun.length(NodeSizes.areSmall ? 2_000 : 500) {
      let index = random.below(copies.count)
      let count = copies[index].model.count
      switch random.below(8) {
      case 0 where copies.count < 4: copies.append(copies[index].copy())
      case 0: copies[random.below(copies.count)] = copies[index].copy()
      case 1, 2, 3:
        let start = random.below(count + 1)
        let end = start + random.below(min(count - start, random.pick([2, 10, 5 * long])) + 1)
        copies[index].rope.remove(start..<end)
        copies[index].model.removeSubrange(start..<end)
      default:
        let position = random.below(count + 1)
        let scalars = (0..<random.pick([0, 1, 1, 3, long])).map { _ in
          random.pick(Self.letters[alphabet])
        }
        copies[index].rope.insert(utf8(scalars)[...], at: position)
        copies[index].model.insert(contentsOf: scalars, at: position)
      }
      let (copy, model) = (copies[index], copies[index].model)
      let start = random.below(model.count + 1)
      let end = start + random.below(model.count - start + 1)
      guard copy.rope.utf8(start..<end) == utf8(model[start..<end]),
        step % 20 != 0 || copies.allSatisfy({ isRight($0.rope, $0.model) }),
        step % 50 != 0 || offsetsAreRight(copy.rope, model)
      else {
        Issue.record("alphabet \(alphabet), step \(step)")
        return
      }
    }
  }

  @Test func emptyTextHasOneOffset() {
    let rope = TextRope()
    #expect(rope.utf8(0..<0).isEmpty)
    #expect(rope.utf16Offset(ofScalar: 0) == 0)
    #expect(rope.scalarOffset(ofUTF16: 0) == 0)
  }
}
