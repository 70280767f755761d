// SPDX-License-Identifier: MIT

import BinaryCoding
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

  /// More deletes than the memory allowed has room for, and as many as bytes may claim.
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
    _ one: Value, _ other: Value
  ) throws {
    let delta = try #require(other.delta(since: Value.Version()))
    var results = [one]
    let memory = memory {
      results += [one.merged(with: other), other.merged(with: one)]
      try? results[0].merge(delta: delta)
      #expect(one.contradicts(other) && other.contradicts(one))
    }
    #expect(memory < Self.memoryAllowed)
  }

  @Test(arguments: claims) func claimedDeletesBesideAContradictionTakeNoMemory(
    _ count: Int
  ) throws {
    let claims = [claim(count, of: 1), claim(count, of: 2)]
    for other in claims {
      try expectLittleMemory(text(claims[0], "abcde"), text(other, "vwxyz"))
      try expectLittleMemory(array(claims[0], "abcde"), array(other, "vwxyz"))
    }
  }
}
