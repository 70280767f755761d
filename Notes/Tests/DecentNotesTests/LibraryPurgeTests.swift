// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Testing

@testable import DecentDocuments
@testable import DecentNotes
@testable import DecentSync

/// Purges on one device, with edits on others meanwhile.
@Suite struct LibraryPurgeTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let laptop: Library
  private let phone: Library
  /// A note that both devices have, in the trash.
  private let id: NoteID

  init() async throws {
    folder = try TemporaryFolder()
    laptop = try Library(openingOrCreating: folder.path("laptop"))
    phone = try Library(openingOrCreating: folder.path("phone"))
    id = try laptop.add(NoteDraft(title: "Plan", text: "secret text", tags: ["a"]))
    try laptop.setTrashed(true, id)
    for library in [laptop, phone] { try await sync(library) }
  }

  @discardableResult
  private func sync(_ library: Library) async throws -> SyncReport {
    try await library.sync(with: store, as: RemoteName("cloud"))
  }

  @Test func theStatusNamesAPurgeThatWaits() throws {
    try laptop.purge([id])
    let other = try laptop.add(NoteDraft(title: "Other"))
    let waiting = try laptop.status(of: RemoteName("cloud")).waiting
    #expect(Set(waiting.map(\.document)) == [.purge(id), .note(other)])
    #expect(waiting.compactMap(\.note?.title) == ["Other"])
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
        let first = try libraries[0].summaries()
        for library in libraries {
          #expect(try library.summaries() == first)
          #expect(try library.decodedSummaries() == first)
          #expect(try library.searchedTexts() == library.decodedTexts())
          #expect(try library.searchedTexts() == library.decodedTexts())
        }
        return
      }
    }
    Issue.record("still sending after six rounds")
  }

  private func expectGone(from library: Library) throws {
    #expect(try library.summaries() == [])
    #expect(try library.decodedSummaries() == [])
    #expect(try !library.table.exists(.note(id)))
    for table in ["bases", "deltas"] {
      let left = try library.database.row(
        "SELECT count(*) FROM \(table) WHERE document IN (SELECT key FROM documents "
          + "WHERE name NOT LIKE 'gone/%')"
      ) { $0.integer(at: 0) }
      #expect(left == 0)
    }
  }

  private func expectBack(title: String = "Plan", text: String, isTrashed: Bool = true) throws {
    for library in [laptop, phone] {
      let note = try library.note(id)
      #expect(note.title.value == title)
      #expect(note.text.string == text)
      #expect(note.tags.values == ["a"])
      let summary = try library.summary(id)
      #expect(summary.isTrashed == isTrashed)
      #expect(summary.wasPurged)
    }
    #expect(try laptop.note(id).encoded() == phone.note(id).encoded())
  }

  /// Lists show of a note that came back that it was purged once.
  @Test func aPurgeThatCannotBeReadLeavesLists() async throws {
    try laptop.purge([id])
    try phone.setText(of: id, to: "other text")
    try await settle([laptop, phone])
    #expect(try laptop.summary(id).wasPurged)
    let key = try #require(try laptop.table.key(of: .purge(id)))
    try laptop.database.run("DELETE FROM bases WHERE document = ?", .integer(key))
    let report = try laptop.repair()
    #expect(report.remaining == [])
    #expect(try !laptop.summary(id).wasPurged)
    #expect(try laptop.check() == [])
  }

  @Test func aPurgedNoteIsGoneFromEveryDevice() async throws {
    try laptop.purge([id])
    try expectGone(from: laptop)
    #expect(throws: LibraryFailure.unknownNote("\(id)")) { try laptop.note(id) }
    try await settle([laptop, phone])
    for library in [laptop, phone] { try expectGone(from: library) }
  }

  @Test func onlyNotesInTheTrashArePurgedAllOrNone() throws {
    let other = try laptop.add(NoteDraft(title: "Other"))
    #expect(throws: LibraryFailure.notInTrash(title: "Other")) {
      try laptop.purge([id, other])
    }
    let stranger = NoteID(rawValue: 7)
    #expect(throws: LibraryFailure.unknownNote("\(stranger)")) {
      try laptop.purge([id, stranger])
    }
    #expect(try laptop.summaries().count == 2)
    #expect(try !laptop.table.exists(.purge(id)))
  }

  /// The phone has less of the note than the laptop had seen when it purged it.
  @Test func aDeviceThatIsBehindDropsTheNoteToo() async throws {
    try laptop.setText(of: id, to: "secret text, and more that never went out")
    try laptop.purge([id])
    try await settle([laptop, phone])
    for library in [laptop, phone] { try expectGone(from: library) }
  }

  @Test func anEditOfTheTextBringsTheWholeNoteBack() async throws {
    try laptop.purge([id])
    try phone.setText(of: id, to: "secret text, edited")
    try await settle([laptop, phone])
    try expectBack(text: "secret text, edited")
  }

  /// The object that a device would send next.
  private func sealedObject(of device: Library) throws -> SealedObject {
    var sealed: Set<DocumentID> = []
    return try #require(
      try device.policy(for: RemoteName("cloud")).nextSealed(forOthers: false, besides: &sealed))
  }

  /// A change of the title needs no history. Merged alone, it would make half a note.
  @Test(arguments: [true, false]) func anEditOfTheTitleBringsTheWholeNoteBack(
    _ isSentFirst: Bool
  ) async throws {
    try laptop.purge([id])
    try phone.setTitle(of: id, to: "New plan")
    // The phone's object, sent before it learns of the purge, builds on edits that the laptop
    // dropped.
    if isSentFirst {
      let sealed = try sealedObject(of: phone)
      let parts = sealed.parts(named: sealed.name)
      let outcome = try laptop.policy(for: RemoteName("cloud")).intake.take(parts)
      #expect(outcome.held.map(\.reason) == [.missingHistory])
      #expect(try laptop.summaries() == [])
    }
    try await settle([laptop, phone])
    try expectBack(title: "New plan", text: "secret text")
  }

  /// Only the laptop saw that the note was put into the trash. That edit was never sent, and was
  /// dropped with the note.
  @Test(arguments: [true, false]) func aNoteComesBackIntoTheTrashWhoeverKnewOfIt(
    _ isSentFirst: Bool
  ) async throws {
    for library in [laptop, phone] {
      try laptop.setTrashed(false, id)
      try await sync(library)
    }
    try laptop.setTrashed(true, id)
    try laptop.purge([id])
    try phone.setText(of: id, to: "secret text, edited")
    if isSentFirst { try await sync(phone) }
    try await settle([laptop, phone])
    try expectBack(text: "secret text, edited")
    for library in [laptop, phone] {
      let words = try SearchWords("edited")
      #expect(try library.search(words).isEmpty)
      #expect(try library.search(words, wantsTrashed: true).map(\.id) == [id])
      #expect(try library.check() == [])
    }
    try phone.setTrashed(false, id)
    try await settle([laptop, phone])
    try expectBack(text: "secret text, edited", isTrashed: false)
    try phone.setTrashed(true, id)
    try laptop.setText(of: id, to: "again")
    try await settle([phone, laptop])
    try phone.purge([id])
    try await settle([laptop, phone])
    for library in [laptop, phone] { try expectGone(from: library) }
  }

  /// A move is an edit like any other. The note comes back to the place that it was moved to.
  @Test func aMoveThatWasNotSeenBringsTheNoteBack() async throws {
    let other = try laptop.add(NoteDraft(title: "Other"))
    for library in [laptop, phone, laptop] { try await sync(library) }
    #expect(try phone.summaries().map(\.title) == ["Other", "Plan"])
    try laptop.purge([id])
    try phone.move(id, to: .before(other))
    try await settle([laptop, phone])
    for library in [laptop, phone] {
      #expect(try library.summaries().map(\.title) == ["Plan", "Other"])
      #expect(try library.summary(id).isTrashed)
    }
  }

  /// The laptop's clock is ahead: the restoring must count all the same.
  @Test func restoringCountsWhateverTheClockSays() async throws {
    try laptop.setTrashed(false, id)
    for library in [laptop, phone] { try await sync(library) }
    let ahead = ReplicationEnvironment(
      milliseconds: { 4_000_000_000_000 }, random: { .random(in: 0 ... .max) })
    try ahead.run {
      try laptop.setTrashed(true, id)
      try laptop.purge([id])
    }
    try phone.setText(of: id, to: "edited")
    try await settle([laptop, phone])
    try phone.setTrashed(false, id)
    try await settle([laptop, phone])
    try expectBack(text: "edited", isTrashed: false)
  }

  @Test func restoringElsewhereBringsTheNoteBackToTheList() async throws {
    try laptop.purge([id])
    try phone.setTrashed(false, id)
    try await settle([laptop, phone])
    try expectBack(text: "secret text", isTrashed: false)
  }

  /// The phone restored the note before the laptop purged it, and neither knew of that.
  @Test func restoringCountsAlsoIfItCameBeforeThePurge() async throws {
    try phone.setTrashed(false, id)
    try laptop.purge([id])
    try await settle([laptop, phone])
    try expectBack(text: "secret text", isTrashed: false)
  }

  @Test func aNoteThatCameBackCanBePurgedForGood() async throws {
    try laptop.purge([id])
    try phone.setText(of: id, to: "edited")
    try await settle([laptop, phone])
    try laptop.purge([id])
    try await settle([laptop, phone])
    for library in [laptop, phone] { try expectGone(from: library) }
  }

  @Test func twoPurgesAtOnceAreOne() async throws {
    try laptop.tag(id, adding: ["laptop"], removing: [])
    try phone.tag(id, adding: ["phone"], removing: [])
    for library in [laptop, phone] { try library.purge([id]) }
    try await settle([laptop, phone])
    for library in [laptop, phone] { try expectGone(from: library) }
  }

  /// The phone sends an edit and never syncs again, so it never learns of the purge.
  @Test func anEditOfALostDeviceIsPutTogetherFromTheRemote() async throws {
    try phone.setTitle(of: id, to: "Last words")
    try laptop.purge([id])
    let sealed = try sealedObject(of: phone)
    try store.create(sealed.name, holding: sealed.bytes)
    #expect(try await sync(laptop).isComplete)
    #expect(try laptop.note(id).title.value == "Last words")
    let tablet = try Library(openingOrCreating: folder.path("tablet"))
    try await settle([laptop, tablet])
    for library in [laptop, tablet] {
      #expect(try library.note(id).title.value == "Last words")
      #expect(try library.note(id).text.string == "secret text")
      #expect(try library.summary(id).wasPurged)
    }
  }

  @Test(.seeded, arguments: 0..<6) func randomPurgesAndEditsConverge(_ run: Int) async throws {
    var generator = TestRun.generator(seed: 11 + UInt64(run))
    let tablet = try Library(openingOrCreating: folder.path("tablet"))
    let libraries = [laptop, phone, tablet]
    for step in 0..<50 {
      let library = generator.pick(libraries)
      let notes = try library.summaries()
      switch generator.below(7) {
      case 0: _ = try library.add(NoteDraft(title: "\(step)", text: "text \(step)"))
      case 1: try await sync(library)
      case 2: try library.purge(notes.filter(\.isTrashed).map(\.id))
      case _ where notes.isEmpty: continue
      case 3: try library.setTitle(of: generator.pick(notes).id, to: "title \(step)")
      case 4: try library.edit(generator.pick(notes).id) { $0.text.append(" and \(step)") }
      default: try library.setTrashed(generator.below(3) > 0, generator.pick(notes).id)
      }
    }
    try await settle(libraries)
    for note in try laptop.summaries() {
      let bytes = try libraries.map { try $0.note(note.id).encoded() }
      #expect(bytes[0] == bytes[1])
      #expect(bytes[0] == bytes[2])
      if let purges = try laptop.purges(of: note.id) {
        var trashed = try laptop.note(note.id)
        purges.leave(in: &trashed)
        #expect(try trashed == laptop.note(note.id))
      }
      // The note is whole.
      #expect(try laptop.note(note.id).text.string.contains("text"), "\(note)")
    }
  }
}
