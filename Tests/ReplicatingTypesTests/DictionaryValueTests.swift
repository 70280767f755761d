// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import Testing

@testable import ReplicatingTypes

/// Dictionaries of unusual keys and values, and at the end of time.
@Suite struct DictionaryValueTests {
  private func device(_ milliseconds: UInt64, _ random: UInt64) -> ReplicationEnvironment {
    ReplicationEnvironment(milliseconds: { milliseconds }, random: { random })
  }

  // MARK: Values

  @Test func aValueMayBeNothing() throws {
    var values: ReplicatingDictionary<String, Int?> = ["a": 1, "b": nil]
    #expect(values.count == 2)
    #expect(values["b"] == .some(nil))
    let old = values
    values["a"] = .some(nil)
    values["b"] = .none
    #expect(values.keys == ["a"])
    #expect(try ReplicatingDictionary(encoded: values.encoded()) == values)
    #expect(old.merged(with: values) == values)
  }

  private struct Opaque {
    let number: Int
  }

  @Test func plainValuesNeedBeNeitherEqualNorSaved() {
    var values: ReplicatingDictionary<String, Opaque> = ["a": Opaque(number: 1)]
    let version = values.version
    var copy = values
    values["a"] = Opaque(number: 2)
    values["b"] = Opaque(number: 3)
    copy.merge(values)
    #expect(copy.map(\.value.number) == [2, 3])
    #expect(copy.version == values.version)
    #expect(values.delta(since: version) != nil)
    #expect(values.delta(since: values.version) == nil)
  }

  /// The words of all, in a type that offers nothing but merging.
  private struct Words: Replicable {
    var words: Set<String> = []

    func merged(with other: Words) -> Words {
      Words(words: words.union(other.words))
    }
  }

  @Test func valuesThatOnlyMergeAndCannotBeCompared() throws {
    var mine: ReplicatingDictionary<String, Words> = ["a": Words(words: ["base"])]
    let base = mine
    var yours = mine
    mine["a"]?.words.insert("mine")
    yours["a"]?.words.insert("yours")
    #expect(mine.merged(with: yours)["a"]?.words == ["base", "mine", "yours"])
    #expect(yours.merged(with: mine)["a"]?.words == ["base", "mine", "yours"])
    yours["a"] = nil
    yours["a"] = Words(words: ["fresh"])
    #expect(yours.merged(with: mine)["a"]?.words == ["fresh"])
    #expect(mine.merged(with: yours)["a"]?.words == ["fresh"])
    var receiver = base
    try receiver.merge(delta: try #require(mine.delta(since: base.version)))
    #expect(receiver["a"]?.words == ["base", "mine"])
  }

  /// The greatest number ever seen.
  private struct Highest: Replicable, Equatable {
    var number: Int

    func merged(with other: Highest) -> Highest {
      Highest(number: max(number, other.number))
    }
  }

  @Test func valuesThatOnlyMergeTellWhatContainsWhat() {
    var values: ReplicatingDictionary<String, Highest> = ["a": Highest(number: 5)]
    let incarnation = { values.storage.state.keyed["a"]?.incarnation }
    values["a"]?.number = 7
    #expect(incarnation() == 0)
    let old = values
    let version = values.version
    values["a"]?.number = 7
    #expect(values.version == version)
    values["a"]?.number = 6
    #expect(incarnation() == 0)
    #expect(values["a"]?.number == 7)
    #expect(values.version == version)
    values["a"] = Highest(number: 9)
    #expect(old.merged(with: values)["a"]?.number == 9)
  }

  // MARK: Keys

  @Test func twoSpellingsOfAKeyStayOneKeyWithOneSpelling() throws {
    typealias Sets = ReplicatingDictionary<String, ReplicatingSet<Int>>
    func scalars(_ sets: Sets) -> [[Unicode.Scalar]] { sets.keys.map { Array($0.unicodeScalars) } }

    var (composed, decomposed) = (Sets(), Sets())
    device(10, 1).run { composed["\u{e9}"] = [1] }
    device(20, 2).run { decomposed["e\u{301}"] = [2] }
    let (left, right) = (composed.merged(with: decomposed), decomposed.merged(with: composed))
    #expect(left.count == 1 && left["\u{e9}"]?.values == [1, 2])
    #expect(left == right && scalars(left) == scalars(right))
    #expect(scalars(left) == [["e", "\u{301}"]])
    #expect(try left.encoded() == right.encoded())
    try decomposed.merge(delta: #require(composed.delta(since: decomposed.version)))
    #expect(try decomposed.encoded() == left.encoded())
    try composed.merge(delta: #require(left.delta(since: composed.version)))
    #expect(try composed.encoded() == left.encoded())
  }

  @Test func aFreshStartBringsItsSpelling() throws {
    typealias Sets = ReplicatingDictionary<String, ReplicatingSet<Int>>
    let base = device(10, 1).run { ["\u{e9}": [1]] as Sets }
    var (fresh, late) = (base, base)
    device(20, 2).run {
      fresh["e\u{301}"] = nil
      fresh["e\u{301}"] = [2]
    }
    device(90, 3).run { _ = late["\u{e9}"]?.insert(3) }
    let merged = late.merged(with: fresh)
    #expect(try merged.encoded() == fresh.merged(with: late).encoded())
    try late.merge(delta: #require(fresh.delta(since: late.version)))
    #expect(try late.encoded() == merged.encoded())
    #expect(merged.keys.first.map { Array($0.unicodeScalars) } == ["e", "\u{301}"])
  }

  // MARK: The last time of all

  /// Edits of two devices whose clocks stand at the end: an edit may lose, but on
  /// both alike, and what there is can be saved.
  private func expectSoundness<Value: Equatable & Codable>(
    _ make: () -> Value, _ edit: (inout ReplicatingDictionary<String, Value>, Int) -> Void
  ) throws {
    let devices = (0..<2).map { device(.max, UInt64($0)) }
    for seed in 0..<40 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var values = Array(repeating: ReplicatingDictionary<String, Value>(), count: 2)
      devices[random.below(2)].run { values[0]["a"] = make() }
      for step in 0..<12 {
        let place = random.below(2)
        let before = values[place]
        devices[place].run { edit(&values[place], random.below(4)) }
        let after = values[place]
        guard before.merged(with: after) == after, after.merged(with: before) == after,
          values[0].merged(with: values[1]) == values[1].merged(with: values[0]),
          try ReplicatingDictionary(encoded: after.encoded()) == after
        else {
          Issue.record("seed \(seed), step \(step): \(before), then \(after)")
          return
        }
        if random.oneIn(3) { values[1 - place].merge(after) }
      }
    }
  }

  @Test func numbersAtTheLastTime() throws {
    try expectSoundness({ 0 }) { $0["a"] = $1 == 0 ? nil : $1 }
  }

  @Test func setsAtTheLastTime() throws {
    try expectSoundness({ [0] as ReplicatingSet<Int> }) { sets, number in
      switch number {
      case 0: sets["a"] = nil
      case 1: sets["a"] = [1]
      default: sets["a"]?.insert(number)
      }
    }
  }

  /// Device by device, a key's last stamp is the last of all, and ours comes
  /// after it only by name.
  @Test func editsAfterAKeyWasSetAtTheLastTime() throws {
    for isHigher in [true, false] {
      let (here, there) = (device(5, 5), device(isHigher ? .max : .max - 1, 9))
      var sets = ReplicatingDictionary<String, ReplicatingSet<Int>>()
      there.run { sets["a"] = [1] }
      there.run { for number in 0..<3 { _ = sets["a"]?.insert(number) } }
      let before = sets
      here.run {
        sets["a"] = nil
        sets["a"] = [7]
        sets["a"]?.insert(8)
      }
      #expect(sets["a"]?.values == [7, 8])
      #expect(before.merged(with: sets) == sets)
      #expect(try ReplicatingDictionary(encoded: sets.encoded()) == sets)
    }
  }

  @Test func oneDefaultReplacesAnother() {
    var values = ReplicatingDictionary<String, ReplicatingRegister<Int>>()
    values["a"] = ReplicatingRegister(default: 1)
    let copy = values
    values["a"] = ReplicatingRegister(default: 2)
    #expect(values["a"]?.value == 2)
    #expect(copy.merged(with: values)["a"]?.value == 2)
  }

  @Test func aKeyThatDoesNotEqualItselfIsRefusedInBytes() throws {
    var values = ReplicatingDictionary<Double, Int>()
    values[1.5] = 1
    var bytes = ByteWriter()
    values.encode(to: &bytes)
    var payload = bytes.bytes
    let key = Array(payload.suffix(5))
    #expect(key[0] == 7)
    payload.replaceSubrange((payload.count - 4)..., with: [0, 0, 0xc0, 0x7f])
    var reader = ByteReader(payload, in: 0..<payload.count, identifiers: bytes.identifiers)
    #expect(throws: DecodingFailure.self) {
      try ReplicatingDictionary<Double, Int>(from: &reader)
    }
  }
}
