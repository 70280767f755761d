// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import NotesTestInputs
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Documents under a name that no document has, and documents without content.
@Suite struct DamagedNameTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let laptop: Library
  private let phone: Library
  private let id: NoteID

  init() async throws {
    folder = try TemporaryFolder()
    laptop = try Library(openingOrCreating: folder.path("laptop"))
    phone = try Library(openingOrCreating: folder.path("phone"))
    id = try laptop.add(NoteDraft(title: "Plan", text: "milk"))
    _ = try laptop.add(NoteDraft(title: "Other"))
    try laptop.move(id, to: .number(1))
    for library in [laptop, phone] { try await sync(library) }
  }

  @discardableResult
  private func sync(_ library: Library) async throws -> SyncReport {
    try await library.sync(with: store, as: RemoteName("cloud"))
  }

  private func run(_ sql: String) throws {
    try laptop.database.execute(
      script: "PRAGMA foreign_keys = OFF; \(sql); PRAGMA foreign_keys = ON")
  }

  private func problems() throws -> [String] { try laptop.check().map { "\($0)" } }

  private func expectSame(_ location: SourceLocation = #_sourceLocation) async throws {
    for library in [laptop, phone, laptop] {
      #expect(try await sync(library).isComplete, sourceLocation: location)
    }
    #expect(try laptop.check() == [], sourceLocation: location)
    #expect(
      try laptop.summaries() == phone.summaries(), sourceLocation: location)
    for id in try phone.summaries().map(\.id) {
      #expect(try laptop.note(id) == phone.note(id), sourceLocation: location)
    }
  }

  /// Flips a bit of the stored name of a document.
  private func damage(_ document: DocumentID, byte: Int, bit: Int) throws -> String {
    var bytes = Array(document.text.utf8)
    bytes[byte < 0 ? bytes.count + byte : byte] ^= 1 << bit
    let name = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    try run(
      "UPDATE documents SET name = CAST(x'\(name)' AS TEXT) WHERE name = '\(document.text)'")
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [(0, 0), (3, 7), (-1, 0), (-20, 1), (20, 4)])
  func aNoteGetsItsNameBack(byte: Int, bit: Int) async throws {
    _ = try damage(.note(id), byte: byte, bit: bit)
    #expect(try problems().count == 1)
    #expect(try problems().first?.contains("'Plan' (\(id))") == true)
    for body in [
      { _ = try laptop.note(id) }, { try laptop.setTitle(of: id, to: "x") },
      { _ = try laptop.undo(id) },
    ] as [() throws -> Void] {
      let failure = #expect(throws: LibraryFailure.self) { try body() }
      #expect(failure?.description.contains("its name is damaged") == true)
    }
    let report = try laptop.repair()
    #expect(report.steps == ["gave the note 'Plan' its name back"])
    #expect(report.remaining == [])
    #expect(report.keptFolder == nil)
    #expect(try laptop.note(id).text.string == "milk")
    try phone.setText(of: id, to: "milk and tea")
    try laptop.setTitle(of: id, to: "List")
    try await sync(phone)
    try await expectSame()
  }

  /// Each digit that one bit makes of the last one.
  @Test(arguments: [false, true]) func aPurgeGetsItsDigitsBack(isSent: Bool) async throws {
    let gone = try laptop.add(NoteDraft(title: "Gone"))
    try laptop.setTrashed(true, gone)
    try laptop.purge([gone])
    if isSent { try await sync(laptop) }
    for bit in 0..<8 {
      let damaged = try damage(.purge(gone), byte: -1, bit: bit)
      #expect(
        try problems() == [
          """
          the purge of the note \(gone) is stored under the damaged name \
          '\(damaged.escapingControls)', so nothing finds it
          """
        ])
      #expect(try laptop.repair().remaining == [])
      #expect(try laptop.purges(of: gone) != nil, "\(damaged)")
    }
    try await expectSame()
  }

  @Test(arguments: [
    "UPDATE bases SET document = document + 1048576 WHERE document = ",
    "DELETE FROM bases WHERE document = ",
    "UPDATE documents SET key = key + 1048576 WHERE key = ",
  ])
  func aNoteWithoutContentIsDamagedHere(_ damage: String) async throws {
    try phone.setText(of: id, to: "milk and tea")
    try await sync(phone)
    let key = try #require(try laptop.table.key(of: .note(id)))
    try run(damage + "\(key)")
    for body in [
      { _ = try laptop.note(id) }, { try laptop.setText(of: id, to: "bread") },
      { try laptop.setTrashed(true, id) },
    ] as [() throws -> Void] {
      let failure = #expect(throws: LibraryFailure.self) { try body() }
      guard case .damagedDocument(.note(id), _, let reason) = failure else {
        Issue.record("\(String(describing: failure))")
        continue
      }
      #expect(reason == "its content is missing")
    }
    let report = try await sync(laptop)
    #expect(
      report.problems.first?.description.contains("is damaged in this library") == true,
      "\(report.problems)")
    #expect(try !problems().isEmpty)
    let repair = try laptop.repair()
    #expect(repair.remaining == [])
    for _ in 0..<2 { try await sync(laptop) }
    #expect(try laptop.note(id).text.string == "milk and tea")
    try await expectSame()
  }

  /// No remote has the note.
  @Test func contentUnderADamagedNumberGoesBack() throws {
    let alone = try laptop.add(NoteDraft(title: "Alone", text: "never sent"))
    let key = try #require(try laptop.table.key(of: .note(alone)))
    try run("UPDATE bases SET document = document + 1048576 WHERE document = \(key)")
    let report = try laptop.repair()
    #expect(report.steps.contains("gave the note 'Alone' its content back"))
    #expect(report.keptFolder == nil)
    #expect(try laptop.note(alone).text.string == "never sent")
    #expect(try laptop.check() == [])
  }

  /// The content could belong to any document.
  @Test func loneContentIsKept() throws {
    let alone = try laptop.add(NoteDraft(title: "Alone", text: "never sent"))
    let key = try #require(try laptop.table.key(of: .note(alone)))
    let stored = try laptop.table.storedBytes(of: key)
    try run(
      """
      UPDATE bases SET document = document + 3145728, document_name = 'lost' WHERE document = \(key)
      """)
    let report = try laptop.repair()
    #expect(report.remaining == [])
    let kept = try #require(report.keptFolder)
    let file = URL(fileURLWithPath: "\(kept)/document-\(key + 3_145_728).base")
    #expect(try stored.first == Array(Data(contentsOf: file)))
  }
}
