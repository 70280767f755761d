// SPDX-License-Identifier: MIT

import DecentSync
import Testing

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

  @Test func partWhenTheNameIsTaken() async throws {
    try original.add("left")
    try copy.add("right")
    var late = try copy.run(store)
    #expect(try await late.advance() == nil)  // the listing, before the other's upload
    try await original.sync(store)
    var report: SyncReport?
    while report == nil { report = try await late.advance() }
    #expect(report?.tookNewDeviceID == true)
    #expect(report?.uploaded.objects == 1)
    try await checkParted()
  }

  @Test func partWhenTheOthersSegmentIsFound() async throws {
    try original.add("left")
    try copy.add("right")
    try await original.sync(store)
    let report = try await copy.sync(store)
    #expect(report.tookNewDeviceID)
    #expect(report.problems.isEmpty)
    try await checkParted()
  }

  /// A reading cut short looks like a torn upload of this device. Deleting it would delete the
  /// segment of the other.
  @Test(arguments: [0, 7, 30]) func deleteNothingOfEachOther(count: Int) async throws {
    try original.add("left")
    try copy.add("right")
    let cutting = AlteringStore(store, read: { Array($0.prefix(count)) })
    var late = try copy.run(cutting)
    #expect(try await late.advance() == nil)
    try await original.sync(store)
    let objects = try store.list(prefix: "")
    var report: SyncReport?
    while report == nil { report = try await late.advance() }
    #expect(report?.problems.map(\.reason) == [.notAsWritten])
    #expect(try Set(store.list(prefix: "")).isSuperset(of: objects))
    try await checkParted()
  }

  /// Each device wrote in its own copy of a folder, and the folder service kept both objects.
  @Test(arguments: [true, false]) func partOverAConflictedCopy(isOriginalFirst: Bool) async throws {
    let elsewhere = MemoryStore()
    for name in try store.names() { try elsewhere.create(name, holding: store.read(name)) }
    try original.add("left")
    try copy.add("right")
    try await original.sync(store)
    try await copy.sync(elsewhere)
    let taken = try #require(try store.names().last)
    #expect(try elsewhere.names().last == taken)
    let conflicted = try #require(ObjectName("\(taken) (conflicted copy)"))
    try store.create(conflicted, holding: elsewhere.read(taken))
    for device in isOriginalFirst ? [original, copy] : [copy, original] {
      #expect(try await device.sync(store).problems.isEmpty)
    }
    try await checkParted()
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
}
