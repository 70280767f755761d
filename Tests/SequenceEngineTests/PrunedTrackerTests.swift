// SPDX-License-Identifier: MIT

import Causality
import NaiveFugue
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// A merge that continues a pruned tracker has the same result as a merge that replays all.
@Suite struct PrunedTrackerTests {
  /// One replica twice: the tracker of `pruned` is pruned, saved and loaded now and then; `fresh`
  /// replays all at each merge.
  private struct Pair {
    var pruned = Replica()
    var fresh = Replica()
    var session: SessionID

    mutating func edit(_ run: OperationRun) {
      pruned.edit(run, by: session)
      fresh.edit(run, by: session)
    }

    /// - Returns: Whether both merges had the same result.
    mutating func merge(_ other: Pair, _ merges: inout Merges) throws -> Bool {
      fresh.dropTracker()
      let wasPruned = pruned.isPruned
      try fresh.merge(other.fresh)
      try pruned.merge(other.pruned)
      merges.note(wasPruned, pruned.isPruned)
      return pruned.document == fresh.document && pruned.log == fresh.log
    }
  }

  /// The numbers of merges that continued a pruned tracker, and of merges that could not.
  private struct Merges {
    var goneOn = 0
    var anew = 0
    var saved = 0

    mutating func note(_ wasPruned: Bool, _ isPruned: Bool) {
      if wasPruned && isPruned { goneOn += 1 }
      if wasPruned && !isPruned { anew += 1 }
    }
  }

  /// Replicas that edit before they merge, and are never in agreement.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func goesOnAsOneThatReplaysAll(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    var merges = Merges()
    for schedule in 0..<TestRun.length(30) {
      var sessions: UInt32 = 0
      func open() -> SessionID {
        sessions += 1
        return SessionID(run: RunID(rawValue: 1), number: sessions)
      }
      var pairs = (0..<(2 + random.below(5))).map { _ in Pair(session: open()) }
      for step in 0..<(20 + random.below(100)) {
        let (index, other) = (random.below(pairs.count), random.below(pairs.count))
        switch random.below(12) {
        case 0..<5: pairs[index].edit(.random(ofLength: pairs[index].fresh.document.count, &random))
        case 5..<9:
          let source = pairs[other]
          guard try pairs[index].merge(source, &merges) else {
            Issue.record("schedule \(schedule), step \(step)")
            return
          }
        case 9:
          pairs[index].pruned = try Replica.keeping(
            pairs[index].pruned, turns: 2 + random.below(7))
          if pairs[index].pruned.isPruned { merges.saved += 1 }
        case 10:
          pairs[index].session = open()
        default:
          pairs[index].pruned.pruneTracker { random.below($0) }
        }
      }
    }
    print("merges in pruned trackers, anew, and loaded: \(merges)")
    #expect(merges.goneOn > 0)
  }

  /// Histories with many siblings in one gap, positions beyond the end, and authors who have not
  /// seen their own last edits.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func showsWhatTheNaiveTreeShows(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    var merges = Merges()
    for schedule in 0..<TestRun.length(150) {
      let history =
        random.oneIn(2)
        ? RandomHistory(&random) : RandomHistory.crowded(&random, chains: 2 + random.below(20))
      var replica = Replica()
      for chain in history.shuffled(&random) {
        let wasPruned = replica.isPruned
        try replica.add(chain)
        merges.note(wasPruned, replica.isPruned)
        if random.oneIn(3) { replica.pruneTracker { random.below(min($0, 4)) } }
        if random.oneIn(5) {
          replica = try Replica.keeping(replica, turns: 2 + random.below(7))
          if replica.isPruned { merges.saved += 1 }
        }
      }
      guard replica.document == history.naiveDocument else {
        Issue.record("schedule \(schedule)")
        return
      }
    }
    print("merges in pruned trackers, anew, and loaded: \(merges)")
    #expect(merges.goneOn > 0)
  }

  /// Devices edit before they merge, round after round, some of them late. Each is read from its
  /// own bytes again. There is neither a critical event nor a critical cut.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func goesOnForManyRounds(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    var merges = Merges()
    for schedule in 0..<TestRun.length(4) {
      var sessions: UInt32 = 0
      var pairs = (0..<(3 + random.below(3))).map { _ in
        Pair(session: SessionID(run: RunID(rawValue: 1), number: 0))
      }
      for round in 0..<(20 + random.below(40)) {
        for index in pairs.indices {
          sessions += 1
          pairs[index].session = SessionID(run: RunID(rawValue: 1), number: sessions)
          for _ in 0...random.below(3) {
            pairs[index].edit(.random(ofLength: pairs[index].fresh.document.count, &random))
          }
        }
        for index in pairs.indices {
          for other in pairs.indices where other != index && !random.oneIn(4) {
            let source = pairs[other]
            guard try pairs[index].merge(source, &merges) else {
              Issue.record("schedule \(schedule), round \(round)")
              return
            }
          }
          if random.oneIn(2) {
            pairs[index].pruned.pruneTracker { $0 - 1 - random.below($0 / 3 + 1) }
            continue
          }
          pairs[index].pruned = try Replica.keeping(
            pairs[index].pruned, turns: 2 + random.below(7))
          if pairs[index].pruned.isPruned { merges.saved += 1 }
        }
      }
    }
    print("merges in pruned trackers, anew, and loaded: \(merges)")
    #expect(merges.goneOn > 0 && merges.saved > 0)
  }

  // MARK: All small histories

  /// All histories of a few events after a short text, with all combinations of what authors have
  /// seen. The tracker is pruned at each place after each event.
  @Test func allSmallHistories() throws {
    var search = SmallHistories(events: TestRun.isLong ? 4 : 3)
    try search.run()
    print("\(search.histories) histories, \(search.prunings) prunings")
    #expect(search.failures == [])
    #expect(search.goneOn > 100)
  }

  // MARK: Forged bytes

  /// A tracker of ten elements, with one inserted between them that a long branch has not seen, and
  /// an insert by that branch.
  private func smallTracker() throws -> (replica: Replica, late: RandomHistory.Chain) {
    func dot(_ session: UInt32, _ number: Int) -> Dot {
      Dot(session: SessionID(run: RunID(rawValue: 1), number: session), number: number)
    }
    func insert(_ length: Int, at position: Int) -> OperationRun {
      OperationRun(kind: .insert, position: position, length: length)
    }
    var replica = Replica()
    try replica.add(
      RandomHistory.Chain(
        first: dot(1, 0), parents: [], runs: [insert(10, at: 0)], last: dot(1, 9)))
    // A merge replays anew what is short.
    let long = (0..<20).flatMap { _ in
      [insert(1, at: 0), OperationRun(kind: .deleteForward, position: 0, length: 1)]
    }
    try replica.add(
      RandomHistory.Chain(first: dot(2, 0), parents: [dot(1, 9)], runs: long, last: dot(2, 39)))
    try replica.add(
      RandomHistory.Chain(
        first: dot(3, 0), parents: [dot(1, 9)], runs: [insert(1, at: 5)], last: dot(3, 0)))
    replica.pruneTracker { $0 - 1 }
    let late = RandomHistory.Chain(
      first: dot(4, 0), parents: [dot(2, 39)], runs: [insert(1, at: 10)], last: dot(4, 0))
    return (replica, late)
  }

  @Test func aTrackerOfAnotherLengthIsNotContinued() throws {
    var (sound, late) = try smallTracker()
    var (forged, _) = try smallTracker()
    var bytes = try #require(sound.trackerBytes)
    #expect(bytes == [1, 0, 1, 0, 3, 20, 4, 0, 4, 20])
    bytes[5] -= 5  // Four elements instead of five.
    forged.readTracker(bytes)
    #expect(forged.isPruned)
    try sound.add(late)
    try forged.add(late)
    #expect(sound.isPruned && !forged.isPruned)
    #expect(forged.document == sound.document)
  }

  /// The tracker replayed all 51 events. Its first run names an origin before its first event.
  @Test func anOriginBeforeAllEventsIsNoTrap() throws {
    var (forged, _) = try smallTracker()
    forged.readTracker([51, 0, 0, 1, 4, 0, 8, 0])
    #expect(!forged.isPruned)
  }

  @Test func aTrackerAfterOtherEventsIsDropped() throws {
    let (sound, _) = try smallTracker()
    let bytes = try #require(sound.trackerBytes)
    // The tip is the last event but one; there is none.
    for header in [[1, 0, 1, 1], [1, 0, 0]] as [[UInt8]] {
      var forged = sound
      forged.readTracker(header + bytes[4...])
      #expect(!forged.isPruned)
    }
  }

  /// Bytes of a tracker with flipped bits are dropped, or give a tracker with which merges can
  /// continue.
  @Test(arguments: [1, 2, 20_261_135] as [UInt64])
  func changedBytesNeverTrap(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    var (read, dropped) = (0, 0)
    for _ in 0..<TestRun.length(20) {
      let history = RandomHistory.crowded(&random, chains: 5 + random.below(20))
      var replica = Replica()
      var late: [RandomHistory.Chain] = []
      for chain in history.shuffled(&random) {
        if !late.isEmpty || random.oneIn(12) { late.append(chain) } else { try replica.add(chain) }
      }
      replica.pruneTracker { random.below($0) }
      guard replica.isPruned, let sound = replica.trackerBytes else { continue }
      for _ in 0..<200 {
        var bytes = sound
        for _ in 0...random.below(2) {
          bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
        }
        var forged = replica
        forged.readTracker(bytes)
        if forged.isPruned { read += 1 } else { dropped += 1 }
        var other = random
        for chain in late {
          try forged.add(chain)
          if other.oneIn(3) { forged.pruneTracker { other.below($0) } }
        }
        forged.saveTracker(turns: 2 + other.below(7))
      }
    }
    print("\(read) forged trackers read, \(dropped) dropped")
    #expect(dropped > 0 && read > 0)
  }
}

/// All histories of a number of events, each an insert or a delete of one element, after two
/// elements.
private struct SmallHistories {
  let events: Int
  var histories = 0
  var prunings = 0
  var goneOn = 0
  var failures: [String] = []
  private var chains: [RandomHistory.Chain] = []
  /// The events that each event has seen, itself included.
  private var seen: [Set<Int>] = []

  init(events: Int) {
    self.events = events
  }

  mutating func run() throws {
    let start = RandomHistory.Chain(
      first: dot(0), parents: [], runs: [OperationRun(kind: .insert, position: 0, length: 2)],
      last: Dot(session: dot(0).session, number: 1))
    // A merge replays anew what is short. So a long branch stands beside the short text. It leaves
    // no element visible, and all other events have seen it.
    let long = RandomHistory.Chain(
      first: dot(1), parents: [],
      runs: (0..<40).map {
        OperationRun(kind: $0 % 2 == 0 ? .insert : .deleteForward, position: 0, length: 1)
      },
      last: Dot(session: dot(1).session, number: 39))
    chains = [start, long]
    seen = [[0], [1]]
    try extend()
  }

  private func dot(_ event: Int) -> Dot {
    // The order of the sessions differs from that of the events.
    Dot(session: SessionID(run: RunID(rawValue: 1), number: UInt32((event * 3) % 7)), number: 0)
  }

  private mutating func extend() throws {
    if chains.count > events + 1 { return try check() }
    for mask in 1..<(1 << chains.count) {
      let parents = chains.indices.filter { mask >> $0 & 1 == 1 }
      // No parent is an ancestor of another.
      guard
        parents.allSatisfy({ parent in
          parents.allSatisfy { $0 == parent || !seen[$0].contains(parent) }
        }), parents.contains(where: { seen[$0].contains(0) })
      else { continue }
      for kind in [OperationKind.insert, .deleteForward] {
        for position in 0...(kind == .insert ? 2 : 1) {
          let event = chains.count
          chains.append(
            RandomHistory.Chain(
              first: dot(event), parents: parents.map { chains[$0].last },
              runs: [OperationRun(kind: kind, position: position, length: 1)], last: dot(event)))
          seen.append(parents.reduce(into: [event]) { $0.formUnion(seen[$1]) })
          try extend()
          chains.removeLast()
          seen.removeLast()
        }
      }
    }
  }

  private mutating func check() throws {
    histories += 1
    let expected = RandomHistory(of: chains).naiveDocument
    for pruned in 3..<chains.count {
      for run in 1..<pruned {
        var replica = Replica()
        for (event, chain) in chains.enumerated() {
          let wasPruned = replica.isPruned
          try replica.add(chain)
          if wasPruned && replica.isPruned { goneOn += 1 }
          if event == pruned - 1 { replica.pruneTracker { _ in run } }
        }
        prunings += 1
        if replica.document != expected, failures.count < 3 {
          failures.append(
            "\(chains.dropFirst(2).map { "\($0.first)<-\($0.parents): \($0.runs.map { "\($0.kind)\($0.position)" })" }), pruned at \(run) after \(pruned)"
          )
        }
      }
    }
  }
}
