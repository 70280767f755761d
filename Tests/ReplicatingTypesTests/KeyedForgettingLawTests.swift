// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicationLaws
import Synchronization
import TestInputs
import Testing

@testable import ReplicatingTypes

/// A type with keys, under schedules in which copies forget.
private struct KeyedKind<Value: PersistentReplicable & Framed & Equatable>
where Value.Delta: Framed {
  let make: () -> Value
  let set: (inout Value, _ key: Int, _ number: Int) -> Void
  let remove: (inout Value, _ key: Int) -> Void
  /// The keys in the order of iteration, and the values.
  let shown: (Value) -> [[Int]]
  /// Whether people choose the order of the keys: forgetting keeps it then.
  var isOrdered = false
  var checkInvariants: (Value) -> Void = { _ in }
}

private typealias Sets = ReplicatingDictionary<Int, ReplicatingSet<Int>>
private typealias Texts = ReplicatingDictionary<Int, ReplicatingText>
private typealias OrderedTexts = ReplicatingOrderedDictionary<Int, ReplicatingText>

extension KeyedKind {
  static func set() -> Self where Value == ReplicatingSet<Int> {
    Self(
      make: { [] }, set: { set, key, _ in set.insert(key) }, remove: { $0.remove($1) },
      shown: { $0.map { [$0] } }, checkInvariants: { $0.storage.state.checkInvariants() })
  }

  static func dictionary() -> Self where Value == ReplicatingDictionary<Int, Int> {
    Self(
      make: { [:] }, set: { $0[$1] = $2 }, remove: { $0[$1] = nil },
      shown: { values in values.keys.map { [$0, values[$0] ?? -1] } },
      checkInvariants: { $0.storage.state.keyed.checkInvariants() })
  }

  /// Values are edited in place, or set afresh.
  static func sets() -> Self where Value == Sets {
    Self(
      make: { [:] },
      set: { sets, key, number in
        if number % 5 == 0 { sets[key] = [number] } else { sets[key, default: []].insert(number) }
        if number % 3 == 0 { sets[key]?.remove(number) }
      },
      remove: { $0[$1] = nil },
      shown: { sets in sets.keys.map { key in [key] + (sets[key]?.sorted() ?? []) } },
      checkInvariants: { $0.storage.state.keyed.checkInvariants() })
  }

  static func texts() -> Self where Value == Texts {
    Self(
      make: { [:] },
      set: { texts, key, number in
        if number % 5 == 0 {
          texts[key] = ReplicatingText("\(number)")
        } else if number % 4 == 0 {
          texts[key]?.update(to: "")
        } else {
          texts[key, default: ""].append("some \(number)")
        }
      },
      remove: { $0[$1] = nil },
      shown: { texts in
        texts.keys.map { key in [key] + (texts[key]?.string.utf8.map(Int.init).sorted() ?? []) }
      },
      checkInvariants: { $0.storage.state.keyed.checkInvariants() })
  }

  static func orderedSet() -> Self where Value == ReplicatingOrderedSet<Int> {
    Self(
      make: { [] },
      set: { set, key, number in
        let count = set.contains(key) ? set.count : set.count + 1
        set.insert(key, at: number % count)
        #expect(set.firstIndex(of: key) == number % count && set[number % count] == key)
      },
      remove: { $0.remove($1) }, shown: { $0.map { [$0] } }, isOrdered: true,
      checkInvariants: { $0.storage.presence.checkInvariants() })
  }

  static func orderedDictionary() -> Self where Value == ReplicatingOrderedDictionary<Int, Int> {
    Self(
      make: { [:] },
      set: { values, key, number in
        let count = values[key] == nil ? values.count + 1 : values.count
        values.insert(number, forKey: key, at: number % count)
        #expect(values.keys[number % count] == key)
        values[key] = number + 1
      },
      remove: { $0[$1] = nil },
      shown: { values in values.map { [$0.key, $0.value] } }, isOrdered: true,
      checkInvariants: { $0.storage.state.keyed.checkInvariants() })
  }

  static func orderedTexts() -> Self where Value == OrderedTexts {
    Self(
      make: { [:] },
      set: { texts, key, number in
        if number % 3 == 0, texts[key] != nil {
          texts.move(key, to: number % texts.count)
          #expect(texts.keys[number % texts.count] == key)
        }
        texts[key, default: ""].append("\(number)")
      },
      remove: { $0[$1] = nil },
      shown: { texts in
        texts.keys.map { key in [key] + (texts[key]?.string.utf8.map(Int.init).sorted() ?? []) }
      },
      isOrdered: true,
      checkInvariants: { $0.storage.state.keyed.checkInvariants() })
  }
}

/// A device: its clock may be off by an hour and more.
private struct Device<Value: PersistentReplicable & Framed & Equatable>
where Value.Delta: Framed {
  var value: Value
  /// The same edits, without forgetting.
  var model: Value
  let environment: ReplicationEnvironment

  init(_ kind: KeyedKind<Value>, _ time: TestClock, skew: Int, number: UInt64) {
    (value, model) = (kind.make(), kind.make())
    environment = ReplicationEnvironment(
      milliseconds: { UInt64(time.now + skew) }, random: { time.random() &+ number })
  }
}

private final class TestClock: Sendable {
  private let state = Mutex((now: 100_000_000, random: UInt64(0)))
  var now: Int { state.withLock { $0.now } }
  func pass(_ milliseconds: Int) { state.withLock { $0.now += milliseconds } }
  func random() -> UInt64 {
    state.withLock {
      $0.random += 1 << 20; return $0.random
    }
  }
}

private let hour = 3_600_000

@Suite struct KeyedForgettingLawTests {
  /// With the last one, a merge changes the first insert of an element without a position.
  private static let seeds = Array(0..<20) + [2_070_048_228]

  @Test(arguments: 0..<20) func forgettingSetsMergeLawfully(seed: Int) throws {
    var schedule = AnySchedule(.set(), seed: UInt64(seed))
    try schedule.run()
  }

  @Test(arguments: 0..<20) func forgettingDictionariesMergeLawfully(seed: Int) throws {
    var schedule = AnySchedule(.dictionary(), seed: UInt64(seed))
    try schedule.run()
  }

  @Test(arguments: 0..<20) func forgettingDictionariesOfSetsMergeLawfully(seed: Int) throws {
    var schedule = AnySchedule(.sets(), seed: UInt64(seed))
    try schedule.run()
  }

  @Test(arguments: 0..<20) func forgettingDictionariesOfTextsMergeLawfully(seed: Int) throws {
    var schedule = AnySchedule(.texts(), seed: UInt64(seed))
    try schedule.run()
  }

  @Test(arguments: seeds) func forgettingOrderedSetsMergeLawfully(seed: Int) throws {
    var schedule = AnySchedule(.orderedSet(), seed: UInt64(seed))
    try schedule.run()
  }

  @Test(arguments: seeds) func forgettingOrderedDictionariesMergeLawfully(seed: Int) throws {
    var schedule = AnySchedule(.orderedDictionary(), seed: UInt64(seed))
    try schedule.run()
  }

  @Test(arguments: 0..<20) func forgettingOrderedDictionariesOfTextsMergeLawfully(seed: Int) throws
  {
    var schedule = AnySchedule(.orderedTexts(), seed: UInt64(seed))
    try schedule.run()
  }

  @Test(arguments: 0..<20) func setsThatForgetShowWhatOthersDo(seed: Int) throws {
    var schedule = CarefulSchedule(.set(), seed: UInt64(seed))
    #expect(try schedule.run() > 0)
  }

  @Test(arguments: 0..<20) func dictionariesThatForgetShowWhatOthersDo(seed: Int) throws {
    var schedule = CarefulSchedule(.dictionary(), seed: UInt64(seed))
    #expect(try schedule.run() > 0)
  }

  @Test(arguments: 0..<20) func dictionariesOfSetsThatForgetShowWhatOthersDo(seed: Int) throws {
    var schedule = CarefulSchedule(.sets(), seed: UInt64(seed))
    #expect(try schedule.run() > 0)
  }

  @Test(arguments: 0..<20) func dictionariesOfTextsThatForgetShowWhatOthersDo(seed: Int) throws {
    var schedule = CarefulSchedule(.texts(), seed: UInt64(seed))
    #expect(try schedule.run() > 0)
  }

  @Test(arguments: 0..<20) func orderedSetsThatForgetShowWhatOthersDo(seed: Int) throws {
    var schedule = CarefulSchedule(.orderedSet(), seed: UInt64(seed))
    #expect(try schedule.run() > 0)
  }

  @Test(arguments: 0..<20) func orderedDictionariesThatForgetShowWhatOthersDo(seed: Int) throws {
    var schedule = CarefulSchedule(.orderedDictionary(), seed: UInt64(seed))
    #expect(try schedule.run() > 0)
  }

  @Test(arguments: 0..<20) func orderedDictionariesOfTextsThatForgetShowWhatOthersDo(seed: Int)
    throws
  {
    var schedule = CarefulSchedule(.orderedTexts(), seed: UInt64(seed))
    #expect(try schedule.run() > 0)
  }
}

/// Anybody forgets at any time. Old states come back, and go on under new sessions.
private struct AnySchedule<Value: PersistentReplicable & Framed & Equatable>
where Value.Delta: Framed {
  let kind: KeyedKind<Value>
  var random: SeededGenerator
  let time = TestClock()
  var devices: [Device<Value>] = []
  var old: [Value] = []

  init(_ kind: KeyedKind<Value>, seed: UInt64) {
    self.kind = kind
    random = TestRun.generator(seed: seed)
    for number in 0..<(2 + random.below(4)) {
      let skew = random.pick([0, 0, 0, hour / 2, 3 * hour, -3 * hour])
      devices.append(Device(kind, time, skew: skew, number: UInt64(number)))
    }
  }

  mutating func run() throws {
    for step in 0..<TestRun.length(120) {
      time.pass(random.pick([0, 1, 1000, hour / 4, 2 * hour]))
      let place = random.below(devices.count)
      try devices[place].environment.run { try change(place) }
      let pool = devices.map(\.value) + old
      try check(random.pick(pool), random.pick(pool), random.pick(pool), at: step)
    }
  }

  private mutating func change(_ place: Int) throws {
    let other = random.pick(devices).value
    switch random.below(20) {
    case 0..<6: kind.set(&devices[place].value, random.below(5), random.below(1000))
    case 6..<10: kind.remove(&devices[place].value, random.below(5))
    case 10..<13: devices[place].value.forgetDeleted()
    case 13..<16: devices[place].value.merge(other)
    case 16: devices[place].value = try saved(devices[place].value)
    case 17: old.append(devices[place].value)
    case 18: if !old.isEmpty { devices[place].value = try saved(random.pick(old)) }
    default:
      if let delta = other.delta(since: devices[place].value.version) {
        try devices[place].value.merge(delta: delta)
      }
    }
  }

  private func check(_ a: Value, _ b: Value, _ c: Value, at step: Int) throws {
    kind.checkInvariants(a)
    #expect(try saved(a) == a)
    let ab = a.merged(with: b)
    #expect(ab == b.merged(with: a), "step \(step): merging does not commute")
    #expect(kind.shown(ab) == kind.shown(b.merged(with: a)))
    #expect(ab.merged(with: b) == ab, "step \(step): merging again changes something")
    #expect(
      ab.merged(with: c) == a.merged(with: b.merged(with: c)),
      "step \(step): merging does not associate")
    #expect(!a.contradicts(b) && !b.contradicts(a), "step \(step): a contradiction")
    #expect(try saved(ab).encoded() == ab.encoded())
    #expect(try kind.shown(saved(ab)) == kind.shown(ab))
    if ab.contains(c.version) { #expect(ab.merged(with: c) == ab, "step \(step)") }
    if let delta = b.delta(since: a.version) {
      let sent = try Value.Delta(encoded: try delta.encoded())
      var received = a
      try received.merge(delta: sent)
      #expect(received == ab, "step \(step): a delta says something else")
      #expect(received.version == ab.version)
      var ahead = a.merged(with: c)
      try ahead.merge(delta: sent)
      #expect(ahead == ab.merged(with: c), "step \(step): a delta met one who knew more")
    }
  }

  private func saved(_ value: Value) throws -> Value { try Value(encoded: try value.encoded()) }
}

/// Devices forget what all of them know. Their clocks differ by half an hour at most.
private struct CarefulSchedule<Value: PersistentReplicable & Framed & Equatable>
where Value.Delta: Framed {
  let kind: KeyedKind<Value>
  var random: SeededGenerator
  let time = TestClock()
  var devices: [Device<Value>] = []

  init(_ kind: KeyedKind<Value>, seed: UInt64) {
    self.kind = kind
    random = TestRun.generator(seed: seed)
    for number in 0..<4 {
      let skew = random.pick([0, hour / 4, -hour / 4])
      devices.append(Device(kind, time, skew: skew, number: UInt64(number)))
    }
  }

  /// - Returns: How often something was forgotten.
  mutating func run() throws -> Int {
    var forgotten = 0
    for step in 0..<TestRun.length(300) {
      // No two devices edit at one time: which edit wins then depends on their ids.
      time.pass(random.pick([0, 1000, hour / 4, 2 * hour]) + 1 + random.below(999))
      let place = random.below(devices.count)
      let other = random.pick(devices)
      let (key, number) = (random.below(8), random.below(1000))
      let choice = random.below(10)
      devices[place].environment.run {
        switch choice {
        case 0..<4: devices[place].edit { kind.set(&$0, key, number) }
        case 4..<7: devices[place].edit { kind.remove(&$0, key) }
        default: devices[place].merge(other)
        }
      }
      if random.oneIn(8) {
        for device in devices { devices[place].merge(device) }
        for index in devices.indices { devices[index].merge(devices[place]) }
        let (before, shown) = (devices[place].value.version, kind.shown(devices[place].value))
        devices[place].environment.run { devices[place].value.forgetDeleted() }
        if devices[place].value.version != before { forgotten += 1 }
        // A device that learns of the forgetting before its next edit shows what it showed.
        for device in devices where kind.isOrdered {
          let value = device.value.merged(with: devices[place].value)
          #expect(kind.shown(value) == shown, "step \(step)")
        }
      }
      let device = devices[place]
      #expect(Set(kind.shown(device.value)) == Set(kind.shown(device.model)), "step \(step)")
    }
    return forgotten
  }
}

extension Device {
  fileprivate mutating func edit(_ body: (inout Value) -> Void) {
    body(&value)
    body(&model)
  }

  fileprivate mutating func merge(_ other: Device) {
    #expect(LostEdits.gather { value.merge(other.value) }.isEmpty)
    model.merge(other.model)
  }
}
