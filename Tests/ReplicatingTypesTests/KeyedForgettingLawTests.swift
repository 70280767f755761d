// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicationLaws
import Synchronization
import TestInputs
import Testing

@testable import ReplicatingTypes

/// A keyed value of a few keys.
private protocol KeyedValue: PersistentReplicable, Framed, Equatable
where Delta: Framed {
  init()
  mutating func set(_ key: Int, to value: Int)
  mutating func remove(key: Int)
  /// The keys in the order of iteration, and the values.
  var shown: [[Int]] { get }
  func checkInvariants()
}

extension ReplicatingSet<Int>: KeyedValue {
  mutating func set(_ key: Int, to value: Int) { insert(key) }
  mutating func remove(key: Int) { remove(key) }
  var shown: [[Int]] { map { [$0] } }
  func checkInvariants() { storage.state.checkInvariants() }
}

extension ReplicatingDictionary<Int, Int>: KeyedValue {
  mutating func set(_ key: Int, to value: Int) { self[key] = value }
  mutating func remove(key: Int) { self[key] = nil }
  var shown: [[Int]] { keys.map { [$0, self[$0] ?? -1] } }
  func checkInvariants() { storage.state.keyed.checkInvariants() }
}

/// A device: its clock may be off by an hour and more.
private struct Device<Value: KeyedValue> {
  var value = Value()
  /// The same edits, without forgetting.
  var model = Value()
  let environment: ReplicationEnvironment

  init(_ time: TestClock, skew: Int, number: UInt64) {
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
  @Test(arguments: 0..<20) func forgettingSetsMergeLawfully(seed: Int) throws {
    var schedule = AnySchedule<ReplicatingSet<Int>>(seed: UInt64(seed))
    try schedule.run()
  }

  @Test(arguments: 0..<20) func forgettingDictionariesMergeLawfully(seed: Int) throws {
    var schedule = AnySchedule<ReplicatingDictionary<Int, Int>>(seed: UInt64(seed))
    try schedule.run()
  }

  @Test(arguments: 0..<20) func setsThatForgetShowWhatOthersDo(seed: Int) throws {
    var schedule = CarefulSchedule<ReplicatingSet<Int>>(seed: UInt64(seed))
    #expect(try schedule.run() > 0)
  }

  @Test(arguments: 0..<20) func dictionariesThatForgetShowWhatOthersDo(seed: Int) throws {
    var schedule = CarefulSchedule<ReplicatingDictionary<Int, Int>>(seed: UInt64(seed))
    #expect(try schedule.run() > 0)
  }
}

/// Anybody forgets at any time. Old states come back, and go on under new sessions.
private struct AnySchedule<Value: KeyedValue> {
  var random: SeededGenerator
  let time = TestClock()
  var devices: [Device<Value>] = []
  var old: [Value] = []

  init(seed: UInt64) {
    random = TestRun.generator(seed: seed)
    for number in 0..<(2 + random.below(4)) {
      let skew = random.pick([0, 0, 0, hour / 2, 3 * hour, -3 * hour])
      devices.append(Device(time, skew: skew, number: UInt64(number)))
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
    case 0..<6: devices[place].value.set(random.below(5), to: random.below(1000))
    case 6..<10: devices[place].value.remove(key: random.below(5))
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
    a.checkInvariants()
    #expect(try saved(a) == a)
    let ab = a.merged(with: b)
    #expect(ab == b.merged(with: a), "step \(step): merging does not commute")
    #expect(ab.shown == b.merged(with: a).shown)
    #expect(ab.merged(with: b) == ab, "step \(step): merging again changes something")
    #expect(
      ab.merged(with: c) == a.merged(with: b.merged(with: c)),
      "step \(step): merging does not associate")
    #expect(!a.contradicts(b) && !b.contradicts(a), "step \(step): a contradiction")
    #expect(try saved(ab).encoded() == ab.encoded())
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
private struct CarefulSchedule<Value: KeyedValue> {
  var random: SeededGenerator
  let time = TestClock()
  var devices: [Device<Value>] = []

  init(seed: UInt64) {
    random = TestRun.generator(seed: seed)
    for number in 0..<4 {
      let skew = random.pick([0, hour / 4, -hour / 4])
      devices.append(Device(time, skew: skew, number: UInt64(number)))
    }
  }

  /// - Returns: How often something was forgotten.
  mutating func run() throws -> Int {
    var forgotten = 0
    for step in 0..<TestRun.length(300) {
      time.pass(random.pick([0, 1, 1000, hour / 4, 2 * hour]))
      let place = random.below(devices.count)
      let other = random.pick(devices)
      let (key, number) = (random.below(8), random.below(1000))
      let choice = random.below(10)
      devices[place].environment.run {
        switch choice {
        case 0..<4: devices[place].set(key, to: number)
        case 4..<7: devices[place].remove(key)
        default: devices[place].merge(other)
        }
      }
      if random.oneIn(8) {
        for device in devices { devices[place].merge(device) }
        for index in devices.indices { devices[index].merge(devices[place]) }
        let before = devices[place].value.version
        devices[place].environment.run { devices[place].value.forgetDeleted() }
        if devices[place].value.version != before { forgotten += 1 }
      }
      let device = devices[place]
      #expect(Set(device.value.shown) == Set(device.model.shown), "step \(step)")
    }
    return forgotten
  }
}

extension Device {
  fileprivate mutating func set(_ key: Int, to number: Int) {
    value.set(key, to: number)
    model.set(key, to: number)
  }

  fileprivate mutating func remove(_ key: Int) {
    value.remove(key: key)
    model.remove(key: key)
  }

  fileprivate mutating func merge(_ other: Device) {
    #expect(LostEdits.gather { value.merge(other.value) }.isEmpty)
    model.merge(other.model)
  }
}
