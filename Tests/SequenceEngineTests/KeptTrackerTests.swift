// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// A merge that continues the tracker of the last merge has the same result as a merge without a
/// tracker.
@Suite struct KeptTrackerTests {
  /// One replica twice: `fresh` loses its tracker before each merge.
  private struct Pair {
    var kept = Replica()
    var fresh = Replica()
    var session: SessionID

    init(_ sessions: inout UInt32) {
      session = Self.open(&sessions)
    }

    static func open(_ sessions: inout UInt32) -> SessionID {
      sessions += 1
      return SessionID(run: RunID(rawValue: 1), number: sessions)
    }

    mutating func edit(_ run: OperationRun) {
      kept.edit(run, by: session)
      fresh.edit(run, by: session)
    }

    /// - Returns: Whether both merges had the same result.
    mutating func merge(_ other: Pair, _ work: inout Work) throws -> Bool {
      fresh.dropTracker()
      _ = try work.count(\.kept) { try self.kept.merge(other.kept) }
      _ = try work.count(\.fresh) { try self.fresh.merge(other.fresh) }
      return kept.document == fresh.document && kept.log == fresh.log
    }
  }

  /// Events replayed.
  private struct Work {
    var kept = 0
    var fresh = 0

    mutating func count<Result>(
      _ counter: WritableKeyPath<Work, Int>, _ body: () throws -> Result
    ) throws -> Result {
      #if DECENT_INVARIANTS
        var result: Result?
        self[keyPath: counter] += try WorkCounter.during { result = try body() }.events
        return try #require(result)
      #else
        return try body()
      #endif
    }
  }

  /// Copies are made in between and are edited concurrently. Now and then a tracker is lost.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func doesWhatAFreshOneDoes(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    var work = Work()
    for schedule in 0..<TestRun.length(100) {
      var sessions: UInt32 = 0
      var pairs = (0..<(2 + random.below(4))).map { _ in Pair(&sessions) }
      for step in 0..<60 {
        let (index, other) = (random.below(pairs.count), random.below(pairs.count))
        switch random.below(12) {
        case 0..<6: pairs[index].edit(.random(ofLength: pairs[index].kept.document.count, &random))
        case 6..<10:
          let source = pairs[other]
          guard try pairs[index].merge(source, &work) else {
            Issue.record("schedule \(schedule), step \(step)")
            return
          }
        case 10:
          pairs[index] = pairs[other]
          pairs[index].session = Pair.open(&sessions)
        default:
          if random.oneIn(4) { pairs[index].kept.dropTracker() }
        }
      }
    }
    print("events replayed with the tracker kept, and anew: \(work.kept), \(work.fresh)")
    #if DECENT_INVARIANTS
      #expect(work.kept < work.fresh, "no tracker was ever gone on with")
    #endif
  }

  /// Streams of messages with one edit each, by several authors who see each other late.
  @Test(arguments: [5, 6] as [UInt64])
  func streamsDoWhatFreshOnesDo(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    var work = Work()
    for schedule in 0..<TestRun.length(15) {
      var sessions: UInt32 = 0
      var authors = (0..<(2 + random.below(12))).map { _ in Pair(&sessions) }
      var reader = Pair(&sessions)
      for step in 0..<200 {
        let index = random.below(authors.count)
        authors[index].edit(.random(ofLength: authors[index].kept.document.count, &random))
        guard try reader.merge(authors[index], &work) else {
          Issue.record("schedule \(schedule), step \(step)")
          return
        }
        if random.oneIn(30) { reader.edit(.random(ofLength: reader.kept.document.count, &random)) }
        if random.oneIn(15), try !authors[index].merge(reader, &work) {
          Issue.record("schedule \(schedule), step \(step), by the author")
          return
        }
      }
    }
    print("events replayed with the tracker kept, and anew: \(work.kept), \(work.fresh)")
    #if DECENT_INVARIANTS
      #expect(work.kept * 2 < work.fresh, "trackers were seldom gone on with")
    #endif
  }

  /// Copies that share a tracker merge on several threads at once.
  @Test(arguments: [7, 8] as [UInt64])
  func copiesOnThreadsDoWhatOneDoes(seed: UInt64) async throws {
    var random = TestRun.generator(seed: seed)
    for _ in 0..<TestRun.length(20) {
      var sessions: UInt32 = 0
      var authors = (0..<3).map { _ in Pair(&sessions) }
      var reader = Pair(&sessions)
      for _ in 0..<30 {
        let index = random.below(authors.count)
        authors[index].edit(.random(ofLength: authors[index].kept.document.count, &random))
        try reader.kept.merge(authors[index].kept)
      }
      for index in authors.indices {
        authors[index].edit(.random(ofLength: authors[index].kept.document.count, &random))
      }
      let (base, sources) = (reader.kept, authors.map(\.kept))
      let results = try await withThrowingTaskGroup(of: Replica.self) { group in
        for thread in 0..<4 {
          group.addTask {
            var copy = base
            for offset in sources.indices { try copy.merge(sources[(thread + offset) % 3]) }
            return copy
          }
        }
        return try await group.reduce(into: [Replica]()) { $0.append($1) }
      }
      var expected = base
      for source in sources {
        expected.dropTracker()
        try expected.merge(source)
      }
      #expect(results.allSatisfy { $0.document == expected.document && $0.log == expected.log })
    }
  }
}
