// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

@Suite struct AddOnlySetTests {
  private static let letters = ["a", "b", "c", "d", "e", "f"]

  private func subject(
    promise: Promise<ReplicatingAddOnlySet<String>>?
  ) -> LawSubject<ReplicatingAddOnlySet<String>, [String]> {
    LawSubject(
      "an add-only set",
      make: { ReplicatingAddOnlySet<String>() },
      edits: [
        { set, random in
          let letter = random.pick(Self.letters)
          return set.insert(letter).inserted
            ? Edit("insert \(letter)", touching: [letter]) : Edit("insert nothing")
        },
        { set, random in
          let letters = [random.pick(Self.letters), random.pick(Self.letters)]
          let new = Set(letters).subtracting(set.values)
          set.formUnion(letters)
          return Edit("insert \(letters)", touching: new)
        },
      ],
      observe: { Array($0) },
      promise: promise)
  }

  @Test func laws() throws {
    print(try LawDriver(subject(promise: nil), seed: 1).run(schedules: 500))
  }

  @Test func nothingInsertedIsLost() throws {
    let promise = Promise<ReplicatingAddOnlySet<String>>.additionsSurvive(items: { $0.values })
    print(try LawDriver(subject(promise: promise), seed: 2).run(schedules: 500))
  }

  @Test func behavesLikeASetAlone() {
    var random = TestRun.generator(seed: 3)
    var set = ReplicatingAddOnlySet<Int>()
    var model = Set<Int>()
    var order: [Int] = []
    for _ in 0..<TestRun.length(1_000) {
      let element = random.below(400)
      let isNew = model.insert(element).inserted
      if isNew { order.append(element) }
      #expect(set.insert(element).inserted == isNew)
      #expect(set.contains(element) && set.count == model.count)
      #expect(set.last == order.last && set[random.below(order.count)] < 400)
    }
    #expect(set.values == model)
    #expect(Array(set) == order && set.indices.map { set[$0] } == order)
    #expect(!set.contains(400) && !set.isEmpty && ReplicatingAddOnlySet<Int>().isEmpty)
  }

  /// With enough elements that merging takes each of its ways.
  @Test(arguments: [5, 60, 600]) func copiesMergeToTheUnion(elements: Int) throws {
    var random = TestRun.generator(seed: UInt64(elements))
    var base = ReplicatingAddOnlySet<Int>()
    base.formUnion(0..<elements)
    var copies = Array(repeating: base, count: 4)
    var models = Array(repeating: Set(0..<elements), count: 4)
    for step in 0..<TestRun.length(400) {
      let (mine, theirs) = (random.below(4), random.below(4))
      for _ in 0..<(random.oneIn(8) ? elements / 2 : 3) {
        let element = random.below(elements * 3)
        copies[mine].insert(element)
        models[mine].insert(element)
      }
      guard random.oneIn(3) else { continue }
      let whole = copies[mine].merged(with: copies[theirs])
      let delta = copies[theirs].delta(since: copies[mine].version)
      if let delta { try copies[mine].merge(delta: delta) }
      models[mine].formUnion(models[theirs])
      copies[mine].storage.state.checkInvariants()
      if whole != copies[mine] || whole.values != models[mine] {
        Issue.record("step \(step)")
      }
    }
  }

  @Test func ofTwoFirstInsertsTheEarlierCounts() throws {
    let early = ReplicationEnvironment(milliseconds: { 1 }, random: { 1 })
    let late = ReplicationEnvironment(milliseconds: { 9 }, random: { 9 })
    var (mine, yours) = (ReplicatingAddOnlySet<String>(), ReplicatingAddOnlySet<String>())
    late.run { mine.formUnion(["x", "y"]) }
    early.run { yours.formUnion(["z", "y"]) }
    let merged = mine.merged(with: yours)
    #expect(Array(merged) == ["z", "y", "x"])
    #expect(merged == yours.merged(with: mine))

    // The later insert of "y" stands nowhere any more: who knows the earlier is
    // told of it, who knows neither is not.
    let news = try #require(merged.delta(since: yours.version))
    #expect(Array(news.additions.items.map(\.key)) == ["x"])
    var knowing = yours
    try knowing.merge(delta: news)
    #expect(knowing == merged)
    var empty = ReplicatingAddOnlySet<String>()
    #expect(throws: MissingHistory.self) { try empty.merge(delta: news) }
    #expect(throws: MissingHistory.self) { try mine.merge(delta: news) }
  }

  @Test func insertingWhatIsPresentIsNoEdit() {
    var set: ReplicatingAddOnlySet = ["a", "a", "b"]
    let before = set
    set.insert("a")
    set.formUnion(["b", "a"])
    #expect(set == before)
    #expect(set.version.counts.values.reduce(0, +) == 2)
    #expect(set.delta(since: before.version) == nil)
  }

  @Test func waysToMakeOne() {
    #expect(ReplicatingAddOnlySet(Set([1, 2, 2])).values == [1, 2])
    #expect(Array(ReplicatingAddOnlySet(array: [3, 1, 3])) == [3, 1])
    #expect(Array(ReplicatingAddOnlySet(1...3)) == [1, 2, 3])
    #expect("\(["a", "b"] as ReplicatingAddOnlySet)" == #"["a", "b"]"#)
    #expect(
      Mirror(reflecting: [1] as ReplicatingAddOnlySet).children.map { $0.value as? Int } == [1])
  }

  @Test func twoSpellingsOfALetterStayOneElementWithOneSpelling() throws {
    var composed = ReplicatingAddOnlySet<String>()
    var decomposed = composed
    composed.insert("\u{e9}")
    decomposed.insert("e\u{301}")
    let (left, right) = (composed.merged(with: decomposed), decomposed.merged(with: composed))
    #expect(left.count == 1 && left == right)
    #expect(try left.encoded() == right.encoded())
  }

  /// Elements that one session inserted one after the other share what is
  /// written of who inserted them.
  @Test func elementsTakeFewBytes() throws {
    var clock: UInt64 = 1 << 40
    nonisolated(unsafe) let time = {
      clock += 1; return clock
    }
    let device = ReplicationEnvironment(milliseconds: { time() }, random: { 3 })
    var set = ReplicatingAddOnlySet<Int>()
    device.run { set.formUnion(0..<1_000) }
    let bytes = try set.encoded()
    let plain = try ReplicatingRegister(Array(0..<1_000)).encoded()
    #expect(bytes.count < plain.count + 3_100)
    #expect(try ReplicatingAddOnlySet(encoded: bytes) == set)
  }
}
