// SPDX-License-Identifier: MIT

import BinaryCoding
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
  private func resumed<Value>(
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
  private func merged<Value: PersistentReplicable & Framed & Hashable>(
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

  // MARK: Ordered content

  @Test func textsThatWereResumedTwiceAreToldApart() throws {
    let copies = resumed(
      2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
      then: { text, copy in text.append(copy == 0 ? " mine" : " your") })
    #expect(copies[0].contradicts(copies[1]) && copies[1].contradicts(copies[0]))
    #expect(!copies[0].contradicts(copies[0]))
    #expect(!copies[0].contradicts(try ReplicatingText(encoded: copies[0].encoded())))
    var edited = copies[0]
    edited.append("!")
    edited.unicodeScalars.insert("?", at: 1)
    #expect(!edited.contradicts(copies[0]) && !copies[0].contradicts(edited))
    #expect(edited.contradicts(copies[1]))
  }

  @Test func aTextThatWasResumedTwiceKeepsTheTextOfBoth() throws {
    let copies = resumed(
      3, from: { ReplicatingText() }, snapshot: { $0.append("one") },
      then: { text, copy in text.append(["a", "bc", "d"][copy]) })
    let both = try #require(try merged(copies)).string
    #expect(both.hasPrefix("one") && both.count == 7)
    #expect(both.contains("a") && both.contains("bc") && both.contains("d"))
  }

  @Test func aTextThatWasResumedTwiceAndTypedAlikeAtFirstHasThatOnce() throws {
    let copies = resumed(
      2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
      then: { text, copy in text.append(copy == 0 ? " a" : " b") })
    #expect(try ["one ab", "one ba"].contains(#require(try merged(copies)).string))
  }

  @Test func anArrayThatWasResumedTwiceKeepsTheElementsOfBoth() throws {
    let copies = resumed(
      3, from: { ReplicatingArray<Int>() }, snapshot: { $0.append(0) },
      then: { $0.append(10 + $1) })
    let both = try #require(try merged(copies))
    #expect(both.first == 0 && both.sorted() == [0, 10, 11, 12])
  }

  @Test func aTextThatWasMergedWithItsResumptionOpensASession() throws {
    let copies = resumed(
      2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
      then: { text, copy in text.append(copy == 0 ? "a" : "b") })
    var (merged, left) = (copies[0], copies[0])
    merged.merge(copies[1])
    let machine = SimulatedDevice(bits: 7)
    machine.run(at: 2_000) {
      merged.append("c")
      left.append("d")
    }
    for whole in [merged.merged(with: left), left.merged(with: merged)] {
      #expect(whole.string.sorted() == "onedabc".sorted())
      #expect(whole.encoded() == merged.merged(with: left).encoded())
    }
  }

  @Test func aSessionThatWasContinuedTwiceFromItsFirstEditKeepsTheTextOfBoth() throws {
    let copies = resumed(
      2, from: { ReplicatingText() }, snapshot: { _ in },
      then: { text, copy in text.append(copy == 0 ? "ab" : "cd") })
    #expect(try ["abcd", "cdab"].contains(#require(try merged(copies)).string))
  }

  /// More edits follow than any that were ever looked at.
  @Test func textsThatDifferBeforeManyLikeEditsAreToldApart() throws {
    let copies = resumed(
      2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
      then: { text, copy in
        text.append(copy == 0 ? "a" : "b")
        text.append(String(repeating: "c", count: 1_000))
      })
    #expect(copies[0].contradicts(copies[1]) && copies[1].contradicts(copies[0]))
    let both = try #require(try merged(copies)).string
    #expect(both.count == 2_005 && both.contains("ac") && both.contains("bc"))
  }

  @Test func arraysThatWereResumedTwiceAreToldApart() throws {
    let copies = resumed(
      2, from: { ReplicatingArray<Int>() }, snapshot: { $0.append(0) },
      then: { $0.append($1) })
    #expect(copies[0].contradicts(copies[1]) && !copies[0].contradicts(copies[0]))
  }

  @Test func aDeltaThatContradictsIsRefused() throws {
    let copies = resumed(
      2, from: { ReplicatingText() }, snapshot: { $0.append("one") },
      then: { text, copy in text.unicodeScalars.insert("ab", at: copy) })
    var (mine, yours) = (copies[0], copies[1])
    SimulatedDevice(bits: 3 << 40).run(at: 2_000) { yours.append("c") }
    let before = mine
    let whole = try #require(yours.delta(since: ReplicatingText().version))
    #expect(throws: MissingHistory(.contradicting)) { try mine.validate(whole) }
    #expect(throws: MissingHistory(.contradicting)) { try mine.merge(delta: whole) }
    #expect(mine == before)
  }

  @Test func orderedTypesThatWereResumedTwiceKeepTheElementsOfBoth() throws {
    let sets = resumed(
      2, from: { ReplicatingOrderedSet<Int>() }, snapshot: { $0.append(0) },
      then: { $0.append(10 + $1) })
    #expect(sets[0].contradicts(sets[1]))
    #expect(try Set(#require(try merged(sets))) == [0, 10, 11])
    let books = resumed(
      2, from: { NoteBook() }, snapshot: { $0["a"] = BookNote() },
      then: { $0["b\($1)"] = BookNote() })
    #expect(books[0].contradicts(books[1]))
    #expect(try Set(#require(try merged(books)).keys) == ["a", "b0", "b1"])
  }

  // MARK: Versions

  private typealias Texts = ReplicatingOrderedDictionary<String, ReplicatingText>

  /// Values whose versions were asked for merge, and have the versions of what is read from their
  /// bytes.
  private func expectVersionOfBytes<Value: PersistentReplicable & Framed & Hashable>(
    _ copies: [Value], isShown: Bool = true
  ) throws {
    for copy in copies { #expect(copy.version != Value.Version()) }
    #expect(copies[0].contradicts(copies[1]) == isShown)
    for (one, other) in [(copies[0], copies[1]), (copies[1], copies[0])] {
      let both = one.merged(with: other)
      #expect(try both.encoded() != one.encoded())
      let read = try Value(encoded: both.encoded())
      #expect(both.version == read.version, "\(Value.self)")
      let again = both.merged(with: other).merged(with: one)
      #expect(again.version == read.version, "\(Value.self), merged again")
    }
  }

  /// The join of texts gives edits other names. A dictionary that was asked for its version went on
  /// to name the old ones.
  @Test func dictionariesOfTextsThatWereResumedTwiceNameNoEditsByOldNames() throws {
    try expectVersionOfBytes(
      resumed(
        2, from: { ReplicatingDictionary<String, ReplicatingText>() },
        snapshot: { $0["a"] = "one" }, then: { $0["a"]?.append("\($1)") }))
    try expectVersionOfBytes(
      resumed(
        2, from: { Texts() }, snapshot: { $0["a"] = "one" }, then: { $0["a"]?.append("\($1)") }))
    try expectVersionOfBytes(
      resumed(
        2, from: { ReplicatingDictionary<Int, ReplicatingText>() }, snapshot: { $0[9] = "one" },
        then: { $0[$1] = "\($1)" }))
  }

  @Test func nestedTextsThatWereResumedTwiceNameNoEditsByOldNames() throws {
    try expectVersionOfBytes(
      resumed(
        2, from: { ReplicatingDictionary<Int, Texts>() }, snapshot: { $0[1] = ["a": "one"] },
        then: { $0[1]?["a"]?.append("\($1)") }))
    try expectVersionOfBytes(
      resumed(
        2, from: { ReplicatingOrderedDictionary<Int, ReplicatingDictionary<Int, Texts>>() },
        snapshot: { $0[1] = [2: ["a": "one"]] }, then: { $0[1]?[2]?["a"]?.append("\($1)") }))
    try expectVersionOfBytes(
      resumed(
        2, from: { NoteBook() }, snapshot: { $0["a"] = BookNote() },
        then: { $0["a"]?.text.append("\($1)") }))
    try expectVersionOfBytes(
      resumed(
        2, from: { ReplicatingDictionary<Int, ReplicatingArray<Int>>() },
        snapshot: { $0[1] = [0] }, then: { $0[1]?.append(10 + $1) }))
  }

  /// The last edit is the same on both sides.
  @Test func textsBeforeALikeLastEditNameNoEditsByOldNames() throws {
    try expectVersionOfBytes(
      resumed(
        2, from: { Texts() }, snapshot: { $0["a"] = "one" },
        then: {
          $0["a"]?.append("\($1)")
          $0["b"] = "two"
        }), isShown: false)
  }

  /// Merging goes into the larger one of the two.
  @Test func aTextInAMuchLargerDictionaryNamesNoEditsByOldNames() throws {
    try expectVersionOfBytes(
      resumed(
        2, from: { Texts() }, snapshot: { $0["a"] = "one" },
        then: { texts, copy in
          texts["a"]?.append("\(copy)")
          let others = SimulatedDevice(bits: 99 << 40)
          if copy == 1 { others.run(at: 2_000) { for key in 0..<20 { texts["\(key)"] = "two" } } }
        }))
  }

  // MARK: Random schedules

  /// Resumptions of one snapshot that go on at random, beside strangers, merge. Where edits of
  /// the strangers have replaced what tells two of them apart, nothing is promised.
  private func follow<Value: PersistentReplicable & Framed & Hashable>(
    _ name: String, seed: UInt64, make: () -> Value,
    edit: (inout Value, Int, inout SeededGenerator) -> Void, isWhole: (Value, [Value]) -> Bool
  ) throws {
    try follow(
      name, TestRun.generator(seed: seed, name), TestRun.length(150),
      isPromised: { copies in
        copies.indices.dropFirst().allSatisfy { place in
          copies[..<place].allSatisfy { $0.contradicts(copies[place]) }
        }
      }, make: make, edit: edit, isWhole: isWhole)
  }

  private func follow<Value: PersistentReplicable & Framed & Hashable>(
    _ name: String, _ random: SeededGenerator, _ length: Int, isPromised: ([Value]) -> Bool,
    make: () -> Value, edit: (inout Value, Int, inout SeededGenerator) -> Void,
    isWhole: (Value, [Value]) -> Bool
  ) throws {
    var random = random
    var promised = 0
    for schedule in 0..<length {
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
      guard isPromised(copies) else { continue }
      promised += 1
      guard let result = try merged(copies), isWhole(result, copies) else {
        Issue.record("\(name), schedule \(schedule): \(copies)")
        return
      }
    }
    #expect(promised >= length / 5, "\(promised) of \(length) are promised")
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

  @Test func resumedOrderedSetsComeToOneOrder() throws {
    try followOrderedSets("resumed ordered sets", TestRun.generator(seed: 4), TestRun.length(50))
  }

  /// Where no last edit showed that two sets contradict each other, their elements were merged by
  /// versions, and the order depended on the grouping.
  @Test func orderedSetsWhoseLastEditsLookAlikeComeToOneOrder() throws {
    for seed in [
      16_668_825_043_013_830_989 as UInt64, 10_478_931_871_892_109_166, 3_465_116_321_542_478_651,
    ] {
      try followOrderedSets("ordered sets of \(seed)", SeededGenerator(seed: seed), 1)
    }
  }

  /// Moves and inserts stay in the positions. So all is promised, whatever the last edits show.
  private func followOrderedSets(
    _ name: String, _ random: SeededGenerator, _ length: Int
  ) throws {
    try follow(
      name, random, length, isPromised: { _ in true }, make: { ReplicatingOrderedSet<Int>() },
      edit: { value, number, random in
        if random.oneIn(3), let first = value.first {
          value.move(first, to: random.below(value.count))
        } else {
          value.insert(number, at: random.below(value.count + 1))
        }
      }, isWhole: { result, copies in Set(result) == Set(copies.flatMap { Array($0) }) })
  }

  @Test func resumedOrderedDictionariesComeToOneOrder() throws {
    let name = "resumed ordered dictionaries"
    try follow(
      name, TestRun.generator(seed: 5, name), TestRun.length(50), isPromised: { _ in true },
      make: { ReplicatingOrderedDictionary<Int, Int>() },
      edit: { value, number, random in
        if random.oneIn(3), let first = value.keys.first {
          value.move(first, to: random.below(value.count))
        } else {
          value[random.below(5)] = number
        }
      }, isWhole: { result, copies in Set(result.keys) == Set(copies.flatMap { Array($0.keys) }) })
  }
}
