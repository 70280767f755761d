// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes
import ReplicationLaws
import TestInputs
import Testing

/// Faults that replicating types are known for, one test or a few for each. A
/// type that could have one has its test beside those of the others.
@Suite struct KnownFaultsTests {
  // MARK: Merging through generic code loses nested edits

  private func mergedByGenericCode<Value: Replicable>(_ left: Value, _ right: Value) -> Value {
    left.merged(with: right)
  }

  @Test func mergingThroughGenericCodeKeepsNestedEdits() {
    var mine = Folder()
    mine.front.name.value = "Plan"
    mine.front.text.append("one ")
    var yours = mine
    mine.front.name.value = "Plan of mine"
    mine.front.text.append("mine")
    yours.front.text.append("yours")
    yours.tags.insert(1)
    for merged in [mergedByGenericCode(mine, yours), mergedByGenericCode(yours, mine)] {
      #expect(merged == mine.merged(with: yours))
      #expect(merged.front.name.value == "Plan of mine")
      #expect(["one mineyours", "one yoursmine"].contains(merged.front.text.string))
      #expect(merged.tags.values == [1])
    }
  }

  // MARK: Merging ticks a clock

  @Test func mergingAsksNoClockAndMintsNothing() throws {
    for sample in EveryType.samples { try checkMintsNothing(sample) }
  }

  private func checkMintsNothing(_ sample: some TypeSample) throws {
    let silent = ReplicationEnvironment(
      milliseconds: {
        Issue.record("merging asked the clock: \(sample)")
        return 0
      },
      random: {
        Issue.record("merging asked for chance: \(sample)")
        return 0
      })
    var mine = sample.make()
    sample.edit(&mine, 1)
    var yours = mine
    sample.edit(&mine, 2)
    sample.edit(&yours, 3)
    let merged = mine.merged(with: yours)
    let again = silent.run {
      (0..<3).reduce(yours.merged(with: mine)) { again, _ in
        [sample.make(), mine, yours].reduce(again) { $1.merged(with: $0.merged(with: $1)) }
      }
    }
    #expect(again == merged, "\(sample)")
    #expect(try again.encoded() == merged.encoded(), "\(sample)")
  }

  // MARK: What was deleted comes back through an old copy

  /// Five states of one set, in all orders, each merged several times.
  @Test func oldCopiesBringNothingBackInAnyOrderOfMerging() {
    var states: [ReplicatingSet<String>] = [["kept", "removed"]]
    for step in 1..<5 {
      var set = states[step - 1]
      if step % 2 == 1 { set.remove("removed") } else { set.insert("removed") }
      states.append(set)
    }
    for last in states.indices {
      for order in orders(of: Array(states[...last])) {
        let merged = (order + order).reduce(order[0]) { $0.merged(with: $1) }
        #expect(merged == states[last])
        #expect(merged.values == (last % 2 == 0 ? ["kept", "removed"] : ["kept"]))
      }
    }
  }

  private func orders<Value>(of values: [Value]) -> [[Value]] {
    guard let last = values.last else { return [[]] }
    return orders(of: values.dropLast()).flatMap { order in
      (0...order.count).map { Array(order[..<$0]) + [last] + order[$0...] }
    }
  }

  // MARK: Text typed backwards interleaves letter by letter

  @Test func textTypedBackwardsByTwoPeopleIsNotMixed() {
    for place in [0, 5, 11] {
      for (mineIsBackward, yoursIsBackward) in [(true, true), (true, false), (false, false)] {
        var mine = ReplicatingText("hello world")
        var yours = mine
        type("catcatcat", into: &mine, at: place, backwards: mineIsBackward)
        type("dogdogdog", into: &yours, at: place, backwards: yoursIsBackward)
        let merged = mine.merged(with: yours)
        let string = "hello world"
        let (before, after) = (string.prefix(place), string.dropFirst(place))
        #expect(
          ["catcatcatdogdogdog", "dogdogdogcatcatcat"].map { before + $0 + after }
            .contains(merged.string))
        #expect(yours.merged(with: mine).string == merged.string)
      }
    }
  }

  private func type(
    _ word: String, into text: inout ReplicatingText, at place: Int, backwards: Bool
  ) {
    for (offset, letter) in (backwards ? String(word.reversed()) : word).enumerated() {
      text.characters.insert(String(letter), at: backwards ? place : place + offset)
    }
  }

  // MARK: Equal values that are unequal, or have different bytes

  @Test func emptyValuesAreEqual() throws {
    for sample in EveryType.samples { try checkEmptyValues(sample) }
  }

  private func checkEmptyValues(_ sample: some TypeSample) throws {
    let (first, second) = (sample.make(), sample.make())
    #expect(first == second, "\(sample)")
    #expect(first.hashValue == second.hashValue, "\(sample)")
    #expect(try first.encoded() == second.encoded(), "\(sample)")
  }

  @Test func aDecodedCopyIsEqualAndHasTheSameBytes() throws {
    for sample in EveryType.samples { try checkDecodedCopy(sample) }
  }

  private func checkDecodedCopy<Sample: TypeSample>(_ sample: Sample) throws {
    var (mine, yours) = (sample.make(), sample.make())
    for number in 0..<20 {
      sample.edit(&mine, number)
      if number % 3 == 0 { sample.edit(&yours, number / 2) }
      if number % 7 == 6 { mine.merge(yours) }
      let decoded = try Sample.Value(encoded: mine.encoded())
      #expect(decoded == mine, "\(sample)")
      #expect(try decoded.encoded() == mine.encoded(), "\(sample)")
    }
  }

  @Test func removingTheAbsentChangesNothing() {
    var set: ReplicatingSet = ["a"]
    var ordered: ReplicatingOrderedSet = ["a"]
    let (before, orderedBefore) = (set, ordered)
    set.remove("b")
    ordered.remove("b")
    #expect(set == before)
    #expect(set.delta(since: before.version) == nil)
    #expect(ordered == orderedBefore)
    #expect(ordered.delta(since: orderedBefore.version) == nil)
  }

  // MARK: A clock that once ran ahead locks a register

  private let ahead = ReplicationEnvironment(
    milliseconds: { 4_000_000_000_000 }, random: { 1 })
  private let behind = ReplicationEnvironment(milliseconds: { 1_000 }, random: { 2 })

  @Test func aClockThatRanAheadLocksNoRegister() {
    var register = ahead.run { ReplicatingRegister("from the future") }
    for correction in 0..<3 {
      let old = register
      behind.run { register.value = "corrected \(correction)" }
      #expect(register.merged(with: old).value == "corrected \(correction)")
      #expect(old.merged(with: register).value == "corrected \(correction)")
    }
  }

  @Test func aClockThatRanAheadTouchesNoOtherRegister() {
    var seen = ahead.run { ReplicatingRegister("from the future") }
    behind.run {
      seen.value = "corrected"
      let other = ReplicatingRegister("unrelated")
      #expect(other.version.time.milliseconds == 1_000)
    }
  }

  // MARK: Many bytes for each letter

  @Test func aTextTakesFewBytesForEachLetterEvenAsJSON() throws {
    var random = TestRun.generator(seed: 1)
    var text = ReplicatingText()
    var typed = 0
    while typed < 20_000 {
      var place = random.below(text.unicodeScalars.count + 1)
      for letter in "a sentence typed by letters, " {
        text.unicodeScalars.insert(String(letter), at: place)
        (place, typed) = (place + 1, typed + 1)
      }
      for _ in 0..<9 {
        text.unicodeScalars.removeSubrange((place - 1)..<place)
        place -= 1
      }
    }
    let json = try JSONEncoder().encode(text)
    print("\(typed) letters typed, \(text.encoded().count) bytes, \(json.count) as JSON")
    #expect(text.encoded().count < 2 * typed)
    #expect(json.count < 3 * typed)
  }

  // MARK: A copied value goes on with the identity of the first

  @Test func copiesEditedApartNumberNoTwoEditsAlike() throws {
    for sample in EveryType.samples { try checkCopies(sample) }
  }

  @Test func whatTwoCopiesOfASetInsertedIsAllThere() {
    var first: ReplicatingSet = ["base"]
    var second = first
    first.insert("one")
    second.insert("two")
    #expect(first.merged(with: second).values == ["base", "one", "two"])
    #expect(second.merged(with: first).values == ["base", "one", "two"])
  }

  private func checkCopies(_ sample: some TypeSample) throws {
    var base = sample.make()
    sample.edit(&base, 1)
    var (first, second, third) = (base, base, base)
    sample.edit(&first, 2)
    sample.edit(&second, 3)
    sample.edit(&third, 4)
    // Of two registers the later has seen the earlier, but not the other way round.
    for (left, right) in [(first, second), (second, third), (first, third)] {
      let areAlike = left.contains(right.version) && right.contains(left.version)
      #expect(!areAlike, "\(sample)")
    }
    let merged = first.merged(with: second).merged(with: third)
    let backwards = third.merged(with: second).merged(with: first)
    #expect(merged == backwards, "\(sample)")
    #expect(try merged.encoded() == backwards.encoded(), "\(sample)")
    for copy in [first, second, third] { #expect(merged.contains(copy.version), "\(sample)") }
  }
}
