// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// Documents of other types and under damaged names.
extension DocumentCheckTests {
  /// A program that knows no recipes checks their checksums, and changes nothing of them.
  @Test func documentsOfOtherTypesAreCheckedByTheirChecksums() throws {
    try recipes.edit(id) { $0.method.append(" Cool it.") }
    let other = try folder.library("one")
    _ = try other.collection(of: Shelf.self)
    #expect(try other.check() == [])
    let bytes = try damageBase(of: document)
    let problems = try other.check()
    guard case .document(document, nil, _)? = problems.first, problems.count == 1 else {
      Issue.record("\(problems)")
      return
    }
    #expect(!problems[0].isRepairable)
    let left = try other.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
    #expect(left.remaining == problems)
    #expect(left.keptFolder == nil)
    _ = try other.collection(of: Recipe.self)
    let repair = try other.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
    #expect(repair.remaining == [])
    #expect(try kept(repair, ".base") == bytes)
  }

  @Test func theRemovalOfADocumentOfAnotherTypeIsRepairable() throws {
    try recipes.remove(id)
    try damageBase(of: DocumentPlace(code: Recipe.frameKind.code, id: id).removal)
    let other = try folder.library("one")
    let problems = try other.check()
    #expect(problems.count == 1 && problems.allSatisfy(\.isRepairable))
    let repair = try other.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
    #expect(repair.remaining == [] && repair.repaired == problems)
  }

  @Test func aDamagedRemovalLosesNoDocument() async throws {
    try await sync(library)
    try await recipes.remove(id)
    try await sync(library)
    let removal = DocumentPlace(code: Recipe.frameKind.code, id: id).removal
    try damageBase(of: removal)
    let problems = try library.check()
    guard case .document(removal, _, _)? = problems.first, problems.count == 1 else {
      Issue.record("\(problems)")
      return
    }
    #expect("\(problems[0])".contains("removal"))
    #expect(try repair().remaining == [])
    try await sync(library)
    try await sync(library)
    #expect(try await recipes.document(of: id) == nil)
    #expect(try library.check() == [])
  }

  /// One bit of a name, which sync knows.
  @Test func aDocumentUnderADamagedNameIsFoundAgain() throws {
    let whole = try recipes.document(of: id)
    for place in [0, 5, document.text.utf8.count - 1] {
      for bit in 0..<8 {
        var name = Array(document.text.utf8)
        name[place] ^= 1 << bit
        try run(
          "UPDATE documents SET name = CAST(? AS TEXT) WHERE name = ?", .blob(name),
          .text(document.text))
        let text = String(decoding: name, as: UTF8.self)
        #expect(try library.check() == [.misnamed(text, document)], "bit \(bit) of \(place)")
        #expect(try repair().remaining == [])
        #expect(try recipes.document(of: id) == whole)
      }
    }
  }

  /// Several bytes of a name that stands beside the content, too. The column's type may be damaged, too.
  @Test(arguments: ["'lost'", "CAST(name AS BLOB)", "7"])
  func aDocumentHasItsNameFromItsContent(_ damaged: String) async throws {
    try await sync(library)
    let whole = try await recipes.document(of: id)
    try run("UPDATE documents SET name = \(damaged) WHERE name = ?", .text(document.text))
    #expect(
      try library.check().map { if case .misnamed(_, document) = $0 { true } else { false } } == [
        true
      ])
    #expect(try repair().remaining == [])
    #expect(try await recipes.document(of: id) == whole)
    #expect(try library.titles() == ["Bread", "Rolls"])
  }

  @Test func aDocumentThatLostItsNameGetsANewOne() async throws {
    try await sync(library)
    let whole = try await recipes.document(of: id)
    try run("UPDATE bases SET document_name = 'lost' WHERE document_name = ?", .text(document.text))
    try run("UPDATE documents SET name = 'lost' WHERE name = ?", .text(document.text))
    #expect(try library.check() == [.misnamed("lost", nil)])
    #expect(try repair().remaining == [])
    #expect(try await recipes.ids().count == 2)
    // The remote has it under the name that was lost.
    try await sync(library)
    #expect(try await recipes.document(of: id) == whole)
    #expect(try await recipes.ids().count == 3)
    let methods = try await recipes.ids().map { try recipes.document(of: $0)?.method.string }
    #expect(methods.contains("Mix milk and tea. Bake it."))
    #expect(try library.check() == [])
  }

  /// Another device's edit made the document anew under its name.
  @Test func aDocumentUnderADamagedNameIsMergedWithWhatTookItsPlace() throws {
    var copy = try #require(try recipes.document(of: id))
    copy.method.append(" Enjoy.")
    try run(
      "UPDATE documents SET name = ? WHERE name = ?", .text(document.text + "!"),
      .text(document.text))
    try recipes.add(copy, id: id)
    #expect(try library.check() == [.misnamed(document.text + "!", document)])
    let damaged = document.text.replacing("/", with: "o")
    try run(
      "UPDATE documents SET name = ? WHERE name = ?", .text(damaged), .text(document.text + "!"))
    #expect(try library.check() == [.misnamed(damaged, document)])
    try recipes.edit(id) { $0.title.value = "Toast" }
    #expect(try repair().remaining == [])
    #expect(try recipes.ids().count == 2)
    #expect(try recipes.document(of: id)?.method.string == "Mix milk and tea. Bake it. Enjoy.")
    #expect(try recipes.document(of: id)?.title.value == "Toast")
  }

  /// Another device's edit made the document anew under its name. This version cannot merge the two.
  @Test func aNewerDocumentUnderADamagedNameIsLeftToANewerVersion() throws {
    var copy = try #require(try recipes.document(of: id))
    let key = try key(document)
    var newer = try copy.encoded(for: .ownDevice).dropLast(4)
    newer[4] += 1
    var writer = ByteWriter()
    writer.write(contentsOf: newer)
    writer.writeFixed(CRC32C.checksum(of: Array(newer)))
    try run("DELETE FROM deltas WHERE document = ?", .integer(key))
    try run("UPDATE bases SET content = ? WHERE document = ?", .blob(writer.bytes), .integer(key))
    let damaged = document.text.replacing("/", with: "o")
    try run("UPDATE documents SET name = ? WHERE key = ?", .text(damaged), .integer(key))
    copy.title.value = "Toast"
    try recipes.add(copy, id: id)
    #expect(try library.check() == [.misnamed(damaged, document)])
    let repair = try repair()
    #expect(repair.remaining == [.misnamed(damaged, document)] && repair.repaired == [])
    #expect(try library.read { try library.table(in: $0).storedBytes(of: key) } == [writer.bytes])
    // Without another document in its place, it gets its name back, and waits for the newer version.
    try recipes.remove(id)
    let removal = DocumentPlace(code: Recipe.frameKind.code, id: id).removal
    try run("DELETE FROM documents WHERE name = ?", .text(removal.text))
    let again = try self.repair()
    #expect(again.remaining.count == 1)
    guard case .newerDocument(document, _, _)? = again.remaining.first else {
      Issue.record("\(again.remaining)")
      return
    }
  }

  /// A removal that was learnt made the removal anew under its name.
  @Test func aRemovalUnderADamagedNameIsMergedWithWhatTookItsPlace() throws {
    try recipes.remove(id)
    let removal = DocumentPlace(code: Recipe.frameKind.code, id: id).removal
    let damaged = removal.text.replacing("gone", with: "gonE")
    try run("UPDATE documents SET name = ? WHERE name = ?", .text(damaged), .text(removal.text))
    try recipes.add(Recipe(title: "Toast"), id: id)
    try recipes.remove(id)
    #expect(try library.check() == [.misnamed(damaged, removal)])
    let repair = try repair()
    #expect(repair.remaining == [])
    let removals = try library.read {
      try library.table(in: $0).content(of: removal, as: DocumentRemoval.self)
    }
    #expect(removals?.count == 2)
  }

  @Test func aDocumentOfALaterVersionIsLeftAlone() throws {
    try run("INSERT INTO documents (name, revision) VALUES ('drawing/1', 99)")
    #expect(try library.check() == [.unknownName("drawing/1")])
    #expect(try repair().remaining == [.unknownName("drawing/1")])
  }

  @Test func nothingIsRepairedWhereNothingCanBeKept() throws {
    try damageBase(of: document)
    #expect(throws: DatabaseFailure.self) {
      try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path("absent")))
    }
    #expect(try library.check().count == 1)
    #expect(try library.titles() == ["Bread", "Rolls"])
  }
}
