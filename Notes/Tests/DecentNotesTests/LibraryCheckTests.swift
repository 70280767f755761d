// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import Foundation
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Reports and repairs of damage inside a database that SQLite finds sound.
@Suite struct LibraryCheckTests {
  private let folder: TemporaryFolder
  private let library: Library
  private let store = MemoryStore()
  private let id: NoteID

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path("library"))
    _ = try library.add(NoteDraft(title: "Other", text: "other words"))
    id = try library.add(NoteDraft(title: "Plan", text: "milk and bread", tags: ["home"]))
    try library.setText(of: id, to: "milk, tea and bread")
    try library.move(id, to: .number(2))
    let gone = try library.add(NoteDraft(title: "Gone"))
    try library.setTrashed(true, gone)
    try library.purge([gone])
  }

  @discardableResult
  private func sync(_ library: Library) async throws -> SyncReport {
    try await library.sync(with: store, as: RemoteName("cloud"))
  }

  private func run(_ sql: String) throws {
    try library.database.execute(script: sql)
  }

  private func key(_ name: DocumentName) throws -> Int {
    try #require(try library.table.key(of: name.id))
  }

  private func expectSound(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try library.check() == [], sourceLocation: location)
    let summaries = try library.summaries()
    #expect(try library.decodedSummaries() == summaries, sourceLocation: location)
    #expect(try library.searchedTexts() == library.decodedTexts(), sourceLocation: location)
  }

  @Test func aLibraryInUseIsSound() async throws {
    try expectSound()
    try await sync(library)
    try expectSound()
    let phone = try Library(openingOrCreating: folder.path("phone"))
    try await sync(phone)
    #expect(try phone.check() == [])
    #expect(try library.repair().steps == [])
  }

  @Test(arguments: [
    "UPDATE notes SET title = 'x' WHERE title = 'Plan'",
    "UPDATE notes SET priority = 'urgent' WHERE title = 'Plan'",
    "UPDATE notes SET edited = 7 WHERE title = 'Plan'", "DELETE FROM notes WHERE title = 'Plan'",
    "UPDATE notes SET tags = '' WHERE title = 'Plan'",
    "UPDATE notes SET tags = '[' WHERE title = 'Plan'",
  ])
  func whatListsShow(_ damage: String) throws {
    try run(damage)
    #expect(try library.check() == [.lists(count: 1)])
    let report = try library.repair()
    #expect(report.steps == ["made anew what lists show of 1 note"])
    #expect(report.remaining == [])
    #expect(report.keptFolder == nil)
    try expectSound()
  }

  @Test(arguments: [
    "DELETE FROM words WHERE title = 'Plan'", "UPDATE words SET text = 'x' WHERE title = 'Plan'",
  ])
  func whatSearchesLookAt(_ damage: String) throws {
    try run(damage)
    #expect(try library.check() == [.words(count: 1)])
    #expect(try library.repair().remaining == [])
    #expect(try library.search(SearchWords("tea")).map(\.id) == [id])
    try expectSound()
  }

  @Test func theIndexOfWords() throws {
    try run("UPDATE words_data SET block = x'00' WHERE id > 100")
    let problems = try library.check()
    guard case .wordIndex = problems.first else {
      Issue.record("\(problems)")
      return
    }
    #expect(try library.repair().remaining == [])
    #expect(try library.search(SearchWords("tea")).map(\.id) == [id])
    try expectSound()
  }

  @Test func whereNothingCanBeWritten() throws {
    try library.indexWords()
    for damage in ["", "UPDATE words_data SET block = x'00' WHERE id > 100"] {
      try run(damage + "; PRAGMA wal_checkpoint(TRUNCATE)")
      let disk = FillingDisk(at: folder.path("library"), roomFor: 0)
      try withExtendedLifetime(disk) {
        let reader = try Library(opening: folder.path("library"))
        let problems = try reader.check()
        #expect(try problems == library.check())
        #expect(problems.isEmpty == damage.isEmpty, "\(problems)")
        #expect(try reader.note(id) == library.note(id))
        #expect(try reader.summaries() == library.summaries())
        #expect(throws: DatabaseFailure.self) { try reader.setTitle(of: id, to: "x") }
      }
    }
  }

  @Test func theOrder() throws {
    try run("UPDATE notes SET order_key = x'' WHERE id = '\(id)'")
    #expect(try library.check() == [.lists(count: 1)])
    #expect(try library.repair().remaining == [])
    try expectSound()
  }

  @Test func leftovers() throws {
    try run(
      """
      PRAGMA foreign_keys = OFF;
      UPDATE notes SET id = 'x' WHERE title = 'Other';
      INSERT INTO words (rowid, title) VALUES (99, 'x');
      INSERT INTO deltas (document, content) VALUES (99, x'00');
      PRAGMA foreign_keys = ON;
      """)
    #expect(
      Set(try library.check()) == [
        .lists(count: 2), .words(count: 1),
        .leftovers(table: "deltas", count: 1),
      ])
    #expect(try library.repair().remaining == [])
    try expectSound()
  }

  @Test func whatIsKnownOfARemote() async throws {
    try await sync(library)
    for damage in [
      "UPDATE sync_rows SET value = x'00' WHERE substr(key, 1, 1) = x'43'",  // claims
      "UPDATE sync_rows SET value = x'00' WHERE substr(key, 1, 1) = x'4f'",  // objects
      "INSERT INTO sync_rows VALUES (x'530005636c6f75640000000000000001', x'00')",
    ] {
      try run(damage)
      guard case .remote("cloud", _) = try #require(try library.check().first) else {
        Issue.record("\(try library.check())")
        return
      }
      #expect(try library.repair().remaining == [])
      #expect(try await sync(library).uploaded.objects == 0)
      #expect(try library.check() == [])
    }
  }

  /// A flipped bit in the version of a claim. Every sync failed, and the check found nothing.
  @Test func oneWrongBitInAClaim() async throws {
    try await sync(library)
    let rows = try library.database.rows(
      "SELECT key, value FROM sync_rows WHERE substr(key, 1, 1) = x'43' ORDER BY key"
    ) { (key: $0.blob(at: 0), value: $0.blob(at: 1)) }
    let name = DocumentID.note(id).text
    let row = try #require(rows.last { String(decoding: $0.key, as: UTF8.self).contains(name) })
    var value = row.value
    value[value.count / 2] ^= 1
    try library.database.run(
      "UPDATE sync_rows SET value = ? WHERE key = ?", .blob(value), .blob(row.key))
    for id in try library.summaries().map(\.id) { try library.setTitle(of: id, to: "New") }
    let failure = try await #require(throws: LibraryFailure.self) { try await sync(library) }
    #expect("\(failure)".contains("knows of the remote 'cloud' is damaged"))
    #expect("\(failure)".contains(folder.path("library")))
    guard case .remote("cloud", _) = try #require(try library.check().first) else {
      Issue.record("\(try library.check())")
      return
    }
    #expect(try library.repair().remaining == [])
    #expect(try await sync(library).isComplete)
    try expectSound()
    let phone = try Library(openingOrCreating: folder.path("phone"))
    #expect(try await sync(phone).isComplete)
    #expect(try phone.summaries().map(\.title) == library.summaries().map(\.title))
  }

  @Test func aDocumentOfALaterVersionIsLeftAlone() throws {
    try run("INSERT INTO documents (name, revision) VALUES ('drawing/1', 99)")
    #expect(try library.check() == [.unknownDocument("drawing/1")])
    #expect(try library.repair().remaining == [.unknownDocument("drawing/1")])
    #expect(try library.check() == [.unknownDocument("drawing/1")])
  }
}

/// Damaged documents.
extension LibraryCheckTests {
  private func damageBase(of name: DocumentName) throws -> [UInt8] {
    let key = try key(name)
    var bytes = try #require(try library.table.storedBytes(of: key).first)
    bytes[bytes.count / 2] ^= 1
    try library.database.run(
      "UPDATE bases SET content = ? WHERE document = ?", .blob(bytes), .integer(key))
    return bytes
  }

  private func kept(_ report: RepairReport, _ ending: String) throws -> [UInt8] {
    let folder = try #require(report.keptFolder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let name = try #require(names.first { $0.hasSuffix(ending) })
    return Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
  }

  @Test func aDamagedNoteIsKeptAndComesBackFromARemote() async throws {
    try await sync(library)
    let whole = try library.note(id)
    let stored = try library.table.storedBytes(of: key(.note(id)))
    let bytes = try damageBase(of: .note(id))
    guard case .document(.note(id), "Plan", _) = try #require(try library.check().first) else {
      Issue.record("\(try library.check())")
      return
    }
    let report = try library.repair()
    #expect(report.remaining == [])
    #expect(report.keptFolder == folder.path("library/damaged"))
    #expect(try kept(report, ".base") == bytes)
    #expect(stored.count == 3)
    for place in 1...2 { #expect(try kept(report, ".delta-\(place)") == stored[place]) }
    let file = NoteFile(String(decoding: try kept(report, ".md"), as: UTF8.self))
    #expect(file.text == "milk, tea and bread")
    #expect([file.title, file.tags?.first] == ["Plan", "home"])
    #expect(file.id == nil)
    #expect(try library.summaries().map(\.title) == ["Other"])
    #expect(try await sync(library).isComplete)
    #expect(try library.note(id) == whole)
    #expect(try library.note(id).encoded() == whole.encoded())
    try expectSound()
    #expect(try await sync(library).uploaded.objects == 0)
  }

  @Test func ofANoteWhatCanBeReadStays() async throws {
    try library.database.run(
      "UPDATE deltas SET content = x'00' WHERE document = ?", .integer(try key(.note(id))))
    let report = try library.repair()
    #expect(report.remaining == [])
    #expect(try library.note(id).text.string == "milk and bread")
    #expect(try kept(report, ".delta-1") == [0])
    let file = NoteFile(String(decoding: try kept(report, ".md"), as: UTF8.self))
    #expect(file.text == "milk, tea and bread")
    try library.setText(of: id, to: "milk and rye")
    try await sync(library)
    let phone = try Library(openingOrCreating: folder.path("phone"))
    try await sync(phone)
    #expect(try phone.note(id) == library.note(id))
    try expectSound()
  }

  @Test func aDocumentWithoutContentIsRepaired() throws {
    try run("DELETE FROM bases WHERE document = \(try key(.note(id)))")
    #expect(
      try library.check().first
        == .document(.note(id), title: "Plan", reason: "its content is missing"))
    #expect(try library.repair().remaining == [])
    try expectSound()
  }

  /// A device believes its own bytes when it loads them. Replaying the history finds shown text
  /// that was never written.
  @Test func whatDisagreesWithItsHistoryIsFound() throws {
    let name = DocumentName.note(id)
    let bytes = try library.note(id).encoded(for: .ownDevice)
    let forged = try #require(forgeries(of: bytes, replacing: "tea", with: "gin").first)
    try run("DELETE FROM deltas WHERE document = \(try key(name))")
    try library.database.run(
      "UPDATE bases SET content = ? WHERE document = ?", .blob(forged), .integer(try key(name)))
    #expect(try library.note(id).text.string == "milk, gin and bread")
    let reason = "what is stored of it disagrees with its history"
    #expect(try library.check().first == .document(name, title: "Plan", reason: reason))
    #expect(try library.repair().remaining == [])
    #expect(try library.note(id).text.string == "milk, tea and bread")
    try expectSound()
  }

  /// All own bytes with one place changed that load and show a text that was never written.
  private func forgeries(of bytes: [UInt8], replacing old: String, with new: String) -> [[UInt8]] {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    return bytes.indices.dropLast(old.count).compactMap { place in
      guard Array(bytes[place..<(place + old.count)]) == old else { return nil }
      var forged = Array(bytes.dropLast(4))
      forged.replaceSubrange(place..<(place + old.count), with: new)
      var writer = ByteWriter()
      writer.write(contentsOf: forged)
      writer.writeFixed(CRC32C.checksum(of: forged))
      guard let note = try? Note(encoded: writer.bytes, from: .ownDevice),
        let same = try? Note(encoded: note.encoded()),
        same.text.string != note.text.string, note.text.string.contains("gin")
      else { return nil }
      return writer.bytes
    }
  }
}
