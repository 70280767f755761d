// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Rows that cannot be read, of tables that follow from no document, as one flipped bit leaves them.
@Suite struct DamagedRowsTests {
  private let folder: TemporaryFolder
  private let library: Library
  private let id: NoteID
  private let export: NoteFile

  /// A library with a row in each table.
  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path("library"))
    id = try library.add(NoteDraft(title: "Plan", text: "milk"))
    try library.setText(of: id, to: "milk and tea")
    try library.add(Remote(name: "cloud", folder: folder.path("cloud")))
    var file = NoteFile(NoteFile(try library.note(id), id: id).content)
    file.text = "oat milk and tea"
    export = NoteFile(file.content)
    _ = try library.take(in: [(export, "x", folder.path("export.md"))])
    try library.database.run("DELETE FROM undo_steps WHERE number > 1")
    _ = try take()
    let mirrored = ["/mirror/a.md": MirroredFile(of: id, holding: [1])]
    try library.setMirroredFiles(mirrored, in: "/mirror")
    try library.beginMirroredFiles(mirrored)
    try library.noteEnd(ofRun: "0123456789abcdef")
    #expect(try library.check() == [])
  }

  private func take() throws -> ImportOutcome? {
    try library.take(in: [
      ImportedFile(
        NoteFile("bread"), defaultTitle: "Bread", path: folder.path("bread.md"), isNew: false)
    ]).first
  }

  private func flip(_ table: String, _ column: String) throws {
    let bytes = try library.database.row("SELECT CAST(\(column) AS BLOB) FROM \(table)") {
      $0.blob(at: 0)
    }
    var damaged = try #require(bytes)
    damaged[3] ^= 0x80
    try library.database.run("UPDATE \(table) SET \(column) = CAST(? AS TEXT)", .blob(damaged))
  }

  private func problems() throws -> [String] { try library.check().map { "\($0)" } }

  @Test(arguments: [
    ("sources", "path"), ("sources", "stamp"), ("imports", "path"),
    ("mirrors", "path"), ("mirrors", "note"), ("mirrors_begun", "path"),
    ("mirrors_begun", "note"), ("ended_runs", "run"),
  ])
  func aFlippedBitIsFoundAndRepaired(_ table: String, _ column: String) throws {
    try flip(table, column)
    let problems = try problems()
    #expect(problems.count == 1)
    #expect(problems.first?.contains("'\(table)'") == true, "\(problems)")
    let report = try library.repair()
    #expect(report.steps.count == 1)
    #expect(report.remaining == [])
    #expect(try library.check() == [])
    #expect(try library.database.row("SELECT count(*) FROM \(table)") { $0.integer(at: 0) } == 0)
  }

  @Test(arguments: [
    "UPDATE undo_steps SET content = x'00'", "UPDATE undo_steps SET is_undone = 'x'",
    "UPDATE undo_steps SET document = 99",
    "UPDATE sources SET content = x'41c3'", "UPDATE imports SET content = x'41c3'",
    "UPDATE sources SET path = CAST(path AS BLOB)", "UPDATE sources SET checksum = 'x'",
    "UPDATE mirrors SET size = 'x'",
    "UPDATE ended_runs SET run = CAST(run AS BLOB)",
  ])
  func anotherFormIsFoundAndRepaired(_ damage: String) throws {
    try library.database.execute(
      script: "PRAGMA foreign_keys = OFF; \(damage); PRAGMA foreign_keys = ON")
    #expect(try !problems().isEmpty)
    #expect(try library.repair().remaining == [])
  }

  @Test(arguments: [
    "remotes", "imports", "sources", "mirrors", "mirrors_begun", "ended_runs", "serving",
  ])
  func aMissingTableIsFoundAndMadeAnew(_ table: String) throws {
    try library.database.execute(script: "DROP TABLE \(table)")
    #expect(try library.check() == [.missingTable(table)])
    let report = try library.repair()
    #expect(report.steps.count == 1)
    #expect(report.steps.first?.hasPrefix("made anew the table '\(table)'") == true)
    #expect(report.remaining == [])
    try library.setText(of: id, to: "bread")
    #expect(try library.check() == [])
  }

  @Test(arguments: ["sources", "imports"])
  func aRowOfNoDocumentIsALeftover(_ table: String) throws {
    try library.database.run("UPDATE \(table) SET note = ?", .text("\(NoteID(rawValue: 99))"))
    #expect(try library.check() == [.leftovers(table: table, count: 1)])
    #expect(try library.repair().remaining == [])
  }

  @Test func undoGoesOnBeforeAndAfterTheRepair() throws {
    try library.database.run("UPDATE undo_steps SET content = x'00'")
    #expect(throws: LibraryFailure.nothingToUndo(title: "Plan")) { try library.undo(id) }
    #expect(
      try problems() == ["1 change of the note 'Plan' (\(id)) that undo takes back cannot be read"])
    let report = try library.repair()
    #expect(report.steps.first?.contains("'Plan'") == true)
    #expect(throws: LibraryFailure.nothingToUndo(title: "Plan")) { try library.undo(id) }
    try library.setText(of: id, to: "bread")
    _ = try library.undo(id)
    #expect(try library.note(id).text.string == "oat milk and tea")
  }

  @Test func anImportGoesOnAfterTheRepair() throws {
    try flip("sources", "path")
    #expect(throws: DatabaseFailure.self) { try take() }
    _ = try library.repair()
    guard case .added = try take() else {
      Issue.record("the file is known")
      return
    }
  }

  @Test func anExportGoesOnAfterTheRepair() throws {
    try flip("mirrors", "note")
    #expect(throws: DatabaseFailure.self) { try library.mirroredFiles(in: "/mirror") }
    _ = try library.repair()
    #expect(try library.mirroredFiles(in: "/mirror").count == 1)
  }
}

/// Remotes that cannot be read.
extension DamagedRowsTests {
  private func sync(_ name: String) async throws -> SyncReport {
    try await library.sync(with: MemoryStore(), as: RemoteName(name))
  }

  @Test func aFolderThatCannotBeReadStopsNoOtherRemote() throws {
    try flip("remotes", "folder")
    try library.add(Remote(name: "stick", folder: folder.path("stick")))
    #expect(try library.remotes().map(\.name) == ["cloud", "stick"])
    #expect(try library.remote(named: "stick").folder == folder.path("stick"))
    #expect(try problems().first?.contains("remote 'cloud'") == true)
    try library.removeRemote(named: "cloud")
    #expect(try library.remotes().map(\.name) == ["stick"])
    #expect(try library.check() == [])
  }

  @Test func aRemoteIsAddedInPlaceOfAnUnreadableOne() throws {
    try flip("remotes", "folder")
    let remote = Remote(name: "cloud", folder: folder.path("cloud"))
    try library.add(remote)
    #expect(try library.remotes() == [remote])
    #expect(try library.check() == [])
  }

  @Test func theRepairTakesAnUnreadableRemoteOut() async throws {
    _ = try await sync("cloud")
    try flip("remotes", "folder")
    let report = try library.repair()
    #expect(report.steps.first?.contains("decent remote add cloud FOLDER") == true)
    #expect(report.remaining == [])
    #expect(try library.remotes() == [])
  }

  /// The sync state of the remote still has its name.
  @Test func theRepairGivesARemoteItsNameBack() async throws {
    _ = try await sync("cloud")
    try flip("remotes", "name")
    let remote = try #require(try library.remotes().first)
    #expect(remote.name == "clo\u{fffd}d")
    #expect(try problems().count == 1)
    #expect(try library.repair().remaining == [])
    #expect(try library.remotes() == [Remote(name: "cloud", folder: folder.path("cloud"))])
  }

  @Test func aRemoteWithAnUnreadableNameIsRemoved() throws {
    try flip("remotes", "name")
    try library.removeRemote(named: "clo\u{fffd}d")
    #expect(try library.remotes() == [])
  }

  /// Without a remote, nothing read the row, and the first sync failed for good.
  @Test func theDeviceIdOfALibraryWithoutRemotes() async throws {
    try library.database.run("UPDATE sync_rows SET value = x'00' WHERE substr(key, 1, 1) = x'44'")
    #expect(try problems().count == 1)
    #expect(try library.repair().remaining == [])
    #expect(try await sync("cloud").isComplete)
  }

  /// An edit looks at the names of all remotes.
  @Test func theNameOfARemoteInTheSyncState() async throws {
    _ = try await sync("cloud")
    try library.database.run(
      """
      UPDATE sync_rows SET key = CAST(substr(key, 1, 4) || x'ff' || substr(key, 6) AS BLOB)
      WHERE substr(key, 1, 1) = x'52'
      """)
    try library.setText(of: id, to: "bread")
    #expect(try !problems().isEmpty)
    #expect(try library.repair().remaining == [])
    #expect(try await sync("cloud").isComplete)
  }
}
