// SPDX-License-Identifier: MIT

#if DECENT_INVARIANTS
  import ReplicationLaws
  import SequenceEngine
  import TestInputs
  import Testing

  @testable import ReplicatingText

  /// The cost of questions about history in a long text, in counted steps.
  @Suite struct HistoryWorkTests {
    private static let sizes = [500, 5_000, 50_000]

    private func text(_ count: Int, _ random: inout SeededGenerator) -> ReplicatingText {
      var text = ReplicatingText()
      while text.unicodeScalars.count < count {
        if random.oneIn(50) {
          var copy = text
          edit(&copy, &random)
          edit(&text, &random)
          text.merge(copy)
        }
        let place = random.below(text.unicodeScalars.count + 1)
        text.unicodeScalars.insert("ten bytes👍", at: place)
      }
      return text
    }

    private func edit(_ text: inout ReplicatingText, _ random: inout SeededGenerator) {
      for number in 0..<10 {
        let place = random.below(text.unicodeScalars.count + 1)
        if number % 4 == 3, place > 0 {
          text.unicodeScalars.removeSubrange((place - 1)..<place)
        } else {
          text.unicodeScalars.insert("é", at: place)
        }
      }
    }

    @Test func theFirstQuestionAfterAMergeCostsWhatIsNew() throws {
      var random = TestRun.generator(seed: 1)
      var works: [[WorkCounter.Work]] = []
      for size in Self.sizes {
        var mine = text(size, &random)
        let anchor = mine.utf16.anchor(at: mine.utf16.count / 2)
        var theirs = try ReplicatingText(encoded: mine.encoded())
        edit(&mine, &random)
        edit(&theirs, &random)
        let shown = mine.version
        let old = mine.string
        mine.merge(theirs)
        var changes: [ReplicatingText.Change] = []
        works.append([
          try WorkCounter.during { changes = try mine.utf16.changes(since: shown) },
          try WorkCounter.during { _ = try mine.utf16.changes(from: mine.version, to: shown) },
          WorkCounter.during { _ = mine.utf16.offset(of: anchor) },
          WorkCounter.during { edit(&mine, &random) },
          WorkCounter.during { _ = mine.utf16.offset(of: anchor) },
        ])
        #expect(!changes.isEmpty && changes.count <= 10 && old != mine.string)
      }
      for question in works[0].indices {
        let asked = works.map { $0[question] }
        print("question \(question) in \(Self.sizes) letters: \(asked)")
        #expect(asked[2].nodes > 0, "nothing was counted")
        // For each of ten edits, the longest text may be a level deeper, or four levels with small
        // nodes.
        #expect(asked[2].nodes <= 3 * asked[0].nodes + (NodeSizes.areSmall ? 40 : 10))
        #expect(asked[2].runs <= 3 * asked[0].runs)
        #expect(asked[2].events == asked[0].events)
      }
      #expect(works[0].map(\.events) == [20, 0, 0, 0, 10])
    }

    /// A fast-forward takes over the log of another copy. The history index made before is kept and
    /// extended.
    @Test func whatIsKnownIsKeptWhenACopyIsCaughtUpWith() throws {
      var random = TestRun.generator(seed: 2)
      let mine = text(500, &random)
      let anchor = mine.utf16.anchor(at: 100)
      var theirs = try ReplicatingText(encoded: mine.encoded())
      edit(&theirs, &random)
      var byState = mine
      byState.merge(theirs)
      #expect(byState == theirs)
      let work = WorkCounter.during { _ = byState.utf16.offset(of: anchor) }
      #expect(work.events == 10)

      var copy = byState
      edit(&copy, &random)
      byState.merge(copy)
      let shared = WorkCounter.during { _ = byState.utf16.offset(of: anchor) }
      #expect(shared.events == 10)
      #expect(byState.utf16.offset(of: anchor) == copy.utf16.offset(of: anchor))
    }
  }
#endif
