// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes
import TestInputs
import Testing

@testable import ReplicationLaws

/// A virtual machine that is resumed several times from one snapshot: every resumption goes on
/// with the sessions of the values it holds, so that different edits have one identity.
@Suite struct ContradictionTests {
  /// One device up to a snapshot, and several resumptions of it.
  ///
  /// A resumption is the same program run again: the same environment draws the same bits,
  /// and the value makes the same edits up to the snapshot.
  func resumed<Value>(
    _ count: Int, from make: () -> Value, snapshot: (inout Value) -> Void,
    clocks: (Int) -> UInt64 = { _ in 1_000 }, then edit: (inout Value, Int) -> Void
  ) -> [Value] {
    (0..<count).map { copy in
      let device = SimulatedDevice(bits: 7)
      var value = device.run(at: 1_000) {
        var value = make()
        snapshot(&value)
        return value
      }
      device.run(at: clocks(copy)) { edit(&value, copy) }
      return value
    }
  }

  /// Whether values merged in every order, some twice, and read from bytes, come to one state.
  func merged<Value: PersistentReplicable & Framed & Hashable>(
    _ values: [Value]
  ) throws -> Value? {
    var results: [Value] = []
    for first in values.indices {
      for second in values.indices {
        for third in values.indices {
          let order = [first, second, third] + values.indices
          results.append(order.dropFirst().reduce(values[first]) { $0.merged(with: values[$1]) })
          let pair = values[second].merged(with: values[third])
          results.append(values.reduce(values[first].merged(with: pair)) { $0.merged(with: $1) })
          results.append(values.reduce(pair.merged(with: values[first])) { $1.merged(with: $0) })
        }
      }
    }
    let bytes = try results[0].encoded()
    for result in results {
      guard try result.encoded() == bytes, result == results[0],
        result.merged(with: result) == result,
        try Value(encoded: bytes).merged(with: values[0]).encoded() == bytes
      else { return nil }
    }
    return results[0]
  }

  @Test func aSetThatWasResumedTwiceKeepsTheElementsOfBoth() throws {
    for clocks in [{ _ in 1_000 }, { 1_000 + UInt64($0) * 50 }] as [(Int) -> UInt64] {
      let copies = resumed(
        2, from: { ReplicatingSet<Int>() }, snapshot: { $0.insert(0) }, clocks: clocks,
        then: { $0.insert(10 + $1) })
      #expect(copies[0].contradicts(copies[1]) && copies[1].contradicts(copies[0]))
      #expect(try merged(copies)?.values == [0, 10, 11])
    }
  }

  @Test func anAddOnlySetThatWasResumedTwiceKeepsTheElementsOfBoth() throws {
    let copies = resumed(
      3, from: { ReplicatingAddOnlySet<Int>() }, snapshot: { $0.insert(0) },
      then: { $0.insert(10 + $1) })
    #expect(copies[0].contradicts(copies[1]))
    #expect(try merged(copies)?.values == [0, 10, 11, 12])
  }

  @Test func aDictionaryThatWasResumedTwiceKeepsTheKeysOfBoth() throws {
    let copies = resumed(
      2, from: { ReplicatingDictionary<String, Int>() }, snapshot: { $0["a"] = 0 },
      then: {
        $0["a"] = $1
        $0["b\($1)"] = $1
      })
    #expect(copies[0].contradicts(copies[1]))
    let both = try #require(try merged(copies))
    #expect(Set(both.keys) == ["a", "b0", "b1"])
    #expect(both["a"] == 1)
  }

  @Test func setsInADictionaryThatWasResumedTwiceKeepTheElementsOfBoth() throws {
    let copies = resumed(
      3, from: { ReplicatingDictionary<String, ReplicatingSet<Int>>() },
      snapshot: { $0["a"] = [0] }, then: { $0["a"]?.insert(10 + $1) })
    #expect(copies[0].contradicts(copies[1]))
    #expect(try merged(copies)?["a"]?.values == [0, 10, 11, 12])
  }

  @Test func aRegisterThatWasResumedTwiceIsTheSameEverywhere() throws {
    let copies = resumed(
      3, from: { ReplicatingRegister(default: 0) }, snapshot: { $0.value = 1 },
      then: { $0.value = 10 + $1 })
    #expect(copies[0].contradicts(copies[1]))
    #expect(try merged(copies)?.value == 12)
  }

  @Test func aMultiValueRegisterThatWasResumedTwiceKeepsTheValuesOfBoth() throws {
    let copies = resumed(
      3, from: { ReplicatingMultiValueRegister<Int>() }, snapshot: { $0.set(1) },
      then: { $0.set(10 + $1) })
    #expect(copies[0].contradicts(copies[1]))
    #expect(try Set(#require(try merged(copies)).values) == [10, 11, 12])
  }

  @Test func aCounterThatWasResumedTwiceIsTheSameEverywhere() throws {
    let copies = resumed(
      3, from: { ReplicatingCounter() }, snapshot: { $0.increment() },
      then: { $0.increment(by: 10 + $1) })
    #expect(try merged(copies)?.value == 13)
  }

  /// One resumption takes in the other, and both are edited again: no two edits have one identity, so
  /// deltas bring them.
  private func expectEditsToTravel<Value: PersistentReplicable>(
    from make: () -> Value, insert: (inout Value, Int) -> Void, elements: (Value) -> Set<Int>
  ) throws {
    var first = make()
    let copies = resumed(2, from: make, snapshot: { insert(&$0, 0) }) { value, copy in
      insert(&value, 10 + copy)
      if copy == 0 { first = value } else { value.merge(first) }
      insert(&value, 20 + copy)
    }
    var merged = copies[1]
    let delta = try #require(copies[0].delta(since: merged.version), "\(Value.self)")
    try merged.merge(delta: delta)
    #expect(elements(merged) == [0, 10, 11, 20, 21])
  }

  /// A resumption that removed an element takes in the other's insert by a delta. The delta brings the
  /// position alone: the removal has the identity of the insert. Edits of both after that travel.
  private func expectEditsToTravelAfterADelta<Value: PersistentReplicable>(
    from make: () -> Value, insert: (inout Value, Int) -> Void, remove: (inout Value) -> Void,
    elements: (Value) -> Set<Int>
  ) throws {
    var inserted = make()
    let copies = resumed(2, from: make, snapshot: { insert(&$0, 0) }) { value, copy in
      if copy == 0 {
        insert(&value, 11)
        inserted = value
      } else {
        remove(&value)
        if let delta = inserted.delta(since: value.version) { try? value.merge(delta: delta) }
      }
      insert(&value, 20 + copy)
    }
    for (one, other) in [(0, 1), (1, 0)] {
      var merged = copies[one]
      let delta = try #require(copies[other].delta(since: merged.version), "\(Value.self)")
      try merged.merge(delta: delta)
      #expect(elements(merged).isSuperset(of: [20, 21]), "\(Value.self)")
    }
  }

  @Test func anOrderedValueThatTookInPositionsOfItsResumptionOpensASession() throws {
    try expectEditsToTravelAfterADelta(
      from: { ReplicatingOrderedSet<Int>() }, insert: { $0.append($1) }, remove: { $0.remove(0) },
      elements: { Set($0) })
    try expectEditsToTravelAfterADelta(
      from: { ReplicatingOrderedDictionary<Int, Int>() }, insert: { $0[$1] = 0 },
      remove: { $0[0] = nil }, elements: { Set($0.keys) })
  }

  @Test func aSetOrDictionaryThatTookInItsResumptionOpensASession() throws {
    try expectEditsToTravel(
      from: { ReplicatingSet<Int>() }, insert: { $0.insert($1) }, elements: \.values)
    try expectEditsToTravel(
      from: { ReplicatingAddOnlySet<Int>() }, insert: { $0.insert($1) }, elements: \.values)
    try expectEditsToTravel(
      from: { ReplicatingDictionary<Int, Int>() }, insert: { $0[$1] = 0 },
      elements: { Set($0.keys) })
    try expectEditsToTravel(
      from: { ReplicatingOrderedSet<Int>() }, insert: { $0.append($1) }, elements: { Set($0) })
    try expectEditsToTravel(
      from: { ReplicatingOrderedDictionary<Int, Int>() }, insert: { $0[$1] = 0 },
      elements: { Set($0.keys) })
  }

  // MARK: Versions

  /// Values whose versions were asked for merge, and have the versions of what is read from their
  /// bytes.
  private func expectVersionOfBytes<Value: PersistentReplicable & Framed & Hashable>(
    _ copies: [Value], sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for copy in copies { #expect(copy.version != Value.Version()) }
    #expect(copies[0].version != copies[1].version)
    for (one, other) in [(copies[0], copies[1]), (copies[1], copies[0])] {
      let both = one.merged(with: other)
      let read = try Value(encoded: both.encoded())
      #expect(both.version == read.version, sourceLocation: sourceLocation)
      let again = both.merged(with: other).merged(with: one)
      #expect(again.version == read.version, sourceLocation: sourceLocation)
    }
  }

  private typealias Sets = ReplicatingDictionary<String, ReplicatingSet<Int>>
  private typealias OrderedSets = ReplicatingOrderedDictionary<String, ReplicatingSet<Int>>

  /// One edit of a key holds several edits of its value, so that merging changes the value, and no
  /// edit of the key is new.
  private func insertOften(_ set: inout ReplicatingSet<Int>?, _ copy: Int) {
    for number in 0...copy { set?.insert(10 * copy + number) }
  }

  @Test func versionsFollowValuesThatChangeWithoutAnEditOfTheirKeys() throws {
    try expectVersionOfBytes(
      resumed(
        2, from: { Sets() }, snapshot: { $0["a"] = [9] },
        then: { insertOften(&$0["a"], $1) }))
    try expectVersionOfBytes(
      resumed(
        2, from: { OrderedSets() }, snapshot: { $0["a"] = [9] },
        then: { insertOften(&$0["a"], $1) }))
    try expectVersionOfBytes(
      resumed(
        2, from: { ReplicatingDictionary<Int, OrderedSets>() }, snapshot: { $0[1] = ["a": [9]] },
        then: { sets, copy in
          var inner = sets[1] ?? [:]
          insertOften(&inner["a"], copy)
          sets[1] = inner
        }))
  }

  /// Merging goes into the larger one of the two.
  @Test func versionsFollowAValueInAMuchLargerDictionary() throws {
    try expectVersionOfBytes(
      resumed(
        2, from: { Sets() }, snapshot: { $0["a"] = [9] },
        then: { sets, copy in
          insertOften(&sets["a"], copy)
          let others = SimulatedDevice(bits: 99 << 40)
          if copy == 1 { others.run(at: 2_000) { for key in 0..<20 { sets["\(key)"] = [] } } }
        }))
  }

  // MARK: Random schedules

  /// Resumptions of one snapshot that go on at random, beside strangers, merge.
  private func follow<Value: PersistentReplicable & Framed & Hashable>(
    _ name: String, seed: UInt64, make: () -> Value,
    edit: (inout Value, Int, inout SeededGenerator) -> Void, isWhole: (Value, [Value]) -> Bool
  ) throws {
    var random = TestRun.generator(seed: seed, name)
    for schedule in 0..<TestRun.length(150) {
      var choice = random
      let count = 2 + random.below(2)
      let before = random.below(3)
      let isLate = random.oneIn(2)
      var number = 100
      let stranger = SimulatedDevice(bits: 99 << 40)
      let copies = resumed(
        count, from: make,
        snapshot: { value in
          var same = choice
          for step in 0..<before { edit(&value, step, &same) }
        }, clocks: { isLate ? 1_000 + UInt64($0) : 1_000 },
        then: { value, _ in
          for _ in 0...random.below(4) {
            number += 1
            let new = number
            if random.oneIn(4) {
              stranger.run(at: 1_000) { edit(&value, new, &random) }
            } else {
              edit(&value, new, &random)
            }
          }
        })
      choice = random
      guard let result = try merged(copies), isWhole(result, copies) else {
        Issue.record("\(name), schedule \(schedule): \(copies)")
        return
      }
    }
  }

  @Test func resumedSetsComeToOneState() throws {
    try follow(
      "resumed sets", seed: 1, make: { ReplicatingSet<Int>() },
      edit: { value, number, random in
        if random.oneIn(4), let first = value.values.min() {
          value.remove(first)
        } else {
          value.insert(number)
        }
      }, isWhole: { result, copies in result.values.isSubset(of: copies.flatMap(\.values)) })
  }

  @Test func resumedAddOnlySetsKeepAll() throws {
    try follow(
      "resumed add-only sets", seed: 2, make: { ReplicatingAddOnlySet<Int>() },
      edit: { value, number, _ in value.insert(number) },
      isWhole: { result, copies in result.values == Set(copies.flatMap(\.values)) })
  }

  @Test func resumedDictionariesKeepAllKeys() throws {
    try follow(
      "resumed dictionaries", seed: 3, make: { ReplicatingDictionary<Int, Int>() },
      edit: { value, number, random in value[random.below(5)] = number },
      isWhole: { result, copies in Set(result.keys) == Set(copies.flatMap(\.keys)) })
  }

  @Test func resumedDictionariesOfSetsComeToOneState() throws {
    try follow(
      "resumed dictionaries of sets", seed: 4, make: { Sets() },
      edit: { value, number, random in
        let key = random.oneIn(2) ? "a" : "b"
        if random.oneIn(5) { value[key] = nil } else { value[key, default: []].insert(number) }
      }, isWhole: { result, copies in Set(result.keys).isSubset(of: copies.flatMap(\.keys)) })
  }

  // MARK: All small states

  /// The states to which resumptions of one snapshot go by all sequences of up to three edits, those of
  /// two with clocks that differ: merging is a join of them. They have equal dots of different edits.
  private func search<Value: PersistentReplicable & Framed & Hashable>(
    _ make: () -> Value, edits: [(inout Value) -> Void]
  ) throws {
    var states: [[UInt8]: Value] = [:]
    func visit(_ path: [Int]) throws {
      let clocks: [[UInt64]] = [[0, 0, 0], [0, 50, 100], [50, 0, 100]]
      for clocks in path.count < 3 ? clocks : [clocks[0]] {
        let device = SimulatedDevice(bits: 7)
        var value = device.run(at: 1_000) { make() }
        for (edit, clock) in zip(path, clocks) {
          device.run(at: 1_000 + clock) { edits[edit](&value) }
        }
        states[try value.encoded()] = value
      }
      if path.count < 3 { for edit in edits.indices { try visit(path + [edit]) } }
    }
    try visit([])
    let values = states.keys.sorted { $0.lexicographicallyPrecedes($1) }.compactMap { states[$0] }
    #expect(values.count > 10, "\(Value.self): \(values.count) states")
    for one in values {
      for other in values {
        let pair = one.merged(with: other)
        let reversed = other.merged(with: one)
        guard try pair.encoded() == reversed.encoded(), pair.merged(with: one) == pair else {
          Issue.record("\(Value.self): \(one) and \(other)")
          return
        }
        for third in values {
          guard pair.merged(with: third) == one.merged(with: other.merged(with: third)) else {
            Issue.record("\(Value.self): \(one), \(other) and \(third)")
            return
          }
        }
      }
    }
  }

  @Test func mergingIsAJoinInAllSmallStatesWithEqualDots() throws {
    try search(
      { ReplicatingSet<Int>() },
      edits: [{ $0.insert(1) }, { $0.insert(2) }, { $0.remove(1) }])
    try search(
      { ReplicatingAddOnlySet<Int>() },
      edits: [{ $0.insert(1) }, { $0.insert(2) }, { $0.insert(3) }])
    try search(
      { ReplicatingDictionary<Int, Int>() },
      edits: [{ $0[1] = 1 }, { $0[1] = 2 }, { $0[1] = nil }])
    try search(
      { ReplicatingDictionary<Int, ReplicatingSet<Int>>() },
      edits: [{ $0[1, default: []].insert(1) }, { $0[1] = [2] }, { $0[1] = nil }])
    try search(
      { ReplicatingMultiValueRegister<Int>() }, edits: [{ $0.set(1) }, { $0.set(2) }])
    try search(
      { ReplicatingRegister(default: 0) }, edits: [{ $0.value = 1 }, { $0.value = 2 }])
    try search(
      { ReplicatingCounter() }, edits: [{ $0.increment() }, { $0.decrement(by: 2) }])
  }
}
