// SPDX-License-Identifier: MIT

#if DECENT_INVARIANTS
  import Causality
  import ReplicationLaws
  import SequenceEngine
  import TestInputs
  import Testing

  @testable import ReplicatingTypes

  /// What look-ups, edits and merges cost in a large set, in nodes counted.
  @Suite struct KeyedWorkTests {
    private static let sizes = [10_000, 100_000, 1_000_000]
    private static let session = SessionID(run: RunID(rawValue: 1), number: 0)
    private static let other = SessionID(run: RunID(rawValue: 2), number: 0)

    private func storages() -> [Presence<Int>] {
      Self.sizes.map { size in
        var storage = Presence<Int>()
        for element in 0..<size { storage.insert(element, by: Self.session) }
        return storage
      }
    }

    private func expectNoGrowth(_ nodes: [Int], _ what: String) {
      print("nodes visited by \(what) among \(Self.sizes) elements: \(nodes)")
      #expect(nodes[0] > 0, "nothing was counted")
      #expect(nodes[2] <= 2 * nodes[0], "\(what)")
    }

    @Test func nothingGrowsWithTheSet() throws {
      var random = TestRun.generator(seed: 1)
      let storages = storages()
      expectNoGrowth(storages.map { lookUps(in: $0, &random) }, "1,000 look-ups")
      expectNoGrowth(storages.map { inserts(into: $0) }, "1,000 inserts into a copy")
      expectNoGrowth(storages.map { copiesWithOneInsert(of: $0) }, "100 copies with an insert")
      expectNoGrowth(storages.map { merge(into: $0) }, "merging ten differences, ten times,")
      expectNoGrowth(
        try storages.map { try mergeDelta(into: $0) }, "a delta of ten differences, ten times,")
    }

    private func lookUps(in storage: Presence<Int>, _ random: inout SeededGenerator) -> Int {
      var found = 0
      let work = WorkCounter.during {
        for _ in 0..<1_000 where storage.contains(random.below(storage.count)) { found += 1 }
      }
      #expect(found == 1_000)
      return work.nodes
    }

    private func inserts(into storage: Presence<Int>) -> Int {
      var copy = storage
      return WorkCounter.during {
        for element in 0..<1_000 { copy.insert(-1 - element, by: Self.session) }
      }.nodes
    }

    private func copiesWithOneInsert(of storage: Presence<Int>) -> Int {
      WorkCounter.during {
        for element in 0..<100 as Range<UInt32> {
          // Of different sessions, so that the index is changed at many places.
          let session = SessionID(run: RunID(rawValue: 3), number: element)
          var copy = storage
          copy.insert(-1 - Int(element), by: session)
        }
      }.nodes
    }

    /// Two copies, with ten edits that only one of them knows on each side.
    private func fork(
      _ storage: Presence<Int>, _ round: Int
    ) -> (mine: Presence<Int>, theirs: Presence<Int>) {
      var (mine, theirs) = (storage, storage)
      for element in 0..<10 {
        mine.insert(-1 - element - 10 * round, by: Self.session)
        theirs.remove(element * 97 + round, by: Self.other)
      }
      return (mine, theirs)
    }

    private func merge(into storage: Presence<Int>) -> Int {
      (0..<10).reduce(0) { nodes, round in
        var (mine, theirs) = fork(storage, round)
        let work = WorkCounter.during { mine.merge(theirs) }
        #expect(mine.count == storage.count)
        return nodes + work.nodes
      }
    }

    private func mergeDelta(into storage: Presence<Int>) throws -> Int {
      try (0..<10).reduce(0) { nodes, round in
        var (mine, theirs) = fork(storage, round)
        let work = try WorkCounter.during {
          if let news = theirs.delta(since: mine.known) { try mine.merge(news) }
        }
        #expect(mine.count == storage.count)
        return nodes + work.nodes
      }
    }
  }
#endif
