// SPDX-License-Identifier: MIT

#if DECENT_INVARIANTS
  import BinaryCoding
  import ReplicationLaws
  import SequenceEngine
  import TestInputs
  import Testing

  @testable import ReplicatingText

  /// Two devices type into one text concurrently, round after round, and load it for each sync.
  @Suite struct SyncRoundsTests {
    private func type(in text: inout ReplicatingText, _ random: inout SeededGenerator) {
      for _ in 0..<10 {
        text.unicodeScalars.insert("x", at: random.below(text.unicodeScalars.count + 1))
      }
    }

    /// Lets two devices edit for some rounds. Every `lag` rounds each loads its saved text and
    /// merges what it lacks.
    ///
    /// - Parameter lag: The number of rounds from one sync to the next.
    /// - Returns: The events replayed by the last merge.
    private func eventsReplayed(
      afterRounds rounds: Int, lag: Int, party: CodingParty, _ random: inout SeededGenerator
    ) throws -> Int {
      var mine = try ReplicatingText(encoded: ReplicatingText("base").encoded())
      var yours = mine
      var events = 0
      for round in 1...rounds {
        type(in: &mine, &random)
        type(in: &yours, &random)
        guard round % lag == 0 else { continue }
        mine = try ReplicatingText(encoded: mine.encoded(for: party), from: party)
        yours = try ReplicatingText(encoded: yours.encoded(for: party), from: party)
        let (forMe, forYou) = (yours.delta(since: mine.version), mine.delta(since: yours.version))
        events = try WorkCounter.during { try mine.merge(delta: #require(forMe)) }.events
        try yours.merge(delta: #require(forYou))
        #expect(mine == yours && mine.string == yours.string)
      }
      return events
    }

    @Test(arguments: [CodingParty.anyone, .ownDevice])
    func aSyncReplaysWhatBothTypedSinceTheLast(party: CodingParty) throws {
      var random = TestRun.generator(seed: 1)
      for lag in [1, 4] {
        let events = try [8, 16, 32].map {
          try eventsReplayed(afterRounds: $0, lag: lag, party: party, &random)
        }
        print("events replayed by the last of 8, 16, 32 rounds, each \(lag)th a sync: \(events)")
        #expect(events == [20 * lag, 20 * lag, 20 * lag])
      }
    }
  }
#endif
