// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// The limit on the memory of a kept tracker.
@Suite struct TrackerMemoryTests {
  /// A log, and the length of its document.
  private struct History {
    var log = SequenceLog()
    var length = 0

    /// Adds events of a session of its own, in one merge.
    ///
    /// - Returns: The last of these events.
    mutating func add(_ session: UInt32, after parents: [Dot], _ runs: [OperationRun]) throws
      -> Dot
    {
      let id = SessionID(run: RunID(rawValue: 1), number: session)
      let count = runs.reduce(0) { $0 + $1.length }
      var batch = EventBatch()
      batch.sessions = [EventBatch.Session(id: id, firstNumber: 0)]
      batch.externals = parents
      batch.append(
        session: 0, parents: parents.indices.map { .outside($0) }, operations: runs)
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

  /// More single letters than a kept tracker may hold. Each splits a run. The memory for a run
  /// depends on the node sizes.
  private static let letterCount = NodeSizes.areSmall ? 20_000 : 34_000

  /// A history of single letters at random places, concurrent with one edit of another session.
  /// Then all agree, and then two sessions edit concurrently.
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
    // One merge replays the huge stretch, and then the small one in the same tracker.
    try reader.merge(whole.log.wholeExtract.batch)
    #expect(reader.length == whole.length)
    let kept = try #require(reader.log.trackerBox?.take(), "the small stretch is worth keeping")
    #expect(kept.firstEvent > Self.letterCount)
    #expect(kept.byteCount <= reader.log.trackerLimit)
    #expect(kept.byteCount <= Tracker.keptMemory)
  }

  /// Free capacity counts: an emptied buffer takes the same memory as before.
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
    // The edit builds on an event before the huge stretch.
    let edit = OperationRun(kind: .insert, position: 0, length: 1)
    _ = try whole.add(7, after: [whole.log.graph.dot(of: 0)], [edit])
    #expect(whole.log.trackerBox?.take() == nil)
  }
}
