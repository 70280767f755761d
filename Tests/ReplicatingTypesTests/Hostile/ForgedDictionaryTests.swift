// SPDX-License-Identifier: MIT

import BinaryCoding
import SavedForms
import Testing

@testable import Causality
@testable import ReplicatingTypes

/// Dictionaries that no honest copy writes.
@Suite struct ForgedDictionaryTests {
  private typealias Sets = ReplicatingDictionary<String, ReplicatingSet<Int>>
  private typealias Entry = DictionaryEntry<ReplicatingSet<Int>>
  private typealias Part = DictionaryPart<ReplicatingSet<Int>>
  private typealias Delta = DictionaryState<String, ReplicatingSet<Int>>.Delta

  private let device = ReplicationEnvironment(milliseconds: { 5 }, random: { 5 })

  private var soundness: Soundness<Sets> {
    Soundness(stranger: ["other": [1], "x": [2]]) { [device] sets in
      device.run {
        sets["x", default: []].insert(3)
        sets["y"] = nil
        sets["x"] = sets["x"] == nil ? [] : nil
        sets["x"] = [4]
        sets["x"]?.remove(4)
      }
    }
  }

  private func dot(_ session: UInt32, _ number: Int, run: UInt128 = .max) -> Dot {
    Dot(session: SessionID(run: RunID(rawValue: run), number: session), number: number)
  }

  private func stamp(_ time: UInt64, _ dot: Dot) -> KeyedStamp {
    KeyedStamp(time: HybridTimestamp(rawValue: time), dot: dot)
  }

  private func sets(_ entries: [String: Entry], known dots: [Dot]) throws -> Sets {
    var writer = ByteWriter()
    var storage = KeyedStorage<String, Entry>()
    for dot in dots { storage.known.advance(dot.session, to: dot.number + 1) }
    for (key, entry) in entries { storage.entries.set(key, to: entry) }
    storage.encode(to: &writer)
    return try Sets(encoded: Frame.seal(writer, as: Sets.frameKind))
  }

  private func delta(_ parts: [String: Part], to dots: [Dot]) throws -> Sets.Delta {
    var to = VersionVector()
    for dot in dots { to.advance(dot.session, to: dot.number + 1) }
    let items = parts.map { Delta.Item(key: $0.key, value: $0.value) }
    var writer = ByteWriter()
    Delta(items: items, from: VersionVector(), to: to).encode(to: &writer)
    return try Sets.Delta(encoded: Frame.seal(writer, as: Sets.Delta.frameKind))
  }

  // MARK: States

  @Test func theLastIncarnationAtEveryTime() throws {
    for incarnation in [.max, .max - 1] as [UInt64] {
      for time in [5, .max - 1, .max] as [UInt64] {
        for (isDeleted, run) in [
          (true, 0), (true, .max), (false, 0), (false, .max),
        ] as [(Bool, UInt128)] {
          let (first, last) = (stamp(1, dot(0, 0, run: run)), stamp(time, dot(0, 1, run: run)))
          for key in ["x", "y"] {
            let entry = Entry(
              stamp: last, isDeleted: isDeleted, firstInsert: first, incarnation: incarnation,
              value: [9])
            let sets = try sets([key: entry], known: [last.dot])
            let complaint = soundness.complaint(about: sets)
            #expect(complaint == nil, "\(incarnation) \(time) \(isDeleted) \(run) \(key)")
          }
        }
      }
    }
  }

  @Test func aFirstInsertAtTheLastTime() throws {
    for run in [0, .max] as [UInt128] {
      let last = stamp(.max, dot(0, 0, run: run))
      let sets = try sets(
        ["x": Entry(stamp: last, firstInsert: last, value: [9])], known: [last.dot])
      #expect(soundness.complaint(about: sets) == nil)
    }
  }

  @Test func otherEditsWithTheGreatestNumbers() throws {
    let greatest = Dot.maximumNumber - 1
    for own in [0, greatest] {
      let last = stamp(7, dot(3, own))
      var others = (0..<3 as Range<UInt32>).map { dot($0, greatest) }
      if own == 0 { others.append(dot(3, greatest)) }
      let entry = Entry(
        stamp: last, firstInsert: last, incarnation: 3, otherEdits: others, value: [9])
      let sets = try sets(["x": entry], known: others + [last.dot])
      #expect(sets.storage.state.keyed["x"] == entry)
      #expect(soundness.complaint(about: sets) == nil)
    }
  }

  @Test func otherEditsThatAreNoneAreRefused() throws {
    let last = stamp(7, dot(3, 5))
    let known = [dot(0, 9), dot(1, 9), dot(3, 9)]
    for others in [[dot(3, 5)], [dot(3, 4)], [dot(1, 1), dot(0, 1)], [dot(0, 1), dot(0, 2)]] {
      let entry = Entry(stamp: last, firstInsert: last, otherEdits: others, value: [9])
      #expect(throws: DecodingFailure.self) { try sets(["x": entry], known: known) }
    }
    let unknown = Entry(stamp: last, firstInsert: last, otherEdits: [dot(7, 1)], value: [9])
    #expect(throws: DecodingFailure.self) { try sets(["x": unknown], known: known) }
    let empty = Entry(stamp: last, firstInsert: last, value: nil)
    #expect(throws: DecodingFailure.self) { try sets(["x": empty], known: known) }
  }

  @Test func oneEditForTwoKeys() throws {
    let first = stamp(1, dot(0, 0))
    let entry = Entry(stamp: first, firstInsert: first, value: [1])
    var one = try sets(["x": entry], known: [dot(0, 0)])
    one.merge(try sets(["y": entry], known: [dot(0, 1)]))
    #expect(Set(one.keys) == ["x", "y"])
    #expect(soundness.complaint(about: one) == nil)
  }

  // MARK: Deltas

  private func expectRefusal(_ delta: Sets.Delta, by value: Sets) {
    var copy = value
    #expect(throws: MissingHistory.self) { try copy.validate(delta) }
    #expect(throws: MissingHistory.self) { try copy.merge(delta: delta) }
    #expect(copy == value)
    #expect(copy.version == value.version)
  }

  @Test func aPartThatBuildsOnAnUnknownKeyIsRefused() throws {
    let last = stamp(7, dot(0, 0))
    let part = Part(Entry(stamp: last, firstInsert: last, value: nil))
    let whole = Part(Entry(stamp: last, firstInsert: last, value: [1]))
    expectRefusal(try delta(["new": part], to: [last.dot]), by: ["x": [1]])
    expectRefusal(try delta(["a": whole, "new": part], to: [last.dot]), by: ["x": [1]])
    let later = Part(Entry(stamp: last, firstInsert: last, incarnation: 1, value: nil))
    expectRefusal(try delta(["x": later], to: [last.dot]), by: ["x": [1]])
  }

  @Test func newsThatBuildOnUnknownNewsAreRefused() throws {
    var sender: Sets = ["x": [1]]
    let receiver = sender
    sender["x"]?.insert(2)
    let middle = try #require(sender["x"]?.version)
    sender["x"]?.insert(3)
    let entry = try #require(sender.storage.state.keyed["x"])
    let rules = ValueRules<ReplicatingSet<Int>>()
    let value = try #require(entry.value)
    let news = try #require(rules.persistent?.delta(of: value, since: middle))
    var known = entry
    known.value = nil
    let delta = try delta(["x": Part(known, news: news)], to: [entry.stamp.dot])
    expectRefusal(delta, by: receiver)
  }

  /// A part that hides what is new of a value behind an edit that is new.
  @Test func aPartWithoutItsNewsIsSound() throws {
    var receiver: Sets = ["x": [1]]
    let entry = try #require(receiver.storage.state.keyed["x"])
    let last = stamp(.max, dot(0, 0))
    for isDeleted in [true, false] {
      let part = Part(
        Entry(stamp: last, isDeleted: isDeleted, firstInsert: entry.firstInsert, value: nil))
      try receiver.merge(delta: delta(["x": part], to: [last.dot]))
      #expect(soundness.complaint(about: receiver) == nil)
    }
  }

  @Test func newsOfNumbersAreRefused() throws {
    typealias Numbers = ReplicatingDictionary<String, Int>
    let last = stamp(7, dot(0, 0))
    let rules = ValueRules<ReplicatingSet<Int>>()
    let news = try #require(rules.persistent?.delta(of: [1], since: VersionVector()))
    var writer = ByteWriter()
    let part = Part(Entry(stamp: last, firstInsert: last, value: nil), news: news)
    var to = VersionVector()
    to.advance(last.dot.session, to: 1)
    Delta(items: [Delta.Item(key: "x", value: part)], from: VersionVector(), to: to)
      .encode(to: &writer)
    #expect(throws: DecodingFailure.self) {
      try Numbers.Delta(encoded: Frame.seal(writer, as: Numbers.Delta.frameKind))
    }
  }

  /// Equal states say that they have seen the same: news of a value that come with
  /// no edit are none.
  @Test func newsThatComeWithoutAnEditAreIgnored() throws {
    var sender: Sets = ["x": [1]]
    var receiver = sender
    _ = receiver.version
    let entry = try #require(receiver.storage.state.keyed["x"])
    sender["x"]?.insert(2)
    let rules = ValueRules<ReplicatingSet<Int>>()
    let value = try #require(sender["x"])
    let version = try #require(receiver["x"]?.version)
    let news = try #require(rules.persistent?.delta(of: value, since: version))
    var known = entry
    known.value = nil
    try receiver.merge(delta: delta(["x": Part(known, news: news)], to: [dot(0, 0)]))
    #expect(receiver["x"]?.values == [1])
    #expect(try Sets(encoded: receiver.encoded()).version == receiver.version)
  }

  // MARK: Versions

  /// Never found again, and all in one place of a trie: reading many would take for ever.
  @Test func versionsOfKeysThatDoNotEqualThemselvesAreRefused() throws {
    typealias Numbered = ReplicatingDictionary<Double, ReplicatingSet<Int>>
    for (key, isRefused) in [(1.5, false), (.nan, true)] {
      var writer = ByteWriter()
      VersionVector().encode(to: &writer)
      writer.writeCount(1)
      writer.writePlain(key)
      writer.writeVarint(0)
      writer.writePrefixed { VersionVector().encode(to: &$0) }
      let frame = Frame.seal(writer, as: Numbered.Version.frameKind)
      #expect(((try? Numbered.Version(encoded: frame)) == nil) == isRefused, "\(key)")
    }
  }
}
