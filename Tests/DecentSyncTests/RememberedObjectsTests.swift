// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

@testable import DecentSync

/// The objects of its own that a device remembers. It seals one with each edit that it sends, for its
/// whole life.
@Suite struct RememberedObjectsTests {
  private let store = MemoryStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)

  init() { ada.options.rememberedObjects = 3 }

  private func write(_ words: ClosedRange<Int>) async throws {
    for word in words {
      try ada.add("word \(word)")
      try await ada.sync(store, at: UInt64(word) * 10_000_000)
      try await bob.sync(store)
    }
  }

  private func count(_ table: SyncTable) throws -> Int {
    try ada.rows.rows(in: RowKey(table)).count
  }

  @Test func theRowsStayFew() async throws {
    try await write(1...60)
    #expect(try count(.written) == 3)
    let compactions = try ada.policy().objects.all().filter { $0.row.level > 0 }
    #expect(try count(.propagated) <= compactions.count)
    #expect(try store.names().count < 20)
    #expect(
      try ada.policy().objects.all().allSatisfy {
        try ada.policy().identity.didSeal($0.row.reference)
      })
  }

  @Test func aLibraryThatForgotNothingForgets() async throws {
    ada.options.rememberedObjects = 1024
    try await write(1...12)
    #expect(try count(.written) > 12)
    ada.options.rememberedObjects = 3
    try await write(13...30)
    #expect(try count(.written) == 3)
  }

  /// A compaction that is gone from the remote may still be named as taken in.
  @Test func whatIsGoneHasNotPropagated() async throws {
    try await write(1...60)
    let id = try ada.id()
    let gone = SegmentReference(device: id, number: 4, checksum: 1)
    #expect(try ada.policy().identity.didSeal(gone))
    let before = try count(.propagated)
    let late = SealedObject(
      sealing: try LogObject(device: bob.id(), number: 900, level: 0, taken: [gone], claims: []))
    try store.create(late.name, holding: late.bytes)
    try await ada.sync(store)
    #expect(try count(.propagated) == before)
  }

  @Test func aCopyOfLongAgoIsFound() async throws {
    try await write(1...5)
    let copy = Device(copying: ada, author: 3)
    try await write(6...30)
    try copy.add("of the copy")
    #expect(try await copy.sync(store).tookNewDeviceID)
    #expect(try await !ada.sync(store).tookNewDeviceID)
    #expect(try ada.words() == copy.words())
    #expect(try copy.words().count == 31)
  }

  /// The copy sealed numbers elsewhere that its original no longer remembers. The original takes them
  /// for its own, and the copy finds the original.
  @Test func aCopyThatSealedLessIsFound() async throws {
    try await write(1...5)
    let copy = Device(copying: ada, author: 3)
    let elsewhere = MemoryStore()
    for word in ["left", "right"] {
      try copy.add(word)
      try await copy.sync(elsewhere)
    }
    try await write(6...30)
    for (place, name) in try elsewhere.names().enumerated() {
      let copied = try #require(ObjectName("\(name) (conflicted copy \(place))"))
      try store.create(copied, holding: elsewhere.read(name))
    }
    #expect(try await !ada.sync(store).tookNewDeviceID)
    #expect(try await copy.sync(store).tookNewDeviceID)
    for device in [ada, copy, bob, ada, copy, bob] { try await device.sync(store) }
    for device in [ada, copy, bob] {
      #expect(try device.words().isSuperset(of: ["left", "right", "word 5", "word 30"]))
      #expect(try device.words().count == 32)
      #expect(try device.faults() == [])
    }
    #expect(try ada.id() != copy.id())
  }
}
