// SPDX-License-Identifier: MIT

import CAllocations
import SavedForms
import Testing

@testable import Causality
@testable import ReplicatingTypes
@testable import SequenceEngine

/// Texts and arrays whose sessions were continued twice, by forgers: a few bytes claim any number of
/// deletes. Telling that the values contradict each other, and merging them, costs what they store.
@Suite struct ForgedContradictionTests: BatchForging {
  private typealias Letters = ReplicatingArray<String>

  /// More deletes than the memory allowed has room for in a join, and as many as bytes may claim.
  private static let claims = [1 << 14, Dot.maximumNumber / 2]
  private static let memoryAllowed = 1 << 20

  private func text(_ batch: EventBatch, _ string: String) throws -> ReplicatingText {
    var writer = ByteWriter()
    batch.encode(to: &writer)
    writer.writeString(string)
    return try ReplicatingText(encoded: Frame.seal(writer, as: ReplicatingText.frameKind))
  }

  private func array(_ batch: EventBatch, _ letters: String) throws -> Letters {
    var writer = ByteWriter()
    batch.encode(to: &writer)
    for letter in letters { writer.writePlain(String(letter)) }
    return try Letters(encoded: Frame.seal(writer, as: Letters.frameKind))
  }

  /// One session inserts five elements. Then the session of a number claims deletes.
  private func claim(_ count: Int, of number: UInt32) -> EventBatch {
    batch(
      [whole(0), whole(number)],
      [
        Chain(session: 0, operations: [insert(5, at: 0)]),
        Chain(session: 1, parents: [.inside(4)], operations: [delete(count, at: 0)]),
      ])
  }

  /// The most bytes that were allocated at one time.
  private func memory(during body: () -> Void) -> Int {
    allocations_begin()
    body()
    return Int(allocations_end())
  }

  /// Asks two values whether they contradict each other, and merges them, and a delta of the second.
  private func expectLittleMemory<Value: PersistentReplicable & Equatable>(
    _ one: Value, _ other: Value, contradict: Bool = false
  ) throws {
    let delta = try #require(other.delta(since: Value.Version()))
    var results = [one]
    let memory = memory {
      results += [one.merged(with: other), other.merged(with: one)]
      try? results[0].merge(delta: delta)
      #expect(one.contradicts(other) == contradict && other.contradicts(one) == contradict)
    }
    #expect(memory < Self.memoryAllowed)
    #expect(contradict || results[1] == results[2])
  }

  @Test(arguments: claims) func claimedDeletesBesideAContradictionTakeNoMemory(
    _ count: Int
  ) throws {
    let claims = [claim(count, of: 1), claim(count, of: 2)]
    for other in claims {
      try expectLittleMemory(text(claims[0], "abcde"), text(other, "vwxyz"), contradict: true)
      try expectLittleMemory(array(claims[0], "abcde"), array(other, "vwxyz"), contradict: true)
    }
  }

  /// A delta, too, brings deletes of a session that looks like a branch.
  @Test(arguments: claims) func claimedDeletesOfDerivedSessionsTakeNoMemory(_ count: Int) throws {
    let plain = batch([whole(0)], [Chain(session: 0, operations: [insert(5, at: 0)])])
    let claims = [0, 1].map { claim(count, of: SessionID.maximumCount + $0) }
    for one in [plain, claims[1]] {
      try expectLittleMemory(text(one, "abcde"), text(claims[0], "abcde"))
      try expectLittleMemory(array(one, "abcde"), array(claims[0], "abcde"))
    }
    try expectLittleMemory(ReplicatingText(), text(claims[0], "abcde"))
    try expectLittleMemory(Letters(), array(claims[0], "abcde"))
  }

  #if DECENT_INVARIANTS
    /// Each derived session takes a walk for what is before it.
    @Test func derivedSessionsWithoutNumberTakeNoWalks() throws {
      let count = 5_000
      let sessions = (0..<UInt32(count)).map { whole(SessionID.maximumCount + $0) }
      let chains = (0..<count).map { place in
        Chain(
          session: place, parents: place == 0 ? [] : [.inside(place - 1)],
          operations: [insert(1, at: place)])
      }
      let forged = try text(batch(sessions, chains), String(repeating: "a", count: count))
      let work = WorkCounter.during { _ = forged.merged(with: ReplicatingText("other")) }
      #expect(work.runs < 10 * count)
    }
  #endif
}
