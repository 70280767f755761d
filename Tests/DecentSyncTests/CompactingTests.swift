// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

@testable import DecentSync

/// Compacting many small objects into few large ones, in levels of four.
@Suite struct CompactingTests {
  private let store = CountingStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)

  /// Edits and syncs a device a number of times.
  private func edit(_ device: Device, _ count: Int, in text: String = "note") async throws {
    for _ in 0..<count {
      try device.add("w\(store.counts.writes)", to: text)
      try await device.sync(store)
    }
  }

  private func levels() throws -> [Int] { try store.objects().map(\.object.level).sorted() }

  /// Checks that a new device shows the same contents and has nothing to upload.
  private func checkNewcomer() async throws {
    let newcomer = Device(author: 99)
    let report = try await newcomer.sync(store)
    #expect(report.isComplete)
    #expect(report.uploaded.objects == 0)
    #expect(try newcomer.contents() == ada.contents())
  }

  @Test func fourBecomeOne() async throws {
    try await edit(ada, 3)
    #expect(try levels() == [0, 0, 0])
    try await edit(ada, 1)
    #expect(try levels() == [0, 0, 0, 0, 1])
    try await ada.sync(store, at: ada.options.grace)
    #expect(try levels() == [1])
    try await checkNewcomer()
    #expect(try ada.faults() == [])
  }

  /// An object with a flipped bit has the same size, and no device reads it but to roll it up. It used to
  /// end all compactions.
  @Test func aDamagedPieceEndsNoCompaction() async throws {
    try await edit(ada, 2)
    let damaged = try #require(try store.names().first)
    try store.damage(damaged)
    for hour in 1...24 as ClosedRange<UInt64> {
      try ada.add("hour \(hour)")
      try await ada.sync(store, at: hour * ada.options.grace)
    }
    try await ada.sync(store, at: 25 * ada.options.grace)
    #expect(try !store.names().contains(damaged))
    let counts = Dictionary(grouping: try levels()) { $0 }.mapValues(\.count)
    #expect(counts.values.allSatisfy { $0 < ada.options.fanOut }, "\(counts)")
    try await checkNewcomer()
  }

  /// The object may be readable later, so it is neither called damaged nor deleted. It used to end
  /// all compactions.
  @Test func anUnreadablePieceEndsNoCompaction() async throws {
    try await edit(ada, 2)
    let unreadable = try #require(try store.names().first)
    let failing = UnreadableStore(store, failing: unreadable)
    for hour in 1...24 as ClosedRange<UInt64> {
      try ada.add("hour \(hour)")
      try await ada.sync(failing, at: hour * ada.options.grace)
    }
    try await ada.sync(failing, at: 25 * ada.options.grace)
    let others = try store.objects().filter { $0.name != unreadable }
    let counts = Dictionary(grouping: others, by: \.object.level).mapValues(\.count)
    #expect(counts.values.allSatisfy { $0 < ada.options.fanOut }, "\(counts)")
    #expect(try store.names().contains(unreadable))
    #expect(try store.acknowledgements().allSatisfy { $0.unreadable.isEmpty })
    try await checkNewcomer()
    try await edit(ada, 4)
    for hour in 26...27 as ClosedRange<UInt64> {
      try await ada.sync(store, at: hour * ada.options.grace)
    }
    #expect(try !store.names().contains(unreadable))
    try await checkNewcomer()
  }

  /// The writer of some objects rolls them up and deletes them after another device's run has
  /// listed them. That run used to report them as missing, and lacked their contents.
  @Test func objectsThatVanishAreLookedForAgain() async throws {
    try await edit(ada, 3)
    let stale = StaleStore(store, listing: try store.list(prefix: ""))
    try await edit(ada, 1)
    try await ada.sync(store, at: ada.options.grace)
    #expect(try levels() == [1])
    let report = try await bob.sync(stale)
    #expect(report.problems == [])
    #expect(report.isComplete)
    #expect(try bob.contents() == ada.contents())
  }

  /// The report names a listed object that cannot be found again.
  @Test func anObjectThatStaysAwayIsNamed() async throws {
    try await edit(ada, 1)
    let listing = try store.list(prefix: "")
    for info in listing { try store.delete(info.name) }
    let report = try await bob.sync(StaleStore(store, listing: listing, times: 2))
    #expect(report.problems.count == listing.count)
  }

  /// Until a device's own object arrives, others may know its edit of two fields in only one of
  /// them.
  @Test func leavesOutFieldsThatNoPieceTouches() async throws {
    let card = "\(Card.frameKind.code)/card"
    try bob.edit(card, .add("first tag", at: 1))
    try await bob.sync(store)
    try await ada.sync(store)
    for number in 1...3 {
      try ada.edit(card, .add("tag \(number)", at: 1))
      try await ada.sync(store)
    }
    let before = try store.names()
    try bob.edit(card, .add("tag", at: 1))
    try bob.edit(card, .add("text", at: 0))
    try await bob.sync(store)
    let late = HidingStore(store, hiding: Set(try store.names()).subtracting(before))
    try ada.edit(card, .add("tag 4", at: 1))
    try await ada.sync(store)
    let newcomer = Device(author: 99)
    try await newcomer.sync(late)
    let tags: Set = ["first tag", "tag", "tag 1", "tag 2", "tag 3", "tag 4"]
    let early = try newcomer.words(of: card)
    #expect(early == tags)
    late.show()
    try await newcomer.sync(late)
    #expect(try newcomer.words(of: card) == tags.union(["text"]))
    #expect(try newcomer.contents() == ada.contents())
  }

  @Test func fourOfALevelBecomeOneOfTheNext() async throws {
    for hour in 1...64 {
      try await edit(ada, 1)
      ada.time = UInt64(hour) * ada.options.grace
    }
    try await ada.sync(store)
    #expect(try levels() == [3])
    try await checkNewcomer()
  }

  @Test func aCompactionIsReadAgainByANewDeviceAlone() async throws {
    try await edit(ada, 4, in: "note")
    try await edit(ada, 3, in: "set")
    try await ada.sync(store, at: ada.options.grace)
    let reads = store.counts.reads
    try await checkNewcomer()
    #expect(try store.counts.reads - reads == store.list(prefix: "").count)
  }

  /// A device does not write anew what the other has compacted.
  @Test func whatOthersSayIsLeftOut() async throws {
    for _ in 0..<3 {
      try await edit(ada, 1)
      try await edit(bob, 1)
    }
    try await edit(ada, 1)
    let compaction = try #require(try store.objects().first { $0.object.level == 1 }).object
    #expect(compaction.claims.count == 1)
    try await edit(bob, 1)
    // Ada's compaction supersedes three of Bob's four objects.
    #expect(try store.objects().filter { try $0.object.device == bob.id() }.count == 1)
    try await ada.sync(store)
    try await checkNewcomer()
  }

  @Test func whatWouldGrowTooMuchIsKeptAsItIs() async throws {
    ada.options.mostGrowth = 0
    try await edit(ada, 4)
    let compaction = try #require(try store.objects().first { $0.object.level == 1 }).object
    #expect(compaction.claims.count == 4)
    try await ada.sync(store, at: ada.options.grace)
    #expect(try levels() == [1])
    try await checkNewcomer()
  }

  /// Compressed objects used to be compacted into an object beyond the size limit, which no device
  /// reads.
  @Test func objectsAreCompactedByWhatIsReadOfThem() async throws {
    ada.options.objectLimit = 1 << 20
    ada.options.compactionLimit = 12_000
    for _ in 0..<4 {
      try ada.add(String(repeating: "again ", count: 1000))
      try await ada.sync(store)
    }
    let sizes = try store.objects().map(\.bytes.count)
    #expect(sizes.count == 4 && sizes.reduce(0, +) < ada.options.compactionLimit)
    ada.options.compactionLimit = 40_000
    try await ada.sync(store)
    #expect(try store.objects().count == 5)
  }

  /// Small objects are joined beside one that is too large, which stays as it is.
  @Test func anObjectThatIsTooLargeHindersNoOther() async throws {
    ada.options.compactionLimit = 2000
    let large = (0..<1500).map { String($0 * 7919 % 100_003, radix: 36) }.joined()
    try ada.add(large, to: "set")
    try await ada.sync(store)
    let name = try #require(try store.names().first)
    let bytes = try store.read(name)
    #expect(bytes.count >= ada.options.compactionLimit)
    try await edit(ada, 4)
    #expect(try levels() == [0, 0, 0, 0, 0, 1])
    try await ada.sync(store, at: ada.options.grace)
    #expect(try levels() == [0, 1])
    #expect(try store.read(name) == bytes)
    try await checkNewcomer()
  }

  @Test func largeObjectsBeginHigher() {
    #expect(LogObject.level(ofSize: 0) == 0)
    #expect(LogObject.level(ofSize: (256 << 10) - 1) == 0)
    #expect(LogObject.level(ofSize: 256 << 10) == 1)
    #expect(LogObject.level(ofSize: 1 << 20) == 2)
    #expect(LogObject.level(ofSize: .max) <= LogObject.maximumLevel)
  }

  @Test func twoDevicesMayCompactAtOnce() async throws {
    for _ in 0..<3 {
      try await edit(ada, 1)
      try await edit(bob, 1)
    }
    for device in [ada, bob] { try device.add("last \(device.id())") }
    // Both devices list the store before either writes.
    let runs = [try ada.run(store), try bob.run(store)]
    for place in [0, 1] { _ = try runs[place].advance() }
    var isOver = [false, false]
    while isOver.contains(false) {
      for place in [0, 1] where !isOver[place] {
        isOver[place] = try runs[place].advance() != nil
      }
    }
    for _ in 0..<3 {
      for device in [ada, bob] { try await device.sync(store) }
    }
    #expect(try ada.contents() == bob.contents())
    #expect(try ada.words().count == 8)
    for hour in 1...3 {
      for device in [ada, bob] {
        try await device.sync(store, at: UInt64(hour) * device.options.grace)
      }
    }
    #expect(try levels().count <= 2)
    try await checkNewcomer()
  }

  @Test func twoRunsOfOneDeviceMayCompactAtOnce() async throws {
    try await edit(ada, 3)
    try ada.add("last")
    let runs = [try ada.run(store), try ada.run(store)]
    var isOver = [false, false]
    while isOver.contains(false) {
      for place in [0, 1] where !isOver[place] {
        isOver[place] = try runs[place].advance() != nil
      }
    }
    #expect(try ada.words().count == 4)
    #expect(try ada.faults() == [])
    for hour in 1...3 { try await ada.sync(store, at: UInt64(hour) * ada.options.grace) }
    #expect(try levels().count == 1)
    try await checkNewcomer()
  }

  @Test func anOldListingHidesACompactionAndNothingIsLost() async throws {
    try await edit(ada, 4)
    let compaction = try #require(try store.objects().first { $0.object.level == 1 }).name
    let hiding = HidingStore(store, hiding: [compaction])
    for hour in 1...3 { try await ada.sync(hiding, at: UInt64(hour) * ada.options.grace) }
    // No listed object supersedes the pieces.
    #expect(try levels().filter { $0 == 0 }.count == 4)
    try await bob.sync(hiding)
    #expect(try bob.words() == ada.words())
    for hour in 4...6 { try await ada.sync(store, at: UInt64(hour) * ada.options.grace) }
    #expect(try levels().count == 1)
    try await checkNewcomer()
  }

  /// The clock is asked when the compaction is read back: a run that sleeps for days does not make
  /// the grace period end at once.
  @Test func aRunThatSleepsDoesNotShortenTheGracePeriod() async throws {
    try await edit(ada, 3)
    try ada.add("last")
    let run = try ada.run(store)
    while try levels().last != 1 { #expect(try run.advance() == nil) }
    ada.time += 48 * ada.options.grace
    try ada.finish(run)
    try await ada.sync(store)
    #expect(try levels() == [0, 0, 0, 0, 1])
    try await ada.sync(store, at: ada.time + ada.options.grace)
    #expect(try levels() == [1])
  }

  @Test func anotherDeviceSaysThatItTookACompactionIn() async throws {
    try await edit(ada, 4)
    try await bob.sync(store)
    try bob.add("reply")
    try await bob.sync(store)
    let compaction = try #require(try store.objects().first { $0.object.level == 1 })
    let reply = try #require(try store.objects().first { try $0.object.device == bob.id() })
    #expect(reply.object.taken == [compaction.reference])
    // No time passed.
    try await ada.sync(store)
    #expect(try levels() == [0, 1])
    try bob.add("more")
    try await bob.sync(store)
    #expect(try store.objects().filter { !$0.object.taken.isEmpty }.count == 1)
  }

  /// A store that reports success for every upload but keeps no compaction.
  @Test func aCompactionThatWasNotReadBackMakesNothingGo() async throws {
    try await edit(ada, 3)
    let before = try store.names()
    try ada.add("last")
    let run = try ada.run(store)
    while try levels().last != 1 { #expect(try run.advance() == nil) }
    try store.delete(try #require(try store.objects().first { $0.object.level == 1 }).name)
    try ada.finish(run)
    try await ada.sync(HidingStore(store, hiding: []), at: 10 * ada.options.grace)
    #expect(try Set(store.names()).isSuperset(of: before))
    try await ada.sync(store, at: 11 * ada.options.grace)
    #expect(try levels() == [1])
    try await checkNewcomer()
  }
}
