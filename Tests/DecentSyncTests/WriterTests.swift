// SPDX-License-Identifier: MIT

import SyncSimulation
import Testing

@testable import DecentSync

/// The note of the device that sent the last edits of a document.
@Suite struct WriterTests {
  private let store = CountingStore()
  private let ada = Device(author: 1)
  private let bob = Device(author: 2)

  private func writer() throws -> DeviceID? {
    let note = try Bench.document()
    return try CommonRows.writer(
      of: note, at: bob.documents.open(note).version(), in: bob.rows)
  }

  private func syncAll(at time: UInt64 = 0) async throws {
    for device in [ada, bob] { try await device.sync(store, at: time) }
  }

  private func row() throws -> RowKey { RowKey(.writer).adding(try Bench.document().text) }

  /// A device that sends a whole document need not have written it.
  @Test func aWholeDocumentIsOfNoDevice() async throws {
    try ada.add("first")
    try await syncAll()
    #expect(try writer() == nil)
    try ada.add("second")
    try await syncAll()
    #expect(try writer() == ada.id())
    try bob.add("third")
    #expect(try writer() == nil)
  }

  @Test func aDamagedRowNamesNoDevice() async throws {
    for word in ["first", "second"] {
      try ada.add(word)
      try await syncAll()
    }
    #expect(try writer() == ada.id())
    try bob.rows.set(row(), to: [1, 2, 3])
    #expect(try writer() == nil)
  }

  @Test func aDocumentThatIsDroppedLeavesNoRow() async throws {
    for word in ["first", "second"] {
      try ada.add(word)
      try await syncAll()
    }
    #expect(try bob.rows.value(of: row()) != nil)
    try CommonRows.noteRestart(of: Bench.document(), in: bob.rows)
    #expect(try bob.rows.value(of: row()) == nil)
  }
}
