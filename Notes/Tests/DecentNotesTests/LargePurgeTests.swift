// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Synchronization
import Testing

@testable import DecentDocuments
@testable import DecentNotes
@testable import ReplicatingText

/// Purges of notes that many runs of the program edited. Each run is an author of its own.
@Suite struct LargePurgeTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let laptop: Library
  private let phone: Library
  private let chance = Chance()

  private final class Chance: Sendable {
    let generator = Mutex(TestRun.generator(seed: 1))
    var word: UInt64 { generator.withLock { $0.next() } }
  }

  init() throws {
    folder = try TemporaryFolder()
    laptop = try Library(openingOrCreating: folder.path("laptop"))
    phone = try Library(openingOrCreating: folder.path("phone"))
  }

  /// Runs `body` as a run of the program of its own.
  private func command<Result>(_ body: () throws -> Result) rethrows -> Result {
    let (chance, time) = (chance, 1_700_000_000_000 + chance.word % 1_000_000)
    let environment = ReplicationEnvironment(milliseconds: { time }, random: { chance.word })
    return try environment.run(body)
  }

  /// Adds a note to the laptop, edits it by a letter in each of some runs of the program, and puts
  /// it into the trash.
  private func addTrashedNote(editedBy programs: Int) throws -> NoteID {
    let id = try command { try laptop.add(NoteDraft(title: "Plan", text: "text")) }
    try laptop.edit(id) { note in
      for _ in 0..<programs { command { note.text.append("x") } }
    }
    try laptop.setTrashed(true, id)
    return id
  }

  @discardableResult
  private func sync(_ library: Library) async throws -> SyncReport {
    try await library.sync(with: store, as: RemoteName("cloud"))
  }

  /// Syncs until no device sends anything, which must not take long.
  private func settle(_ libraries: [Library]) async throws {
    for _ in 0..<6 {
      var isAtRest = true
      for library in libraries {
        let report = try await sync(library)
        if report.uploaded.objects > 0 || !report.postponed.isEmpty { isAtRest = false }
      }
      if isAtRest {
        for library in libraries {
          #expect(try library.summaries() == libraries[0].summaries())
          #expect(try library.check() == [])
        }
        return
      }
    }
    Issue.record("still sending after six rounds")
  }

  private func isGone(_ id: NoteID, from library: Library) throws -> Bool {
    try !library.table.exists(.note(id)) && library.summaries().isEmpty
  }

  @Test(arguments: [1, 20, 100, 1_000, 10_000]) func aPurgeNamesTheAuthorsOfTheNote(
    programs: Int
  ) throws {
    let id = try addTrashedNote(editedBy: programs)
    try laptop.purge([id])
    #expect(try isGone(id, from: laptop))
    let purges = try #require(
      try laptop.table.content(of: .purge(id), as: DocumentRemoval.self))
    let size = try purges.encoded().count
    // The random ids take that many bytes, and a third more as text.
    #expect(size <= programs * 22 + 1_000, "\(size) bytes")
  }

  @Test func aDeviceThatIsBehindDropsTheNote() async throws {
    let id = try addTrashedNote(editedBy: 100)
    for library in [laptop, phone] { try await sync(library) }
    try laptop.edit(id) { note in command { note.text.append("never sent") } }
    try laptop.purge([id])
    #expect(try laptop.table.exists(.purge(id)))
    try await settle([laptop, phone])
    for library in [laptop, phone] { #expect(try isGone(id, from: library)) }
    #expect(try phone.purges(of: id) == laptop.purges(of: id))
    let tablet = try Library(openingOrCreating: folder.path("tablet"))
    try await settle([laptop, phone, tablet])
    #expect(try isGone(id, from: tablet))
  }

  @Test func anEditThatWasNotSeenBringsTheNoteBack() async throws {
    let id = try addTrashedNote(editedBy: 100)
    for library in [laptop, phone] { try await sync(library) }
    try laptop.purge([id])
    try phone.edit(id) { note in command { note.text.append("!") } }
    try await settle([laptop, phone])
    for library in [laptop, phone] {
      #expect(try library.note(id).text.string.hasSuffix("x!"))
      #expect(try library.summary(id).wasPurged)
    }
    try phone.purge([id])
    try await settle([laptop, phone])
    for library in [laptop, phone] { #expect(try isGone(id, from: library)) }
    #expect(try laptop.table.content(of: .purge(id), as: DocumentRemoval.self)?.count == 2)
  }

  /// An object that was not read before the note was purged, as from a remote that was away.
  @Test func anOldObjectBringsNothingBack() async throws {
    let stick = MemoryStore()
    let id = try addTrashedNote(editedBy: 100)
    let remote = RemoteName("stick")
    _ = try await laptop.sync(with: stick, as: remote)
    try laptop.edit(id) { note in command { note.text.append("more") } }
    for library in [laptop, phone] { try await sync(library) }
    try laptop.purge([id])
    try await settle([laptop, phone])
    _ = try await phone.sync(with: stick, as: remote)
    #expect(try isGone(id, from: phone))
    try await settle([laptop, phone])
    for library in [laptop, phone] { #expect(try isGone(id, from: library)) }
  }

  /// Each device names what it saw of the note in the one document of the purges.
  @Test func twoPurgesAtOnceAreOne() async throws {
    let id = try addTrashedNote(editedBy: 60)
    for library in [laptop, phone] { try await sync(library) }
    for library in [laptop, phone] {
      try library.edit(id) { note in command { note.text.append("y") } }
      try library.purge([id])
    }
    try await settle([laptop, phone])
    for library in [laptop, phone] {
      #expect(try isGone(id, from: library))
      #expect(try library.table.content(of: .purge(id), as: DocumentRemoval.self)?.count == 2)
    }
  }

  @Test func aDamagedPurgeIsRepaired() throws {
    let (large, small) = (try addTrashedNote(editedBy: 60), try addTrashedNote(editedBy: 1))
    try laptop.purge([large, small])
    #expect(try laptop.check() == [])
    let known = try laptop.purges(of: small)
    let key = try #require(try laptop.table.key(of: .purge(large)))
    try laptop.database.run(
      "UPDATE bases SET content = ? WHERE document = ?", .blob([1, 2, 3]), .integer(key))
    #expect(try laptop.check().count == 1)
    #expect(try laptop.repair().remaining == [])
    #expect(try laptop.purges(of: large) == nil)
    #expect(try laptop.purges(of: small) == known)
  }

  @Test(.seeded) func randomPurgesAndEditsConverge() async throws {
    var generator = TestRun.generator(seed: 21)
    let tablet = try Library(openingOrCreating: folder.path("tablet"))
    let libraries = [laptop, phone, tablet]
    var authors = 0
    for step in 0..<160 {
      let library = generator.pick(libraries)
      let notes = try library.summaries()
      switch generator.below(8) {
      case 0: _ = try command { try library.add(NoteDraft(title: "\(step)", text: "text \(step)")) }
      case 1, 2: try await sync(library)
      case 3:
        let purged = notes.filter(\.isTrashed).map(\.id)
        for id in purged {
          authors = max(authors, try Set(library.note(id).text.editRuns.map(\.session)).count)
        }
        try library.purge(purged)
      case _ where notes.isEmpty: continue
      case 4, 5:
        try library.edit(generator.pick(notes).id) { note in
          for _ in 0..<30 { command { note.text.append(" and \(step)") } }
        }
      default: try library.setTrashed(generator.below(3) > 0, generator.pick(notes).id)
      }
    }
    try await settle(libraries)
    for note in try laptop.summaries() {
      let bytes = try libraries.map { try $0.note(note.id).encoded() }
      #expect(bytes[0] == bytes[1])
      #expect(bytes[0] == bytes[2])
      // The note is whole.
      #expect(try laptop.note(note.id).text.string.contains("text"), "\(note)")
    }
    #expect(authors > 30, "notes of at most \(authors) authors were purged")
  }
}
