// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// Typing and deleting at a place that moves now and then, against arrays of scalars. Such edits do
/// not touch the tree.
@Suite struct CursorTests {
  private struct Copy {
    var text = ReplicatingText()
    var model: [Unicode.Scalar] = []
    var cursor = 0

    var string: String { model.reduce(into: "") { $0.unicodeScalars.append($1) } }

    mutating func replace(_ range: Range<Int>, with string: String, prepared: Bool) {
      if prepared {
        text.unicodeScalars.replaceSubrange(range, with: TextPiece(string))
      } else {
        text.unicodeScalars.replaceSubrange(range, with: string)
      }
      model.replaceSubrange(range, with: string.unicodeScalars)
      cursor = range.lowerBound + string.unicodeScalars.count
    }

    mutating func edit(_ random: inout SeededGenerator, _ pieces: [String]) {
      if random.oneIn(6) { cursor = random.below(model.count + 1) }
      let (before, after) = (min(cursor, random.below(4)), min(model.count - cursor, 1))
      let range =
        switch random.below(6) {
        case 0: (cursor - before)..<cursor
        case 1: cursor..<(cursor + after)
        case 2: (cursor - before)..<(cursor + after)
        default: cursor..<cursor
        }
      let string = range.isEmpty || random.oneIn(4) ? random.pick(pieces) : ""
      replace(range, with: string, prepared: random.oneIn(2))
    }

    /// Compares a part in each unit, and now and then the whole text.
    func isRight(_ random: inout SeededGenerator) -> Bool {
      let start = random.below(model.count + 1)
      let end = start + random.below(model.count - start + 1)
      let part = model[start..<end].reduce(into: "") { $0.unicodeScalars.append($1) }
      let head = model[..<start].reduce(into: "") { $0.unicodeScalars.append($1) }
      let utf16 = head.utf16.count..<(head.utf16.count + part.utf16.count)
      guard text.unicodeScalars.count == model.count,
        Array(text.unicodeScalars[start..<end].utf8) == Array(part.utf8),
        Array(text.utf16[utf16].utf8) == Array(part.utf8)
      else { return false }
      guard random.oneIn(10) else { return true }
      return Array(text.string.utf8) == Array(string.utf8)
        && text.utf16.count == string.utf16.count && text.characters.count == string.count
    }
  }

  @Test(arguments: [
    ["a", "b", "word", "12345678", "123456789"],
    ["a", "é", "日本", "👍", "e\u{301}", "mixed 👍 text, long enough to fill a leaf"],
  ])
  func copiesAreEditedApart(pieces: [String]) {
    var random = TestRun.generator(seed: UInt64(pieces.count))
    var copies = [Copy()]
    for step in 0..<TestRun.length(3_000) {
      if random.oneIn(15) {
        let copy = random.pick(copies)
        if copies.count < 4 { copies.append(copy) } else { copies[random.below(4)] = copy }
      }
      let index = random.below(copies.count)
      copies[index].edit(&random, pieces)
      guard copies[index].isRight(&random), random.pick(copies).isRight(&random) else {
        Issue.record("step \(step)")
        return
      }
      if copies[index].model.count > 800 {
        copies[index].replace(5..<790, with: "", prepared: true)
      }
    }
    for copy in copies {
      let saved = copy.text.encoded()
      #expect((try? ReplicatingText(encoded: saved))?.encoded() == saved)
      #expect((try? ReplicatingText(encoded: saved))?.string == copy.string)
    }
  }

  /// Threads read and edit copies of a text whose last edits are not in the tree.
  @Test func threadsShareATextThatIsBeingTyped() async {
    var random = TestRun.generator(seed: 3)
    for round in 0..<TestRun.length(60) {
      var base = Copy()
      for _ in 0..<60 { base.edit(&random, ["a", "é", "word", "日本"]) }
      let seeds = (0..<4).map { _ in random.next() }
      let areRight = await withTaskGroup(of: Bool.self) { [base] group in
        for seed in seeds {
          group.addTask {
            var random = SeededGenerator(seed: seed)
            var copy = base
            var isRight = true
            for step in 0..<40 {
              if step % 8 != 0 { copy.edit(&random, ["b", "ß", "words", "👍"]) }
              isRight = isRight && copy.isRight(&random) && base.isRight(&random)
            }
            return isRight
          }
        }
        return await group.reduce(true) { $0 && $1 }
      }
      guard areRight, base.isRight(&random) else {
        Issue.record("round \(round)")
        return
      }
    }
  }
}
