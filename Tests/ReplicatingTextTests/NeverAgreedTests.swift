// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import SequenceEngine
import TestInputs
import Testing

@testable import ReplicatingText

/// Three devices or more each edit a text before they sync, round after round, and read it from
/// their own bytes each time. No version is ever seen by all later events.
@Suite struct NeverAgreedTests {
  private struct Device {
    var text = ReplicatingText()
    var undo = TextUndo(limit: 100)

    mutating func edit(_ random: inout SeededGenerator) throws {
      text = try ReplicatingText(encoded: text.encoded(for: .ownDevice), from: .ownDevice)
      for step in 0...random.below(3) {
        undo.edit(&text, at: UInt64(step) * 1_000) { ManyReplicas.edit(&$0, &random) }
      }
      if random.oneIn(4) { try undo.undo(&text.unicodeScalars) }
      if random.oneIn(8) { try undo.redo(&text.unicodeScalars) }
    }

    mutating func take(_ other: Device) throws {
      text = try ReplicatingText(encoded: text.encoded(for: .ownDevice), from: .ownDevice)
      if let delta = other.text.delta(since: text.version) { try text.merge(delta: delta) }
    }
  }

  /// Now and then a copy continues by itself, or deleted text is forgotten.
  @Test(arguments: [1, 2, 3] as [UInt64])
  func showsWhatTheNaiveTreeShows(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    var readCount = 0
    for schedule in 0..<max(1, TestRun.length(2)) {
      var devices = [Device](repeating: Device(), count: 3 + random.below(3))
      let forgets = random.oneIn(3)
      for round in 0..<60 {
        if random.oneIn(5) { devices[random.below(devices.count)] = devices[0] }
        if forgets, random.oneIn(4) { devices[random.below(devices.count)].text.dropDeleted() }
        for index in devices.indices {
          try devices[index].edit(&random)
          for other in devices.indices where other != index && !random.oneIn(5) {
            try devices[index].take(devices[other])
          }
          let text = devices[index].text
          if text.hasPrunedTracker { readCount += 1 }
          let again = try ReplicatingText(encoded: text.encoded())
          guard again == text, again.string == text.string,
            forgets || round % 8 != 7 || text.string == NaiveText(text).string
          else {
            Issue.record("schedule \(schedule), round \(round), device \(index)")
            return
          }
        }
      }
    }
    print("\(readCount) texts with a pruned tracker")
    #expect(readCount > 0)
  }

  #if DECENT_INVARIANTS
    private struct Cost {
      /// The steps of the merges, each into a text that was just read.
      var steps = 0
      var events = 0
      /// The bytes that own bytes take beyond the canonical ones.
      var bytes = 0
    }

    /// The cost of ten rounds for one of three devices after a number of rounds.
    ///
    /// - Parameter programs: How many programs edit the text on each device in a round, one after the other.
    private func cost(
      afterRounds rounds: Int, programs: Int, _ random: inout SeededGenerator
    ) throws -> Cost {
      let base = try ReplicatingText(encoded: ReplicatingText("base").encoded())
      var texts = [ReplicatingText](repeating: base, count: 3)
      var cost = Cost()
      var program: UInt64 = 0
      for round in 0..<(rounds + 10) {
        for index in texts.indices {
          // The programs of a script keep no tracker in memory.
          if round == rounds, index == 0, programs == 1 { try check(texts[0]) }
          type(in: &texts[index], &random)
          for _ in 1..<programs {
            program += 1
            let bits = program
            ReplicationEnvironment(milliseconds: { bits }, random: { bits })
              .run { type(in: &texts[index], &random) }
          }
          // The deltas bring the others' texts as of their last sync.
          let deltas = texts.indices.filter { $0 != index }
            .compactMap { texts[$0].delta(since: texts[index].version) }
          if round >= rounds, index == 0 {
            try merge(deltas, into: &texts[0], &cost)
          } else {
            for delta in deltas { try texts[index].merge(delta: delta) }
          }
        }
      }
      return cost
    }

    /// The tracker that is kept in memory does not grow with the history.
    private func check(_ text: ReplicatingText) throws {
      let bytes = text.storage.log.keptTracker?.byteCount ?? 0
      #expect(bytes > 0 && bytes < 4 << 20, "a tracker that goes on takes \(bytes) bytes")
    }

    private func merge(
      _ deltas: [ReplicatingText.Delta], into text: inout ReplicatingText, _ cost: inout Cost
    ) throws {
      let own = text.encoded(for: .ownDevice)
      cost.bytes = own.count - text.encoded().count
      text = try ReplicatingText(encoded: own, from: .ownDevice)
      for delta in deltas {
        let work = try WorkCounter.during { try text.merge(delta: delta) }
        cost.steps += work.nodes + work.runs + work.events
        cost.events += work.events
      }
      #expect(text.hasPrunedTracker, "all was replayed")
      #expect(WorkCounter.during { _ = text.encoded(for: .ownDevice) }.events == 0)
    }

    private func type(in text: inout ReplicatingText, _ random: inout SeededGenerator) {
      let count = text.unicodeScalars.count
      if count > 100 { text.unicodeScalars.removeSubrange((count - 4)..<count) }
      text.unicodeScalars.insert("x", at: random.below(min(count, 90)))
    }

    @Test func aSyncCostsTheSameAfterManyRounds() throws {
      try expectTheSameCost(afterRounds: [100, 1_000, 10_000], programs: 1)
    }

    /// A script starts a program for each edit. Each has a session of its own.
    @Test func aSyncOfEditsByTenProgramsCostsTheSameAfterManyRounds() throws {
      try expectTheSameCost(afterRounds: [100, 300, TestRun.length(1_000)], programs: 10)
    }

    private func expectTheSameCost(afterRounds rounds: [Int], programs: Int) throws {
      var random = TestRun.generator(seed: 1)
      let costs = try rounds.map { try cost(afterRounds: $0, programs: programs, &random) }
      for (rounds, cost) in zip(rounds, costs) { print("ten rounds after \(rounds): \(cost)") }
      #expect(costs.allSatisfy { Double($0.steps) <= 1.5 * Double(costs[0].steps) })
    }
  #endif
}

extension ReplicatingText {
  /// Whether the next merge continues a tracker that was read from own bytes.
  fileprivate var hasPrunedTracker: Bool { storage.log.keptTracker?.isPruned ?? false }
}
