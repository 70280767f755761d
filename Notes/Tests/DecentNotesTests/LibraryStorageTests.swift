// SPDX-License-Identifier: MIT

import DecentSync
import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// The bytes stored for an edit, by its size.
@Suite struct LibraryStorageTests {
  private let folder: TemporaryFolder
  private let library: Library
  private let words = (0..<4000).map { "word \($0)" }.joined(separator: " ")

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path)
  }

  private func deltaSizes() throws -> [Int] {
    try library.database.rows(
      "SELECT length(content) FROM deltas JOIN documents ON document = documents.key "
        + "WHERE name NOT LIKE 'gone/%' ORDER BY deltas.key"
    ) { $0.integer(at: 0) }
  }

  private func baseSizes() throws -> [Int] {
    try library.database.rows(
      "SELECT length(content) FROM bases JOIN documents ON document = key WHERE name NOT LIKE 'gone/%'"
    ) { $0.integer(at: 0) }
  }

  /// The revision tells watching programs and runs of sync whether a document is unchanged.
  @Test func eachChangeHasARevisionOfItsOwn() throws {
    let id = try library.add(NoteDraft(title: "Plan", text: "one"))
    let added = try library.lastRevision()
    try library.setText(of: id, to: "one two")
    let edited = try library.lastRevision()
    #expect(edited > added)
    try library.setText(of: id, to: "one two")
    #expect(try library.lastRevision() == edited)
  }

  @Test func aOneLetterEditStoresLittle() throws {
    let id = try library.add(NoteDraft(title: "Long", text: words))
    let base = try baseSizes()
    try library.setText(of: id, to: words + ".")
    #expect(try baseSizes() == base)
    let sizes = try deltaSizes()
    #expect(sizes.count == 1)
    #expect(sizes.allSatisfy { $0 < 200 }, "\(sizes)")
  }

  @Test func deltasAreJoinedWhenTheyAreMany() throws {
    let id = try library.add(NoteDraft(title: "Long", text: words))
    let base = try baseSizes()
    var most = 0
    for _ in 0..<250 {
      try library.edit(id) { $0.text.append("x") }
      most = max(most, try deltaSizes().count)
    }
    #expect(most == 100)
    #expect(try deltaSizes().count < 100)
    #expect(try baseSizes() == base)
    let note = try Library(opening: folder.path).note(id)
    #expect(note.text.string == words + String(repeating: "x", count: 250))
    #expect(try library.check() == [])
  }

  /// Every hundredth letter used to write all of a large note anew.
  @Test func lettersInALargeNoteStoreInProportionToThemselves() throws {
    var random = SeededGenerator(seed: 3)
    let text = String((0..<200_000).map { _ in random.pick(Array("0123456789abcdef")) })
    let id = try library.add(NoteDraft(title: "Large", text: text))
    let connection = try library.connection
    try connection.execute(
      script: """
        CREATE TEMP TABLE written (size INTEGER);
        CREATE TEMP TRIGGER base AFTER INSERT ON bases
          BEGIN INSERT INTO written VALUES (length(new.content)); END;
        CREATE TEMP TRIGGER delta AFTER INSERT ON deltas
          BEGIN INSERT INTO written VALUES (length(new.content)); END;
        """)
    func written() throws -> Int {
      try connection.row("SELECT coalesce(sum(size), 0) FROM written") {
        $0.integer(at: 0)
      } ?? 0
    }
    try library.edit(id) { $0.text.unicodeScalars.insert("x", at: 1000) }
    let letter = try written()
    var most = 0
    for number in 1..<250 {
      try library.edit(id) { $0.text.unicodeScalars.insert("x", at: 1000 + number * 700) }
      most = max(most, try deltaSizes().count)
    }
    let all = try written()
    #expect(all <= 3 * 250 * letter, "\(all) bytes, \(letter) the first letter")
    print("LibraryStorageTests: \(all) bytes, \(letter) the first letter")
    #expect(most <= 100)
    #expect(try library.note(id).text.string.utf8.count == 200_250)
  }

  @Test func deltasAreFoldedWhenTheyOutgrowTheBase() throws {
    let id = try library.add(NoteDraft(title: "Short"))
    try library.setText(of: id, to: words)
    #expect(try deltaSizes().isEmpty)
    #expect(try Library(opening: folder.path).note(id).text.string == words)
  }

  @Test func aDamagedDocumentIsNamedAndTheOthersAreThere() throws {
    let bad = try library.add(NoteDraft(title: "Bad", text: "text"))
    let good = try library.add(NoteDraft(title: "Good", text: "text"))
    try library.database.run(
      "UPDATE bases SET content = ? WHERE document = (SELECT key FROM documents WHERE name = ?)",
      .blob([1, 2, 3]), .text(DocumentID.note(bad).text))
    let failure = try #require(throws: LibraryFailure.self) { try library.note(bad) }
    #expect(failure.description.contains("\(bad)"))
    #expect(failure.description.contains("restore it from a backup"))
    #expect(throws: LibraryFailure.self) { try library.setText(of: bad, to: "new") }
    #expect(try library.note(good).text.string == "text")
    #expect(try library.summaries().map(\.title) == ["Good", "Bad"])
  }
}
