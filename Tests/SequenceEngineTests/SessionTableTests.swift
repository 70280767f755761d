// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// The table of sessions against a dictionary.
@Suite struct SessionTableTests {
  /// Ids of which many differ in one part only.
  private func sessions(_ count: Int, _ random: inout SeededGenerator) -> [SessionID] {
    (0..<count).map { _ in
      let half = UInt128(random.below(40)) << 20
      return SessionID(
        run: RunID(rawValue: random.oneIn(2) ? half : half << 64),
        number: UInt32(random.below(40)))
    }
  }

  @Test func findsWhatADictionaryFinds() {
    var random = TestRun.generator(seed: 1)
    for run in 0..<TestRun.length(50) {
      var (table, places) = (SessionTable(), [SessionID: Int]())
      for session in sessions(1 + random.below(run.isMultiple(of: 10) ? 3_000 : 40), &random) {
        #expect(table.place(of: session) == places[session])
        guard places[session] == nil else { continue }
        places[session] = table.count
        table.append(session)
        #expect(table.newestRun == places.keys.lazy.map { $0.run }.max())
      }
      #expect(Set(table) == Set(places.keys))
      #expect(
        places.allSatisfy { table.place(of: $0.key) == $0.value && table[$0.value] == $0.key })
    }
  }

  @Test func isMadeOfDistinctSessions() throws {
    var random = TestRun.generator(seed: 1)
    for count in [0, 1, 8, 9, 16, 17, 1_000] {
      let distinct = Array(Set(sessions(count, &random)))
      let table = try #require(SessionTable(distinct))
      #expect(Array(table) == distinct)
      #expect(table.newestRun == distinct.map(\.run).max())
      #expect(distinct.indices.allSatisfy { table.place(of: distinct[$0]) == $0 })
      var more = table
      let another = SessionID(run: RunID(rawValue: 1), number: 41)
      more.append(another)
      #expect(more.place(of: another) == distinct.count)
      #expect(table.place(of: another) == nil, "a copy is changed")
      if let twice = distinct.randomElement(using: &random) {
        #expect(SessionTable(distinct + [twice]) == nil)
      }
    }
  }
}
