// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

@testable import DecentSync

/// The cost of catching up: in proportion to what a device has missed.
@Suite struct CatchingUpTests {
  private func longWord(_ note: Int) -> String { "\(note)" + String(repeating: "x", count: 100) }

  /// A store with ten notes in one object.
  private func tenNotes() async throws -> (MemoryStore, Device) {
    let store = MemoryStore()
    let author = Device(author: 1)
    author.options.objectLimit = 1 << 16
    for note in 0..<10 { try author.add(longWord(note), to: "note/\(note)") }
    try await author.sync(store)
    #expect(try store.names().count == 1)
    return (store, author)
  }

  @Test func namesThatSayNothingDoNoHarm() async throws {
    let store = MemoryStore()
    let devices = (1...3).map { Device(author: UInt64($0)) }
    for round in 0..<10 {
      for device in devices {
        try await device.sync(store)
        try device.add("word \(round)")
        try await device.sync(store)
      }
    }
    try await devices[0].sync(store)
    for (place, name) in try store.names().shuffled().enumerated() {
      let bytes = try store.read(name)
      try store.delete(name)
      try store.create(try #require(ObjectName("log/renamed \(place)")), holding: bytes)
    }
    let newcomer = Device(author: 9)
    #expect(try await newcomer.sync(store).isComplete)
    #expect(try newcomer.contents() == devices[0].contents())
    #expect(try newcomer.faults() == [])
  }

  /// A part of history is lost, and was sent again under another name. Claims that build on the
  /// lost object need not wait.
  @Test func whatBuildsOnALostObjectIsTakenInAfterItsRepair() async throws {
    let store = MemoryStore()
    let author = Device(author: 1)
    let other = Device(author: 2)
    for round in 0..<3 {
      try author.add("word \(round)")
      try await author.sync(store)
      try await other.sync(store)
    }
    try store.delete(try store.names()[1])
    let early = Device(author: 8)
    #expect(try await early.sync(store).problems.count == 1)
    #expect(try early.words() == ["word 0"])
    #expect(try await author.sync(store).uploaded.objects == 1)
    for newcomer in [early, Device(author: 9)] {
      #expect(try await newcomer.sync(store).isComplete)
      #expect(try newcomer.contents() == author.contents())
    }
    #expect(try await other.sync(store).uploaded.objects == 0)
  }

  @Test func aLongObjectIsTakenInInParts() async throws {
    let (store, author) = try await tenNotes()
    let newcomer = Device(author: 9)
    let run = try newcomer.run(store)
    var report: SyncReport?
    while report == nil {
      report = try run.advance()
      #expect(try newcomer.documents.all().count % 3 == 0 || newcomer.documents.all().count == 10)
    }
    #expect(report?.isComplete == true)
    #expect(report?.downloaded.objects == 1)
    #expect(try newcomer.contents() == author.contents())
    #expect(try newcomer.policy().objects.all().map(\.row.isComplete) == [true])
  }

  /// The run ends between two parts. The object does not count as read whole, so nothing is deleted
  /// because of it.
  @Test func halfAnObjectIsReadAgain() async throws {
    let (store, author) = try await tenNotes()
    let newcomer = Device(author: 9)
    newcomer.rows.failingCall = 200
    await #expect(throws: ProbedRows.Failure.self) { try await newcomer.sync(store) }
    newcomer.rows.failingCall = nil
    #expect(try (1...9).contains(newcomer.documents.all().count))
    #expect(try newcomer.policy().objects.all().map(\.row.isComplete) == [false])
    #expect(try await newcomer.sync(store).isComplete)
    #expect(try newcomer.contents() == author.contents())
    #expect(try newcomer.policy().objects.all().map(\.row.isComplete) == [true])
  }

  /// Two processes of a library read an object. The second begins it anew, which drops the claims that
  /// the first recorded, and ends. The first takes in the other half. The object used to count as
  /// whole then, and its first claims were uploaded again.
  @Test func anObjectThatASecondProcessBeganIsReadAgain() async throws {
    let (store, author) = try await tenNotes()
    let newcomer = Device(author: 9)
    let objects = try store.list(prefix: "")
    let info = try #require(objects.first)
    let object = try SealedObject(bytes: store.read(info.name))
    let policy = newcomer.policy()
    try policy.open()
    func take(_ places: Range<Int>) throws {
      _ = try policy.intake.take(Array(object.parts(named: info.name)[places]))
    }
    #expect(try policy.intake.begin(object, readAs: info, at: 0))
    try take(0..<5)
    #expect(try policy.intake.begin(object, readAs: info, at: 0))
    try take(5..<10)
    try policy.intake.end(object.whole(named: info.name))
    #expect(try policy.objects.all().map(\.row.isComplete) == [false])
    #expect(try await newcomer.sync(store).downloaded.objects == 1)
    #expect(try policy.objects.all().map(\.row.isComplete) == [true])
    #expect(try await newcomer.sync(store) == SyncReport())
    #expect(try newcomer.contents() == author.contents())
    #expect(try newcomer.faults() == [])
    #expect(try store.list(prefix: "").map(\.name) == [info.name])
  }

  /// The same with two whole runs at once.
  @Test func twoRunsAtOnceUploadNothingAgain() async throws {
    let (store, author) = try await tenNotes()
    let newcomer = Device(author: 9)
    // The steps of the first run before the second begins, and of the second before it ends.
    for (first, second) in (0..<6).flatMap({ one in (0..<6).map { (one, $0) } }) {
      let device = Device(copying: newcomer, author: 9)
      let runs = try [device.run(store), device.run(store)]
      for _ in 0..<first { _ = try runs[0].advance() }
      device.rows.failingCall = device.rows.calls + 60 * second
      do { _ = try device.finish(runs[1]) } catch is ProbedRows.Failure {}
      device.rows.failingCall = nil
      _ = try device.finish(runs[0])
      for _ in 0..<3 { #expect(try await device.sync(store).uploaded.objects == 0) }
      #expect(try device.contents() == author.contents())
      #expect(try device.faults() == [])
    }
  }
}
