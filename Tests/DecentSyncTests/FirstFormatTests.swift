// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes
import Testing

@testable import DecentSync

/// Folders with segments of the first format. These name the segments that they come after.
@Suite struct FirstFormatTests {
  private let store = MemoryStore()
  private let document = "note"

  /// Writes segments of one text that devices edited in turn, as earlier programs did.
  private func write(_ count: Int, by devices: [DeviceID]) throws {
    let author = Device(author: 50)
    let id = try #require(DocumentID(document))
    var known = ReplicatingText()
    var last: SegmentReference?
    for place in 0..<count {
      try author.add("\(place)", to: document)
      let text = try ReplicatingText(encoded: author.documents.content(of: id))
      let delta = try #require(text.delta(since: known.version))
      let segment = Segment(
        device: devices[place % devices.count], number: place / devices.count + 1,
        changes: [
          DocumentChange(
            document: id, after: last.map { [$0] } ?? [],
            version: text.shortened(text.version).encoded(), delta: delta.encoded())
        ])
      let sealed = SealedSegment(sealing: segment)
      try store.create(sealed.name, holding: sealed.bytes)
      last = sealed.reference
      known = text
    }
  }

  private func ids(_ numbers: UInt64...) -> [DeviceID] {
    numbers.map { DeviceID(rawValue: UInt128($0) << 64 + 1) }
  }

  /// A device that wrote some segments before, under the id in them.
  private func heir(author: UInt64, of count: Int) throws -> Device {
    let device = Device(author: author)
    let id = ids(author)[0]
    let sealed = try store.names().compactMap {
      try? SealedSegment(bytes: store.read($0)).reference
    }
    let past = SyncPast(
      devices: [(id, true)], sealed: sealed.filter { $0.device == id }, edited: [])
    try past.write(to: device.rows)
    #expect(try device.id() == id)
    return device
  }

  private func wordCount(_ device: Device) throws -> Int { try device.words(of: document).count }

  @Test func areTakenInInWhateverOrder() async throws {
    try write(30, by: ids(1, 2, 3))
    let newcomer = Device(author: 9)
    #expect(try await newcomer.sync(store).isComplete)
    #expect(try wordCount(newcomer) == 30)
    #expect(try await newcomer.sync(store) == SyncReport())
    for (place, name) in try store.names().shuffled().enumerated() {
      let bytes = try store.read(name)
      try store.delete(name)
      try store.create(try #require(ObjectName("log/renamed \(place)")), holding: bytes)
    }
    let late = Device(author: 8)
    #expect(try await late.sync(store).isComplete)
    #expect(try wordCount(late) == 30)
    #expect(try late.faults() == [])
  }

  @Test func areRolledUpByTheirWriters() async throws {
    try write(30, by: ids(1, 2, 3))
    let devices = try (1...3).map { try heir(author: UInt64($0), of: 10) }
    for hour in 0..<5 {
      for device in devices {
        #expect(try await device.sync(store, at: UInt64(hour) * device.options.grace).isComplete)
      }
    }
    #expect(try store.names().count <= 3)
    #expect(try store.objects().count == store.names().count)
    let newcomer = Device(author: 9)
    #expect(try await newcomer.sync(store).uploaded.objects == 0)
    #expect(try wordCount(newcomer) == 30)
    for device in devices { #expect(try device.faults() == []) }
  }

  /// New objects and old segments in one folder.
  @Test func buildOnEachOtherWithNewObjects() async throws {
    try write(6, by: ids(1, 2))
    let ada = try heir(author: 1, of: 3)
    try await ada.sync(store)
    try ada.add("new", to: document)
    try await ada.sync(store)
    let newcomer = Device(author: 9)
    #expect(try await newcomer.sync(store).isComplete)
    #expect(try newcomer.contents() == ada.contents())
    #expect(try wordCount(newcomer) == 7)
  }

  @Test func aLostSegmentIsRepairedByWhoHasIt() async throws {
    try write(12, by: ids(1, 2))
    let ada = try heir(author: 1, of: 6)
    try await ada.sync(store)
    try store.delete(try #require(try store.names().first))
    #expect(try await ada.sync(store).isComplete)
    let newcomer = Device(author: 9)
    #expect(try await newcomer.sync(store).isComplete)
    #expect(try wordCount(newcomer) == 12)
  }
}
