// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// A key whose hash a test chooses.
private struct ForcedKey: Hashable {
  let number: Int
  let hashValue: Int

  init(_ number: Int, _ hash: (Int) -> Int) {
    self.number = number
    hashValue = hash(number)
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hashValue) }

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
}

@Suite struct HashTrieTests {
  /// How the numbers of keys become hashes: without collisions, all alike, alike
  /// in the lower bits, alike in all but the last bits, and in few groups.
  private static let hashes: [@Sendable (Int) -> Int] = [
    { $0.hashValue }, { _ in 7 }, { $0 << 30 }, { $0 << 61 }, { $0 % 3 },
  ]

  private typealias Trie = HashTrie<ForcedKey, Int>
  private typealias Model = [ForcedKey: Int]

  @Test(arguments: hashes.indices) func copiesEditedApartKeepTheirContents(hash: Int) {
    var random = TestRun.generator(seed: 1 + UInt64(hash))
    var copies: [(trie: Trie, model: Model)] = [(Trie(), Model())]
    for _ in 0..<TestRun.length(3_000) {
      if copies.count < 8, random.oneIn(50) { copies.append(random.pick(copies)) }
      if copies.count > 4, random.oneIn(50) { copies.remove(at: random.below(copies.count)) }
      let place = random.below(copies.count)
      let key = ForcedKey(random.below(60), Self.hashes[hash])
      edit(&copies[place], key, &random)
      if random.oneIn(40) {
        for copy in copies { compare(copy.trie, copy.model) }
      }
    }
  }

  private func edit(
    _ copy: inout (trie: Trie, model: Model), _ key: ForcedKey, _ random: inout SeededGenerator
  ) {
    let value = random.below(1_000)
    switch random.below(3) {
    case 0:
      #expect(copy.trie.set(key, to: value) == copy.model.updateValue(value, forKey: key))
    case 1:
      #expect(copy.trie.remove(key) == copy.model.removeValue(forKey: key))
    default:
      let old = copy.trie.update(key) { item -> Int in
        defer { item.value = value }
        return item.value
      }
      #expect(old == copy.model[key])
      if old != nil { copy.model[key] = value }
    }
  }

  private func compare(_ trie: Trie, _ model: Model) {
    trie.checkInvariants()
    #expect(trie.count == model.count)
    var visited = Model()
    for item in trie { visited[item.key] = item.value }
    #expect(visited == model)
    visited = [:]
    trie.forEach { visited[$0.key] = $0.value }
    #expect(visited == model)
    #expect(model.allSatisfy { trie[$0.key] == $0.value })
  }

  @Test(arguments: hashes.indices) func equalContentsAreEqualWhateverTheOrder(hash: Int) {
    var random = TestRun.generator(seed: 10 + UInt64(hash))
    let keys = (0..<50).map { ForcedKey($0, Self.hashes[hash]) }
    for size in 0..<20 {
      let chosen = Array(random.shuffled(keys).prefix(size))
      var (left, right) = (Trie(), Trie())
      for key in chosen { left.set(key, to: key.number) }
      for key in keys { right.set(key, to: key.number) }
      for key in random.shuffled(keys) where !chosen.contains(key) { right.remove(key) }
      #expect(left == right)
      guard let key = chosen.first else { continue }
      right.set(key, to: -1)
      #expect(left != right)
      right.remove(key)
      #expect(left != right)
    }
  }

  @Test(arguments: hashes.indices) func differencesContainAllThatDiffers(hash: Int) {
    var random = TestRun.generator(seed: 20 + UInt64(hash))
    for _ in 0..<TestRun.length(200) {
      var (mine, model) = (Trie(), Model())
      setSome(60, &mine, &model, hash, &random)
      var (theirs, theirModel) = (mine, model)
      setSome(random.below(6), &theirs, &theirModel, hash, &random)
      setSome(random.below(6), &mine, &model, hash, &random)
      var found = Model()
      mine.forEachDifference(in: theirs) { item, own in
        found[item.key] = item.value
        #expect(own == model[item.key])
      }
      #expect(found.allSatisfy { theirModel[$0.key] == $0.value })
      for (key, value) in theirModel where model[key] != value { #expect(found[key] == value) }
    }
  }

  private func setSome(
    _ count: Int, _ trie: inout Trie, _ model: inout Model, _ hash: Int,
    _ random: inout SeededGenerator
  ) {
    for _ in 0..<count {
      let key = ForcedKey(random.below(50), Self.hashes[hash])
      let value = random.below(1_000)
      trie.set(key, to: value)
      model[key] = value
    }
  }

  @Test func fewDifferencesAreFoundByVisitingFewItems() {
    var mine = HashTrie<Int, Int>()
    for number in 0..<100_000 { mine.set(number, to: 0) }
    var theirs = mine
    for number in 0..<10 { theirs.set(number * 7_919, to: 1) }
    var (visited, found) = (0, Set<Int>())
    mine.forEachDifference(in: theirs) { item, _ in
      visited += 1
      if item.value == 1 { found.insert(item.key) }
    }
    #expect(found == Set((0..<10).map { $0 * 7_919 }))
    #expect(visited < 10 * 4 * 32)
    mine.forEachDifference(in: mine) { _, _ in Issue.record("a trie differs from itself") }
  }

  @Test func aKeyIsReplacedByOneThatEqualsIt() {
    var trie = HashTrie<String, Int>()
    trie.set("\u{e9}", to: 1)
    trie.set("e\u{301}", to: 2)
    #expect(trie.count == 1)
    #expect(trie.item(for: "\u{e9}").map { Array($0.key.unicodeScalars) } == ["e", "\u{301}"])
  }

  @Test func aValueIsChangedWithoutBeingCopied() {
    final class Content {}
    var trie = HashTrie<Int, Content>()
    for number in 0..<1_000 { trie.set(number, to: Content()) }
    let isUnique = trie.update(500) { isKnownUniquelyReferenced(&$0.value) }
    #expect(isUnique == true)
    let copy = trie
    trie.set(500, to: Content())
    #expect(copy[500] !== trie[500])
    #expect(copy[501] === trie[501])
  }
}
