// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes
import ReplicationLaws
import SequenceEngine
import Synchronization
import TestInputs
import Testing

/// Merging that recurses for each element, or slows down with what was removed.
@Suite struct LongHistoryTests {
  /// An array whose elements were inserted one by one at random places.
  private func scattered(_ count: Int, _ random: inout SeededGenerator) -> ReplicatingArray<Int> {
    var array = ReplicatingArray<Int>()
    for number in 0..<count { array.insert(number, at: random.below(number + 1)) }
    return array
  }

  @Test func arraysOfManyElementsMergeOnAStackOf64KiB() throws {
    var random = TestRun.generator(seed: 1)
    let (mine, yours) = (scattered(100_000, &random), scattered(100_000, &random))
    let results = Mutex<[ReplicatingArray<Int>]>([])
    let finished = DispatchSemaphore(value: 0)
    let thread = Thread {
      let merged = [mine.merged(with: yours), yours.merged(with: mine)]
      results.withLock { $0 = merged }
      finished.signal()
    }
    thread.stackSize = 64 * 1024
    thread.start()
    finished.wait()
    let merged = results.withLock { $0 }
    #expect(merged.map(\.count) == [200_000, 200_000])
    #expect(merged.first == merged.last)
    #expect(merged.first?.values == merged.last?.values)
  }

  #if DECENT_INVARIANTS
    /// The steps of merging two arrays all of whose elements were inserted and
    /// removed again.
    private func work(
      removing count: Int, _ random: inout SeededGenerator
    ) -> WorkCounter.Work {
      var copies = [scattered(count, &random), scattered(count, &random)]
      for place in copies.indices {
        while let last = copies[place].indices.last {
          copies[place].remove(at: random.below(last + 1))
        }
      }
      let work = WorkCounter.during { copies[0].merge(copies[1]) }
      #expect(copies[0].isEmpty)
      return work
    }

    @Test func removedElementsDoNotMakeMergingQuadratic() {
      var random = TestRun.generator(seed: 2)
      let works = [5_000, 20_000].map { work(removing: $0, &random) }
      print("merging 5,000 and 20,000 removed elements with as many: \(works)")
      #expect(works.map(\.events) == [20_000, 80_000])
      #expect(works[0].nodes > 0 && works[1].nodes < 6 * works[0].nodes)
    }
  #endif
}
