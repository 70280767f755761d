// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws
import SyncSimulation
import Testing

@testable import DecentSync

/// Dropped text goes on all devices, and in the folder.
@Suite struct DroppingTests {
  private static let day = AcknowledgementDraft.interval

  private let store = CountingStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)
  private let carol = Device(author: 3)
  private var all: [Device] { [ada, bob, carol] }

  /// Random letters: repeated ones would be compressed to almost nothing.
  private let long: String = {
    var random = SeededGenerator(seed: 1)
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    return String((0..<4000).map { _ in letters[random.below(26)] })
  }()

  private func text(_ device: Device) throws -> ReplicatingText {
    try ReplicatingText(encoded: device.documents.content(of: Bench.document()))
  }

  private func hasDropped(_ device: Device) throws -> Bool {
    try !text(device).version.dropped.isEmpty
  }

  private func drop(on device: Device) throws -> Bool {
    try device.documents.dropDeleted(in: Bench.document())
  }

  /// Lets devices sync in turn, a few times.
  private func rest(_ devices: [Device], at time: UInt64) async throws {
    for _ in 0..<4 { for device in devices { try await device.sync(store, at: time) } }
  }

  /// Writes a long word, lets all devices take it in, and deletes it.
  private func writeAndDelete(by devices: [Device]) async throws {
    try ada.add("short")
    try ada.add(long)
    try await rest(devices, at: 0)
    try ada.edit("note", .remove(long))
    try ada.add("end")
  }

  /// Devices that have not seen the drop yet lose none of their edits.
  @Test func aDropReachesAllAndLosesNoEdit() async throws {
    try await writeAndDelete(by: all)
    let before = try text(ada).encoded().count
    #expect(try drop(on: ada))
    #expect(try !drop(on: ada))
    for word in ["late", "later"] { try carol.add(word) }
    try bob.edit("note", .remove("short"))
    try await rest(all, at: Self.day)
    for device in all {
      #expect(try hasDropped(device))
      #expect(try text(device).encoded().count * 3 < before * 2)
      let words: Set = ["-short", WordEdit.removal(of: long), "end", "late", "later"]
      #expect(try device.words() == words)
      #expect(try device.contents() == ada.contents())
      #expect(try device.faults() == [])
    }
  }

  /// Devices learn that another dropped a text after they dropped it themselves. They do not answer each
  /// other for ever.
  @Test func allThatDropAtOnceComeToRest() async throws {
    try await writeAndDelete(by: all)
    try await rest(all, at: Self.day)
    for device in all { #expect(try drop(on: device)) }
    try await rest(all, at: 2 * Self.day)
    try await rest(all, at: 4 * Self.day)
    for device in all {
      let before = store.counts
      device.rows.resetCounts()
      #expect(try await device.sync(store, at: 4 * Self.day) == SyncReport())
      #expect(store.counts == before.adding(lists: 1))
      #expect(device.rows.writes == 0)
      #expect(try device.contents() == ada.contents())
    }
  }

  /// The version that a claim leads to says how much a text dropped. Nothing else needs a comparison.
  @Test func aTextThatDroppedLeadsFurther() throws {
    var text: ReplicatingText = "some text"
    text.update(to: "text")
    let id = try Bench.document()
    let before = try TypedDocument(id, text) { ReplicatingText() }.version()
    text.dropDeleted()
    let open = TypedDocument(id, text) { ReplicatingText() }
    let after = try open.version()
    #expect(try open.contains(before, in: after))
    #expect(try !open.contains(after, in: before))
    #expect(try open.joined(before, after) == after)
  }

  /// Compactions carry the rest of the note, so that the objects with the deleted text can be
  /// deleted.
  @Test func theFolderLosesDroppedTextToo() async throws {
    func bytes() throws -> Int {
      try store.list(prefix: "").filter { !$0.name.text.contains("-ack-") }
        .reduce(0) { $0 + $1.size }
    }
    try await writeAndDelete(by: [ada, bob])
    try await rest([ada, bob], at: 0)
    let before = try bytes()
    #expect(try drop(on: bob))
    for day in 1...8 as ClosedRange<UInt64> {
      try ada.add("\(day)")
      try await rest([ada, bob], at: day * Self.day)
    }
    #expect(try bytes() * 3 < before * 2)
    let objects = try store.names()
    let new = Device(author: 9)
    try await new.sync(store)
    #expect(try hasDropped(new))
    #expect(try new.contents() == ada.contents())
    #expect(try store.names() == objects)
  }
}
