// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

@testable import DecentSync

/// Two devices from one library lose nothing and take different ids.
@Suite struct CloneTests {
  private let store = MemoryStore()
  private let original = Device(author: 1)
  private let copy: Device

  init() async throws {
    try original.add("before")
    try await original.sync(store)
    copy = Device(copying: original, author: 2)
    #expect(try copy.id() == original.id())
  }

  private func checkParted() async throws {
    let newcomer = Device(author: 3)
    for device in [original, copy, original, newcomer] { try await device.sync(store) }
    for device in [original, copy, newcomer] {
      #expect(try device.words() == ["before", "left", "right"])
      #expect(try await device.sync(store) == SyncReport())
      #expect(try device.faults() == [])
    }
    #expect(try copy.id() != original.id())
  }

  /// Both seal an object of one number. Their names differ.
  @Test func partWhenBothUploadAtOnce() async throws {
    try original.add("left")
    try copy.add("right")
    let late = try copy.run(store)
    #expect(try late.advance() == nil)  // the listing, before the other's upload
    try await original.sync(store)
    var report: SyncReport?
    while report == nil { report = try late.advance() }
    #expect(report?.uploaded.objects == 1)
    #expect(try await original.sync(store).tookNewDeviceID)
    try await checkParted()
  }

  @Test func partWhenTheOthersObjectIsFound() async throws {
    try original.add("left")
    try copy.add("right")
    try await original.sync(store)
    let report = try await copy.sync(store)
    #expect(report.tookNewDeviceID)
    #expect(report.problems.isEmpty)
    try await checkParted()
  }

  /// A reading cut short looks like a torn upload of this device. Deleting it would delete the
  /// object of the other.
  @Test(arguments: [0, 7, 30]) func deleteNothingOfEachOther(count: Int) async throws {
    try original.add("left")
    try copy.add("right")
    let cutting = AlteringStore(store, read: { Array($0.prefix(count)) })
    let late = try copy.run(cutting)
    #expect(try late.advance() == nil)
    try await original.sync(store)
    let objects = try store.list(prefix: "")
    var report: SyncReport?
    while report == nil { report = try late.advance() }
    #expect(report?.problems.map(\.reason) == [.notAsWritten])
    #expect(try Set(store.list(prefix: "")).isSuperset(of: objects))
    try await checkParted()
  }

  /// Each device wrote in its own copy of a folder, and the folder service keeps one file of a name. Both
  /// objects have one number and one size. They used to have one name, too: the edit of one device was
  /// never read.
  @Test(arguments: [true, false]) func partInTwoCopiesOfAFolder(isOriginalFirst: Bool) async throws
  {
    let before = try contents(of: store)
    let original = Device(copying: copy, author: 9)
    try original.add("right")
    try await original.sync(store, at: 0)
    let (copy, elsewhere) = try await equalCopy(in: before)
    try carry(from: elsewhere, to: store)
    for device in isOriginalFirst ? [original, copy] : [copy, original] {
      #expect(try await device.sync(store).problems.isEmpty)
    }
    let newcomer = Device(author: 3)
    for hour in 1...6 as ClosedRange<UInt64> {
      for device in [original, copy, newcomer] {
        try await device.sync(store, at: hour * device.options.grace)
      }
    }
    let late = Device(author: 4)
    try await late.sync(store)
    for device in [original, copy, newcomer, late] {
      #expect(try device.words() == ["before", "right", "tight"])
      #expect(try await device.sync(store) == SyncReport())
      #expect(try device.faults() == [])
    }
    #expect(try copy.id() != original.id())
  }

  /// The library and its folder came back from one backup, and another device knows the objects that the
  /// folder held before.
  @Test func goOnAfterABackupOfLibraryAndFolder() async throws {
    let backup = try contents(of: store)
    let original = Device(copying: copy, author: 9)
    let other = Device(author: 3)
    try original.add("right")
    try await original.sync(store, at: 0)
    try await other.sync(store, at: 0)
    let (copy, restored) = try await equalCopy(in: backup)
    for _ in 0..<2 { for device in [other, copy] { try await device.sync(restored, at: 0) } }
    #expect(try other.words() == ["before", "right", "tight"])
    #expect(try copy.words() == other.words())
  }

  /// A name without a checksum, as a service may give it, may hold another object of the same size
  /// later. The device reads it before it deletes it.
  @Test func deleteNothingUnseenUnderANameWithoutAChecksum() async throws {
    let before = try contents(of: store)
    let original = Device(copying: copy, author: 9)
    try original.add("right")
    try await original.sync(store)
    let (_, elsewhere) = try await equalCopy(in: before)
    func new(in store: MemoryStore) throws -> ObjectName {
      try #require(try store.names().first { before[$0] == nil })
    }
    let right = try new(in: store)
    let reference = try SealedObject(bytes: store.read(right)).reference
    let renamed = try #require(ObjectName("log/\(reference.device)-\(reference.number)"))
    try store.create(renamed, holding: store.read(right))
    try store.delete(right)
    try await original.sync(store)
    try store.replace(renamed, with: elsewhere.read(new(in: elsewhere)))
    for hour in 1...6 as ClosedRange<UInt64> {
      try original.add("later \(hour)")
      try await original.sync(store, at: hour * original.options.grace)
    }
    #expect(try original.words().contains("tight"))
    let newcomer = Device(author: 3)
    try await newcomer.sync(store)
    #expect(try newcomer.words() == original.words())
  }

  /// A library restored from a backup finds its own later objects.
  @Test func goOnAfterARestoredBackup() async throws {
    try original.add("left")
    try original.add("right")
    try await original.sync(store)
    let report = try await copy.sync(store)
    #expect(report.tookNewDeviceID)
    #expect(try copy.words() == ["before", "left", "right"])
    try copy.add("after")
    try await copy.sync(store)
    #expect(try await copy.sync(store) == SyncReport())
  }

  @Test func noticesNothingWhereNothingHappened() async throws {
    try await original.sync(store)
    try store.removeAll()
    try await original.sync(store)
    #expect(try await !original.sync(store).tookNewDeviceID)
  }

  /// A copy of the library that adds a word in a copy of the folder, and the folder. Its objects are as
  /// large as those of the original.
  private func equalCopy(
    in objects: [ObjectName: [UInt8]]
  ) async throws -> (Device, MemoryStore) {
    for author in 10..<200 as Range<UInt64> {
      let folder = MemoryStore()
      for (name, bytes) in objects { try folder.create(name, holding: bytes) }
      let device = Device(copying: copy, author: author)
      try device.add("tight")
      try await device.sync(folder, at: 0)
      if try sizes(in: folder) == sizes(in: store) { return (device, folder) }
    }
    throw SimulationFailure("no object is as large as the original's")
  }

  private func contents(of store: MemoryStore) throws -> [ObjectName: [UInt8]] {
    try Dictionary(
      uniqueKeysWithValues: store.list(prefix: "").map { ($0.name, try store.read($0.name)) })
  }

  private func carry(from one: MemoryStore, to other: MemoryStore) throws {
    for (name, bytes) in try contents(of: one) {
      if (try? other.create(name, holding: bytes)) == nil { #expect(try other.read(name) == bytes) }
    }
  }

  private func sizes(in store: MemoryStore) throws -> [Int] {
    try store.names().map { try store.read($0).count }.sorted()
  }
}
