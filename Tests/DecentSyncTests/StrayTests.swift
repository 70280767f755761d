// SPDX-License-Identifier: MIT

import Testing

@testable import DecentSync

/// Files that lie among the objects of a remote and hold nothing of a document. An empty one used to make
/// each device incomplete.
@Suite struct StrayTests {
  private let store = MemoryStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)

  @Test func straysAreNamedAndNothingIsMissing() async throws {
    try ada.add("fine")
    try await ada.sync(store)
    let sound = try #require(try store.objects().first)
    let strays: [(name: String, bytes: [UInt8])] = [
      ("log/Icon\r", []), ("log/notes.txt", Array("buy milk".utf8)),
      ("log/cut", [68, 67, 78, 84, 5]),
      ("\(sound.name) (conflict)", Array(sound.bytes.prefix(40))),
    ]
    for stray in strays {
      try store.create(try #require(ObjectName(stray.name)), holding: stray.bytes)
    }
    for day in 1...3 as ClosedRange<UInt64> {
      let report = try await bob.sync(store, at: day * AcknowledgementDraft.interval)
      #expect(report.stopped == nil && report.notTakenIn == [])
      // The contents of the cut copy are here.
      #expect(
        report.problems.map(\.name.text).sorted() == ["log/Icon\r", "log/cut", "log/notes.txt"])
      #expect(report.problems.allSatisfy { $0.isOfForeignFile && "\($0)".contains("move it away") })
    }
    #expect(try bob.words() == ["fine"])
    #expect(try store.acknowledgements().allSatisfy { $0.unreadable.count <= 1 })
  }

  /// The copy alone is there: its writer sends again what it held.
  @Test func aCutCopyAloneLeavesTheLibraryIncomplete() async throws {
    try ada.add("fine")
    try await ada.sync(store)
    let sound = try #require(try store.objects().first)
    let copy = try #require(ObjectName("\(sound.name) (conflict)"))
    try store.create(copy, holding: Array(sound.bytes.prefix(40)))
    try store.delete(sound.name)
    #expect(try await bob.sync(store).notTakenIn == [copy])
    for device in [ada, bob] { try await device.sync(store, at: AcknowledgementDraft.interval) }
    #expect(try bob.words() == ["fine"])
  }
}
