// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// A tracker that is kept takes no more memory than it may.
@Suite struct TrackerMemoryTests {
  /// A log, and how long the document is that it makes.
  private struct History {
    var log = SequenceLog()
    var length = 0

    /// Adds events of a session of its own, in one merge.
    ///
    /// - Returns: The last of them.
    mutating func add(_ session: UInt32, after parents: [Dot], _ runs: [OperationRun]) throws
      -> Dot
    {
      let id = SessionID(run: RunID(rawValue: 1), number: session)
      let count = runs.reduce(0) { $0 + $1.length }
      var batch = EventBatch()
      batch.sessions = [EventBatch.Session(id: id, firstNumber: 0)]
      batch.externals = parents
      batch.chains = [
        EventBatch.Chain(
          session: 0, parents: parents.indices.map { .outside($0) }, operations: runs,
          length: count)
      ]
      try merge(batch)
      return Dot(session: id, number: count - 1)
    }

    mutating func merge(_ batch: EventBatch) throws {
      let integration = try log.integrate(batch, documentLength: length)
      for operation in integration.operations {
        switch operation {
        case .insert(let elements, _): length += elements.count
        case .delete(let range): length -= range.count
        }
      }
    }
  }

  /// More single letters than a kept tracker may hold, each of which splits a run; how much it takes
  /// depends on its nodes.
  private static let letterCount = NodeSizes.areSmall ? 20_000 : 34_000

  /// Single letters at random places beside one edit of another; then all agree; then two edit
  /// at once.
  private func oneHugeStretchThenASmallOne() throws -> History {
    var random = TestRun.generator(seed: 1)
    var whole = History()
    let insert = { OperationRun(kind: .insert, position: $0, length: 1) }
    let length = 10 * Self.letterCount
    let first = try whole.add(
      1, after: [], [OperationRun(kind: .insert, position: 0, length: length)])
    let letters = try whole.add(
      2, after: [first], (1...Self.letterCount).map { _ in insert(random.below(length)) })
    let other = try whole.add(3, after: [first], [insert(0)])
    let agreed = try whole.add(4, after: [letters, other], [insert(0)])
    _ = try whole.add(5, after: [agreed], [insert(0)])
    _ = try whole.add(6, after: [agreed], [insert(7)])
    return whole
  }

  @Test func whatOneHugeStretchTookIsGivenBack() throws {
    let whole = try oneHugeStretchThenASmallOne()
    var reader = History()
    // All at once: first the huge stretch, then, in the same tracker, the small one.
    try reader.merge(whole.log.wholeExtract.batch)
    #expect(reader.length == whole.length)
    let kept = try #require(reader.log.trackerBox?.take(), "the small stretch is worth keeping")
    #expect(kept.firstEvent > Self.letterCount)
    #expect(kept.byteCount <= reader.log.trackerLimit)
    #expect(kept.byteCount <= Tracker.keptMemory)
  }

  /// What is free counts: a buffer that was emptied takes what it took.
  @Test func anEmptiedBufferTakesWhatItTook() {
    var pool = Pool<Int>()
    for number in 0..<1_000 { pool.append(number) }
    let full = pool.byteCount
    #expect(full >= 8_000 && full < 16_000 + 8 * 16)
    pool.removeAll()
    #expect(pool.byteCount == full)
  }

  /// A tracker beyond its limit is not kept.
  @Test func aHugeTrackerIsNotKept() throws {
    var whole = try oneHugeStretchThenASmallOne()
    // It builds on what came before the huge stretch.
    let edit = OperationRun(kind: .insert, position: 0, length: 1)
    _ = try whole.add(7, after: [whole.log.graph.dot(of: 0)], [edit])
    #expect(whole.log.trackerBox?.take() == nil)
  }
}
