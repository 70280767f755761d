// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import TestInputs
import Testing

@testable import DecentNotes

/// Documents without content.
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

  @Test(arguments: [
    "UPDATE bases SET document = document + 1048576 WHERE document = ",
    "DELETE FROM bases WHERE document = ",
    "UPDATE documents SET key = key + 1048576 WHERE key = ",
  ])
  func aNoteWithoutContentIsDamagedHere(_ damage: String) async throws {
    try phone.setText(of: id, to: "milk and tea")
    try await sync(phone)
    let key = try #require(try laptop.documents.key(of: .note(id)))
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
}
