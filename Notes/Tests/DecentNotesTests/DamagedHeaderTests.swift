// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Checks and repairs of a library with damage in its first bytes, which tell how to read all
/// others.
@Suite struct DamagedHeaderTests {
  private let folder: TemporaryFolder
  private let texts: [String]
  private let sound: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    // One text has several pages even when it is packed.
    let bytes = (0..<4500).map { _ in UInt8.random(in: 0...(.max)) }
    texts = ["short", Data(bytes).base64EncodedString()]
    for text in texts {
      let library = try Library(openingOrCreating: folder.path("library"))
      _ = try library.add(NoteDraft(title: "Plan", text: text))
      // Leaves an unused page.
      try library.database.execute(script: "CREATE TABLE more (a); DROP TABLE more")
    }
    sound = try folder.read("library/library.sqlite")
  }

  private var path: String { folder.path("library") }

  private func write(_ bytes: [UInt8]) throws {
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try folder.write(bytes, to: "library/library.sqlite")
  }

  private func expectWhole(_ comment: Comment) throws {
    let library = try Library(opening: path)
    let found = try library.summaries().map { try library.note($0.id).text.string }
    #expect(Set(found) == Set(texts), comment)
    _ = try library.add(NoteDraft(title: "After"))
  }

  /// Damage to any byte of the header loses no note.
  @Test func eachByteInTurn() throws {
    var repaired = 0
    for place in 0..<DatabasePages.headerSize {
      var bytes = sound
      bytes[place] = ~bytes[place]
      try write(bytes)
      if (60...63).contains(place) {
        try expectNewer("byte \(place)")
        continue
      }
      do {
        if try !Library.check(in: path).isEmpty {
          #expect(try Library.repair(in: path).remaining == [], "byte \(place)")
          repaired += 1
        }
        try expectWhole("byte \(place)")
      } catch {
        Issue.record("byte \(place): \(error)")
      }
    }
    #expect(repaired > 30)
  }

  /// Only the file itself says which version it has.
  private func expectNewer(_ comment: Comment) throws {
    let before = try folder.read("library/library.sqlite")
    for attempt in [
      { _ = try Library.check(in: path) }, { _ = try Library.repair(in: path) },
    ] {
      let failure = try #require(throws: DatabaseFailure.self) { try attempt() }
      #expect(failure.description.contains("Update the program"), comment)
    }
    #expect(try folder.read("library/library.sqlite") == before)
  }

  /// Page sizes that SQLite allows and libraries do not have.
  @Test(arguments: [UInt8(0x02), 0x08, 0x20, 0x80])
  func anotherPageSize(_ byte: UInt8) throws {
    var bytes = sound
    bytes[16] = byte
    try write(bytes)
    #expect(try !Library.check(in: path).isEmpty)
    #expect(try Library.repair(in: path).remaining == [])
    try expectWhole("page size")
  }
}
