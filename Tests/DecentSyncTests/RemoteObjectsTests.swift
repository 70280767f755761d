// SPDX-License-Identifier: MIT

import Testing

@testable import DecentSync

@Suite struct RemoteObjectsTests {
  private let rows = MemoryRows()
  private let objects: RemoteObjects<MemoryRows>
  private let theirs = SegmentReference(device: DeviceID(rawValue: 9), number: 1, checksum: 7)

  init() {
    var options = PolicyOptions()
    options.grace = 100
    objects = RemoteObjects(rows, of: RemoteName("folder"), options: options)
  }

  private func ours(_ number: Int) throws -> SegmentReference {
    SegmentReference(device: try objects.identity.row().device, number: number, checksum: 7)
  }

  /// Keeps an object of ten bytes.
  private func put(
    _ name: String, _ reference: SegmentReference, level: Int = 0, since: UInt64 = 0,
    isComplete: Bool = true
  ) throws {
    var row = ObjectRow(size: 10, reference: reference, level: level, since: since)
    row.isComplete = isComplete
    try objects.set(row, of: Bench.name(name))
  }

  private func listing(_ sizes: [String: Int]) throws -> Listing {
    Listing(try sizes.map { ObjectInfo(name: try Bench.name($0), size: $1) })
  }

  @Test func remotesHaveObjectsOfTheirOwn() throws {
    try put("1", theirs)
    let other = RemoteObjects(rows, of: RemoteName("stick"), options: PolicyOptions())
    #expect(try objects.all().map(\.name) == [Bench.name("1")])
    #expect(try other.all().isEmpty)
  }

  @Test func unknownAndPartialAndChangedObjectsAreNews() throws {
    try put("whole", theirs)
    try put("part", theirs, isComplete: false)
    try put("changed", theirs)
    let news = try objects.news(in: listing(["whole": 10, "part": 10, "changed": 11, "new": 1]))
    #expect(try news.map(\.name) == ["changed", "new", "part"].map(Bench.name))
  }

  @Test func anObjectThatIsListedAgainIsNotMissed() throws {
    try put("1", theirs)
    var row = try #require(try objects[Bench.name("1")])
    row.isMissed = true
    try objects.set(row, of: Bench.name("1"))
    #expect(try objects.absent(from: listing([:])) == [Bench.name("1")])
    #expect(try objects.news(in: listing(["1": 10])).isEmpty)
    #expect(try objects[Bench.name("1")]?.isMissed == false)
  }

  @Test func countsOfClaimsDoNotGoBelowZero() throws {
    try put("1", theirs)
    try objects.countLive(of: Bench.name("1"), isMore: true)
    try objects.countLive(of: Bench.name("1"), isMore: false)
    #expect(throws: DamagedRow.self) {
      try objects.countLive(of: Bench.name("1"), isMore: false)
    }
  }

  @Test func anObjectOfAnotherDeviceHasPropagated() throws {
    try put("1", theirs)
    #expect(try objects.hasPropagated(Bench.name("1"), at: 0))
    #expect(try !objects.hasPropagated(Bench.name("unknown"), at: 0))
  }

  @Test func anObjectOfThisDeviceTravelsWithTimeOrByWord() throws {
    for name in ["1", "2"] { try put(name, ours(Int(name) ?? 0), since: 50) }
    #expect(try !objects.hasPropagated(Bench.name("1"), at: 149))
    #expect(try objects.hasPropagated(Bench.name("1"), at: 150))
    try objects.notePropagated(ours(2))
    #expect(try objects.hasPropagated(Bench.name("2"), at: 50))
  }

  @Test func aClockThatGoesBackBeginsThePeriodAgain() throws {
    try put("1", ours(1), since: 500)
    #expect(try !objects.hasPropagated(Bench.name("1"), at: 20))
    #expect(try !objects.hasPropagated(Bench.name("1"), at: 119))
    #expect(try objects.hasPropagated(Bench.name("1"), at: 120))
  }

  @Test func aCompactionIsListedOnce() throws {
    try put("1", theirs, level: 1)
    try put("2", theirs, level: 0)
    try put("3", ours(1), level: 1)
    #expect(try objects.takeUnlisted() == [theirs])
    #expect(try objects.takeUnlisted() == [])
  }

  /// A name that holds a whole object again is deleted by the rules of that object.
  @Test func aTornNameCountsUntilAnObjectIsThere() throws {
    try objects.setTorn(
      TornRow(reference: theirs, level: 3, promises: []), of: Bench.name("1"))
    #expect(try objects.rank(of: Bench.name("1"))?.level == 3)
    #expect(try objects.tornNames() == [Bench.name("1")])
    try put("1", theirs, level: 1)
    #expect(try objects.rank(of: Bench.name("1"))?.level == 1)
    #expect(try objects.tornNames() == [])
  }

  @Test func sightingsAreCountedUpToALimit() throws {
    let pending = PendingObject(
      info: ObjectInfo(name: try Bench.name("1"), size: 10), fault: .unusable)
    var sightings: [Int] = []
    for _ in 0..<PendingObject.sightingsBeforeNaming + 2 {
      try objects.update(objects.pendingRows(for: [pending]))
      sightings += try objects.pendingRows().map(\.sightings)
    }
    #expect(sightings.max() == PendingObject.sightingsBeforeNaming)
    #expect(sightings == sightings.sorted() && sightings.first == 1)
    try objects.update([])
    #expect(try objects.pendingRows().isEmpty)
  }
}
