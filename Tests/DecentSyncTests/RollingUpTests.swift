// SPDX-License-Identifier: MIT

import Testing

@testable import DecentSync

/// Many small objects become few large ones, in levels of four.
@Suite struct RollingUpTests {
  private let store = CountingStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)

  /// Edits and syncs a device as often as is said.
  private func edit(_ device: Device, _ count: Int, in text: String = "note") throws {
    for _ in 0..<count {
      try device.add("w\(store.counts.writes)", to: text)
      try device.sync(store)
    }
  }

  private func levels() throws -> [Int] { try store.objects().map(\.object.level).sorted() }

  /// A device that was not there before shows the same, and has nothing to add.
  private func checkNewcomer() throws {
    let newcomer = Device(author: 99)
    let report = try newcomer.sync(store)
    #expect(report.isComplete)
    #expect(report.uploaded.objects == 0)
    #expect(try newcomer.contents() == ada.contents())
  }

  @Test func fourBecomeOne() throws {
    try edit(ada, 3)
    #expect(try levels() == [0, 0, 0])
    try edit(ada, 1)
    #expect(try levels() == [0, 0, 0, 0, 1])
    try ada.sync(store, at: ada.options.grace)
    #expect(try levels() == [1])
    try checkNewcomer()
    #expect(try ada.faults() == [])
  }

  @Test func fourOfALevelBecomeOneOfTheNext() throws {
    for hour in 1...64 {
      try edit(ada, 1)
      ada.time = UInt64(hour) * ada.options.grace
    }
    try ada.sync(store)
    #expect(try levels() == [3])
    try checkNewcomer()
  }

  @Test func aRollUpIsReadAgainByANewDeviceAlone() throws {
    try edit(ada, 4, in: "note")
    try edit(ada, 3, in: "set")
    try ada.sync(store, at: ada.options.grace)
    let reads = store.counts.reads
    try checkNewcomer()
    #expect(try store.counts.reads - reads == store.list(prefix: "").count)
  }

  /// What one device has rolled up is not written again by the other.
  @Test func whatOthersSayIsLeftOut() throws {
    for _ in 0..<3 {
      try edit(ada, 1)
      try edit(bob, 1)
    }
    try edit(ada, 1)
    let rollUp = try #require(try store.objects().first { $0.object.level == 1 }).object
    #expect(rollUp.claims.count == 1)
    try edit(bob, 1)
    // Three of Bob's four objects say nothing that Ada's roll-up does not.
    #expect(try store.objects().filter { try $0.object.device == bob.id() }.count == 1)
    try ada.sync(store)
    try checkNewcomer()
  }

  @Test func whatWouldGrowTooMuchIsKeptAsItIs() throws {
    ada.options.mostGrowth = 0
    try edit(ada, 4)
    let rollUp = try #require(try store.objects().first { $0.object.level == 1 }).object
    #expect(rollUp.claims.count == 4)
    try ada.sync(store, at: ada.options.grace)
    #expect(try levels() == [1])
    try checkNewcomer()
  }

  @Test func largeObjectsBeginHigher() {
    #expect(LogObject.level(ofSize: 0) == 0)
    #expect(LogObject.level(ofSize: (256 << 10) - 1) == 0)
    #expect(LogObject.level(ofSize: 256 << 10) == 1)
    #expect(LogObject.level(ofSize: 1 << 20) == 2)
    #expect(LogObject.level(ofSize: .max) <= LogObject.maximumLevel)
  }

  @Test func twoDevicesMayRollUpAtOnce() throws {
    for _ in 0..<3 {
      try edit(ada, 1)
      try edit(bob, 1)
    }
    for device in [ada, bob] { try device.add("last \(device.id())") }
    // Both list before either writes.
    var runs = [try ada.run(store), try bob.run(store)]
    for place in [0, 1] { _ = try runs[place].advance() }
    var isOver = [false, false]
    while isOver.contains(false) {
      for place in [0, 1] where !isOver[place] { isOver[place] = try runs[place].advance() != nil }
    }
    for _ in 0..<3 {
      for device in [ada, bob] { try device.sync(store) }
    }
    #expect(try ada.contents() == bob.contents())
    #expect(try ada.words().count == 8)
    for hour in 1...3 {
      for device in [ada, bob] { try device.sync(store, at: UInt64(hour) * device.options.grace) }
    }
    #expect(try levels().count <= 2)
    try checkNewcomer()
  }

  @Test func twoRunsOfOneDeviceMayRollUpAtOnce() throws {
    try edit(ada, 3)
    try ada.add("last")
    var runs = [try ada.run(store), try ada.run(store)]
    var isOver = [false, false]
    while isOver.contains(false) {
      for place in [0, 1] where !isOver[place] { isOver[place] = try runs[place].advance() != nil }
    }
    #expect(try ada.words().count == 4)
    #expect(try ada.faults() == [])
    for hour in 1...3 { try ada.sync(store, at: UInt64(hour) * ada.options.grace) }
    #expect(try levels().count == 1)
    try checkNewcomer()
  }

  @Test func anOldListingHidesARollUpAndNothingIsLost() throws {
    try edit(ada, 4)
    let rollUp = try #require(try store.objects().first { $0.object.level == 1 }).name
    let hiding = HidingStore(store, hiding: [rollUp])
    for hour in 1...3 { try ada.sync(hiding, at: UInt64(hour) * ada.options.grace) }
    // Nothing that is listed says what the pieces say.
    #expect(try levels().filter { $0 == 0 }.count == 4)
    try bob.sync(hiding)
    #expect(try bob.words() == ada.words())
    for hour in 4...6 { try ada.sync(store, at: UInt64(hour) * ada.options.grace) }
    #expect(try levels().count == 1)
    try checkNewcomer()
  }

  /// The clock is asked when the roll-up is read back: a run that sleeps for days does not make the
  /// grace period end at once.
  @Test func aRunThatSleepsDoesNotShortenTheGracePeriod() throws {
    try edit(ada, 3)
    try ada.add("last")
    var run = try ada.run(store)
    while try levels().last != 1 { #expect(try run.advance() == nil) }
    ada.time += 48 * ada.options.grace
    try ada.finish(run)
    try ada.sync(store)
    #expect(try levels() == [0, 0, 0, 0, 1])
    try ada.sync(store, at: ada.time + ada.options.grace)
    #expect(try levels() == [1])
  }

  @Test func anotherDeviceSaysThatItTookARollUpIn() throws {
    try edit(ada, 4)
    try bob.sync(store)
    try bob.add("reply")
    try bob.sync(store)
    let rollUp = try #require(try store.objects().first { $0.object.level == 1 })
    let reply = try #require(try store.objects().first { try $0.object.device == bob.id() })
    #expect(reply.object.taken == [rollUp.reference])
    // No time passed.
    try ada.sync(store)
    #expect(try levels() == [0, 1])
    try bob.add("more")
    try bob.sync(store)
    #expect(try store.objects().filter { !$0.object.taken.isEmpty }.count == 1)
  }

  /// A store that calls every upload a success, and keeps none that is a roll-up.
  @Test func aRollUpThatWasNotReadBackMakesNothingGo() throws {
    try edit(ada, 3)
    let before = try store.names()
    try ada.add("last")
    var run = try ada.run(store)
    while try levels().last != 1 { #expect(try run.advance() == nil) }
    try store.delete(try #require(try store.objects().first { $0.object.level == 1 }).name)
    try ada.finish(run)
    try ada.sync(HidingStore(store, hiding: []), at: 10 * ada.options.grace)
    #expect(try Set(store.names()).isSuperset(of: before))
    try ada.sync(store, at: 11 * ada.options.grace)
    #expect(try levels() == [1])
    try checkNewcomer()
  }
}
