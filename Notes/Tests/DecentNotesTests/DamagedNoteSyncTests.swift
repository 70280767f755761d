// SPDX-License-Identifier: MIT

import DecentSync
import NotesTestInputs
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// A damaged note stops the sync of itself alone.
@Suite struct DamagedNoteSyncTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let laptop: Library
  private let phone: Library
  private let damaged: NoteID
  private let sound: NoteID

  init() async throws {
    folder = try TemporaryFolder()
    laptop = try Library(openingOrCreating: folder.path("laptop"))
    phone = try Library(openingOrCreating: folder.path("phone"))
    damaged = try laptop.add(NoteDraft(title: "Damaged", text: "text"))
    sound = try laptop.add(NoteDraft(title: "Sound", text: "text"))
    for library in [laptop, phone] { try await sync(library) }
  }

  @discardableResult
  private func sync(_ library: Library) async throws -> SyncReport {
    try await library.sync(with: store, as: RemoteName("cloud"))
  }

  private func damage() throws {
    try laptop.database.run(
      """
      UPDATE bases SET content = x'00' WHERE document =
        (SELECT key FROM documents WHERE name = ?)
      """, .text(DocumentID.note(damaged).text))
  }

  @Test func whatIsDamagedHereHindersNoOtherNote() async throws {
    try phone.setText(of: damaged, to: "text of the phone")
    try phone.setText(of: sound, to: "text of the phone")
    try await sync(phone)
    try damage()
    try laptop.setTitle(of: sound, to: "Still sound")
    let report = try await sync(laptop)
    #expect(!report.isComplete)
    #expect(report.problems.count == 1)
    #expect(report.problems.first?.description.contains("is damaged in this library") == true)
    #expect(report.notTakenIn.count == 1)
    #expect(report.uploaded.objects == 1)
    #expect(try laptop.note(sound).text.string == "text of the phone")
    try await sync(phone)
    #expect(try phone.note(sound).title.value == "Still sound")
    let status = try laptop.status(of: RemoteName("cloud"))
    #expect(status.sync.pending.map(\.fault) == [.blocked])
    #expect(status.sync.notTakenIn.count == 1)
  }

  @Test func whatWasEditedBeforeItWasDamagedIsNamed() async throws {
    try laptop.setText(of: damaged, to: "never sent")
    try laptop.setText(of: sound, to: "sent")
    try damage()
    for _ in 0..<2 {
      let report = try await sync(laptop)
      #expect(report.damaged.map(\.text) == [DocumentID.note(damaged).text])
      #expect(!report.isComplete)
    }
    try await sync(phone)
    #expect(try phone.note(sound).text.string == "sent")
    let status = try laptop.status(of: RemoteName("cloud"))
    #expect(status.damaged == [.note(damaged)])
  }

  @Test func itCatchesUpAfterTheRepair() async throws {
    try damage()
    try phone.setText(of: damaged, to: "text of the phone")
    try await sync(phone)
    #expect(try await !sync(laptop).isComplete)
    _ = try laptop.repair()
    for _ in 0..<3 { try await sync(laptop) }
    #expect(try laptop.note(damaged) == phone.note(damaged))
    #expect(try await sync(laptop).isComplete)
  }

  @Test func aPurgedNoteThatIsDamagedDoesNotHinderTheOrder() async throws {
    try phone.setTrashed(true, damaged)
    try phone.purge([damaged])
    try phone.move(sound, to: .number(1))
    try await sync(phone)
    try damage()
    try await sync(laptop)
    #expect(try laptop.purges(of: damaged) != nil)
  }

  @Test func aPurgedNoteThatWasDamagedIsDroppedByItsRepair() async throws {
    try await sync(phone)
    try phone.setTrashed(true, damaged)
    try phone.purge([damaged])
    try await sync(phone)
    // A part of the note can still be read.
    try laptop.setTitle(of: damaged, to: "Damaged here")
    try laptop.database.run("UPDATE deltas SET content = x'00'")
    try await sync(laptop)
    _ = try laptop.repair()
    for _ in 0..<3 { try await sync(laptop) }
    #expect(throws: LibraryFailure.self) { try laptop.note(damaged) }
    #expect(try await sync(laptop).isComplete)
  }

  /// A new device used to take in 38 of 43 notes and report success.
  @Test func aNewDeviceKnowsWhatItLacks() async throws {
    try await sync(laptop)
    let first = try #require(
      try store.list(prefix: "log/").map(\.name).filter { !$0.text.contains("ack") }.min())
    let bytes = try store.read(first)
    try store.delete(first)
    try store.create(first, holding: Array(bytes.dropLast(9)))
    let newcomer = try Library(openingOrCreating: folder.path("new"))
    let report = try await sync(newcomer)
    #expect(report.notTakenIn == [first])
    #expect(!report.isComplete)
    let status = try newcomer.status(of: RemoteName("cloud"))
    #expect(status.sync.notTakenIn == [first])
    // The author has noticed the damage and sends the note again. Nothing is missing any more.
    for library in [laptop, laptop, newcomer] { try await sync(library) }
    let healed = try await sync(newcomer)
    #expect(healed.notTakenIn.isEmpty)
    #expect(try newcomer.summaries().count == 2)
  }
}
