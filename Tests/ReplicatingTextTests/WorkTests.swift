// SPDX-License-Identifier: MIT

#if DECENT_INVARIANTS
  import BinaryCoding
  import ReplicationLaws
  import SequenceEngine
  import TestInputs
  import Testing

  @testable import ReplicatingText

  /// The cost of an edit and a merge in a long text, in counted steps.
  @Suite struct WorkTests {
    private static let sizes = [10_000, 100_000, 1_000_000]
    private static let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)

    /// A text of words typed at random places, with two open branches now and
    /// then.
    private func text(_ count: Int, _ random: inout SeededGenerator) -> ReplicatingText {
      var text = ReplicatingText()
      while text.unicodeScalars.count < count {
        if random.oneIn(50) {
          var copy = text
          edit(&copy, times: 10, &random)
          edit(&text, times: 10, &random)
          text.merge(copy)
        }
        let place = random.below(text.unicodeScalars.count + 1)
        text.unicodeScalars.insert("ten bytes ", at: place)
      }
      text.append(".")
      return text
    }

    /// Types and deletes single letters at random places.
    private func edit(_ text: inout ReplicatingText, times: Int, _ random: inout SeededGenerator) {
      for number in 0..<times {
        let place = random.below(text.unicodeScalars.count + 1)
        if number % 4 == 3, place > 0 {
          text.unicodeScalars.removeSubrange((place - 1)..<place)
        } else {
          text.unicodeScalars.insert(random.pick(Self.letters), at: place)
        }
      }
    }

    @Test func aLetterVisitsNoMoreNodesThanTheTextIsDeep() {
      var random = TestRun.generator(seed: 1)
      let nodes = Self.sizes.map { size in
        var text = text(size, &random)
        return WorkCounter.during { edit(&text, times: 1_000, &random) }.nodes
      }
      print("nodes visited by 1,000 edits in \(Self.sizes) letters: \(nodes)")
      #expect(nodes[0] >= 500, "nothing was counted")
      // The longest text may be a level deeper.
      #expect(nodes[2] <= 2 * nodes[0] + 1_000)
    }

    /// Counts the nodes visited for ten steps typed, undone and redone, once the history index
    /// exists.
    @Test func undoingVisitsNoMoreNodesThanTheTextIsDeep() throws {
      var random = TestRun.generator(seed: 3)
      let nodes = try Self.sizes.prefix(2).map { size in
        var text = text(size, &random)
        var undo = TextUndo()
        _ = text.utf16.anchor(at: 0)
        return try WorkCounter.during {
          for number in 0..<10 {
            undo.edit(&text, at: UInt64(number) * 1_000) { edit(&$0, times: 1, &random) }
          }
          for _ in 0..<10 { try undo.undo(&text.utf16) }
          for _ in 0..<10 { try undo.redo(&text.utf16) }
          #expect(undo.canUndo && !undo.canRedo)
        }.nodes
      }
      print("nodes visited by 10 steps undone and redone in \(Self.sizes.prefix(2)): \(nodes)")
      #expect(nodes[0] >= 100, "nothing was counted")
      #expect(nodes[1] <= 2 * nodes[0])
    }

    /// The work of a merge after ten edits on each side of a fork at the end of all history.
    ///
    /// The merge of a whole text compares the parts that the two do not share in memory. The merge
    /// of a delta does not.
    private func merge(
      _ size: Int, _ random: inout SeededGenerator
    ) throws -> (state: WorkCounter.Work, delta: WorkCounter.Work) {
      var mine = text(size, &random)
      var copy = mine
      edit(&mine, times: 10, &random)
      edit(&copy, times: 10, &random)
      let theirs = try ReplicatingText(encoded: copy.encoded())
      var (byState, byDelta) = (mine, mine)
      let state = WorkCounter.during { byState.merge(copy) }
      let delta = try WorkCounter.during {
        if let news = theirs.delta(since: byDelta.version) { try byDelta.merge(delta: news) }
      }
      #expect(byState == byDelta)
      #expect(byState.string == byDelta.string)
      return (state, delta)
    }

    /// A device takes in a stream of edits from another that sees none of its own.
    @Test(arguments: [CodingParty.anyone, .ownDevice])
    func mergingGoesOnAfterSaving(for party: CodingParty) throws {
      var random = TestRun.generator(seed: 4)
      var mine = text(100, &random)
      var yours = mine
      var events: [Int] = []
      for _ in 0..<40 {
        edit(&mine, times: 1, &random)
        edit(&yours, times: 1, &random)
        let news = try #require(yours.delta(since: mine.version))
        events.append(try WorkCounter.during { try mine.merge(delta: news) }.events)
        #expect(!mine.encoded(for: party).isEmpty)
      }
      print("events replayed by 40 merges, each followed by saving: \(events)")
      // A replay anew would take all events of both, 80 in the end. The first merge may continue
      // the tracker that the last open branch left, and replay some insertions of ten letters each.
      #expect(events.dropFirst().allSatisfy { $0 > 0 && $0 <= 8 })
    }

    /// The work of merging after two devices made a thousand concurrent edits each.
    private func fork(
      _ random: inout SeededGenerator, edit: (inout ReplicatingText, inout SeededGenerator) -> Void
    ) throws -> WorkCounter.Work {
      var mine = text(20_000, &random)
      var copy = mine
      edit(&mine, &random)
      edit(&copy, &random)
      let theirs = try ReplicatingText(encoded: copy.encoded())
      let news = try #require(theirs.delta(since: mine.version))
      return try WorkCounter.during { try mine.merge(delta: news) }
    }

    @Test func mergingEditsAllOverVisitsFewNodesForEach() throws {
      // Small nodes make deep trees.
      if NodeSizes.areSmall { return }
      var random = TestRun.generator(seed: 5)
      let work = try fork(&random) { edit(&$0, times: 1_000, &$1) }
      print("merging 1,000 edits all over with 1,000: \(work)")
      #expect(work.events == 2_000)
      #expect(work.nodes >= 2_000 && work.nodes <= 17_000)
    }

    /// Words typed at random places, with backspaces.
    private func type(_ text: inout ReplicatingText, times: Int, _ random: inout SeededGenerator) {
      var place = 0
      for number in 0..<times {
        if number % 50 == 0 { place = random.below(text.unicodeScalars.count + 1) }
        if number % 5 == 4 {
          text.unicodeScalars.removeSubrange((place - 1)..<place)
          place -= 1
        } else {
          text.unicodeScalars.insert(random.pick(Self.letters), at: place)
          place += 1
        }
      }
    }

    @Test func mergingWhatWasTypedVisitsFewNodesForEach() throws {
      if NodeSizes.areSmall { return }
      var random = TestRun.generator(seed: 6)
      let work = try fork(&random) { type(&$0, times: 1_000, &$1) }
      print("merging 1,000 edits typed in a row with 1,000: \(work)")
      #expect(work.events == 2_000)
      #expect(work.nodes >= 2_000 && work.nodes <= 5_300)
    }

    @Test func aSmallMergeReplaysOnlyWhatIsConcurrent() throws {
      var random = TestRun.generator(seed: 2)
      let works = try Self.sizes.map { try merge($0, &random) }
      for work in [works.map(\.state), works.map(\.delta)] {
        print("merging 10 edits with 10 in \(Self.sizes) letters: \(work)")
        #expect(work.map(\.events) == [20, 20, 20])
        #expect(work[0].runs > 0 && work[2].runs <= 2 * work[0].runs)
        #expect(work[0].nodes > 0 && work[2].nodes <= 2 * work[0].nodes)
      }
    }
  }
#endif
