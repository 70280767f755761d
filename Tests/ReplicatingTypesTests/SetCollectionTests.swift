// SPDX-License-Identifier: MIT

import Foundation
import ReplicationLaws
import Synchronization
import TestInputs
import Testing

@testable import ReplicatingTypes

@Suite struct SetCollectionTests {
  @Test func indexesFollowTheFirstInserts() {
    var random = TestRun.generator(seed: 1)
    var set = ReplicatingSet<Int>()
    var firstInserts: [Int] = []
    var present = Set<Int>()
    for _ in 0..<TestRun.length(500) {
      let element = random.below(40)
      if random.oneIn(3) {
        set.remove(element)
        present.remove(element)
      } else {
        set.insert(element)
        present.insert(element)
        if !firstInserts.contains(element) { firstInserts.append(element) }
      }
      let expected = firstInserts.filter(present.contains)
      #expect(set.indices.map { set[$0] } == expected)
      #expect(Array(set) == expected)
      #expect(set.first == expected.first && set.last == expected.last)
      #expect(set.isEmpty == expected.isEmpty)
    }
  }

  @Test func copiesHaveTheirOwnOrder() {
    var mine: ReplicatingSet = ["a", "b"]
    #expect(Array(mine) == ["a", "b"])
    var yours = mine
    yours.insert("c")
    mine.remove("a")
    #expect(Array(mine) == ["b"])
    #expect(Array(yours) == ["a", "b", "c"])
    mine.merge(yours)
    #expect(Array(mine) == ["b", "c"])
    #expect(Array(mine[0..<1]) == ["b"])
  }

  @Test func severalThreadsMayAskForTheOrderAtOnce() {
    var set = ReplicatingSet<Int>()
    for element in 0..<1_000 { set.insert(element) }
    let shared = set
    let sums = Mutex<[Int]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      let sum = shared.indices.reduce(0) { $0 + shared[$1] * $1 }
      sums.withLock { $0.append(sum) }
    }
    let expected = (0..<1_000).reduce(0) { $0 + $1 * $1 }
    #expect(sums.withLock { $0 } == Array(repeating: expected, count: 8))
  }
}
