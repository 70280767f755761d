// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync
import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// Reports and repairs of damage inside a file that SQLite finds sound.
@Suite struct DocumentCheckTests: SyncedRecipes {
  let folder: TemporaryFolder
  let store = MemoryStore()
  let library: DocumentLibrary
  let recipes: DocumentCollection<Recipe>
  let id: UUID

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library("one")
    recipes = try library.collection(indexedBy: CheckedTitles())
    id = try recipes.add(Recipe(title: "Bread", method: "Mix milk and tea."))
    try recipes.edit(id) { $0.method.append(" Bake it.") }
    try recipes.add(Recipe(title: "Rolls"))
  }

  var document: DocumentID {
    DocumentPlace(code: Recipe.frameKind.code, id: id).document
  }

  func run(_ sql: String, _ values: DatabaseValue...) throws {
    try library.write { try $0.run(sql, values: values) }
  }

  func key(_ document: DocumentID) throws -> Int {
    try #require(try library.read { try library.table(in: $0).key(of: document) })
  }

  /// Flips a bit of a document's base.
  ///
  /// - Returns: The bytes after that.
  @discardableResult
  func damageBase(of document: DocumentID) throws -> [UInt8] {
    let key = try key(document)
    var bytes = try #require(
      try library.read { try library.table(in: $0).storedBytes(of: key) }.first)
    bytes[bytes.count / 2] ^= 1
    try run("UPDATE bases SET content = ? WHERE document = ?", .blob(bytes), .integer(key))
    return bytes
  }

  func repair() throws -> DocumentRepair {
    try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
  }

  func kept(_ repair: DocumentRepair, _ ending: String) throws -> [UInt8] {
    let stem = document.text.replacing("/", with: "-")
    let file = try #require(repair.keptFolder).appendingPathComponent(stem + ending)
    return Array(try Data(contentsOf: file))
  }

  /// Opens the library as a program that begins now.
  func again() throws -> (DocumentLibrary, DocumentCollection<Recipe>) {
    let library = try folder.library("one")
    return (library, try library.collection(indexedBy: CheckedTitles()))
  }

  @Test func aLibraryInUseIsSound() async throws {
    #expect(try library.check() == [])
    try await sync(library)
    try await recipes.remove(id)
    try await sync(library)
    var last: CheckProgress?
    #expect(try library.check { last = $0 } == [])
    // A recipe, and what is known of the removal.
    #expect(last?.documentCount == 2)
    #expect(last?.documentsRead == 1)
    #expect(try repair() == DocumentRepair())
  }

  @Test func aDamagedDocumentIsKeptAndComesBackFromARemote() async throws {
    try await sync(library)
    let whole = try await #require(try recipes.document(of: id))
    let key = try key(document)
    let stored = try library.read { try library.table(in: $0).storedBytes(of: key) }
    let bytes = try damageBase(of: document)
    let problems = try library.check()
    guard case .document(document, "com.example.recipe", _)? = problems.first,
      problems.count == 1
    else {
      Issue.record("\(problems)")
      return
    }
    #expect("\(problems[0])".contains(id.uuidString.lowercased()))
    let repair = try repair()
    #expect(repair.remaining == [])
    #expect(repair.repaired == problems)
    #expect(try kept(repair, ".base") == bytes)
    #expect(stored.count == 2)
    #expect(try kept(repair, ".delta-1") == stored[1])
    #expect(try library.titles() == ["Rolls"])
    #expect(try await recipes.document(of: id) == nil)
    #expect(try await sync(library).isComplete)
    #expect(try await recipes.document(of: id) == whole)
    #expect(try library.titles() == ["Bread", "Rolls"])
    #expect(try library.check() == [])
    #expect(try await sync(library).uploaded.objects == 0)
  }

  /// The newest document was dropped with its revision, which the next change got.
  @Test func aDocumentThatARepairDropsIsTold() async throws {
    try await recipes.catchUp(Methods())
    let newest = try await recipes.add(Recipe(title: "Toast", method: "Toast it."))
    try await recipes.catchUp(Methods())
    try damageBase(of: DocumentPlace(code: Recipe.frameKind.code, id: newest).document)
    let known = try await library.revision()
    #expect(try repair().remaining == [])
    #expect(try await library.revision() > known)
    let news = try await recipes.changes(after: known)
    #expect(news.documents.map(\.id) == [newest] && news.documents.allSatisfy(\.isRemoved))
    #expect(!news.areAll)
    try await recipes.catchUp(Methods())
    #expect(try !library.methods().contains("Toast it."))
  }

  /// The removal came while the document was damaged. The repair drops the document.
  @Test func aDocumentThatARemovalDropsLaterIsTold() async throws {
    try await sync(library)
    let other = try folder.library("two")
    let theirs = try other.collection(indexedBy: Titles())
    try await sync(other)
    try await theirs.remove(id)
    try await sync(other)
    try run("INSERT INTO deltas (document, content) VALUES (?, x'00')", .integer(try key(document)))
    try await sync(library)
    #expect(try await again().1.ids().contains(id))
    let known = try await library.revision()
    #expect(try repair().remaining == [])
    #expect(try await recipes.changes(after: known).documents.map(\.id) == [id])
    #expect(try await recipes.changes(after: known).documents.map(\.isRemoved) == [true])
  }

  /// A name with a damaged first bit is no UTF-8.
  @Test func oneDamagedNameHoldsUpNoOtherDocument() async throws {
    var name = Array(document.text.utf8)
    name[name.count - 1] ^= 0x80
    try run(
      "UPDATE documents SET name = CAST(? AS TEXT), revision = 99 WHERE name = ?", .blob(name),
      .text(document.text))
    let id = try await recipes.add(Recipe(title: "Toast"))
    #expect(try await recipes.ids().contains(id))
    #expect(try await sync(library).isComplete)
    #expect(try library.titles().contains("Toast"))
  }

  /// Indexes follow from the former name, too.
  @Test func aDocumentThatGetsItsNameBackLosesTheDamagedOne() throws {
    let ids = [1, 3].map { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) }
    let names = ids.map { DocumentPlace(code: Recipe.frameKind.code, id: $0).document.text }
    try recipes.add(Recipe(title: "Toast"), id: ids[0])
    try run(
      "UPDATE documents SET name = ?, revision = 99 WHERE name = ?", .text(names[1]),
      .text(names[0]))
    _ = try again()
    #expect(try library.titles() == ["Bread", "Rolls", "Toast", "Toast"])
    #expect(try repair().remaining == [])
    #expect(try library.titles() == ["Bread", "Rolls", "Toast"])
  }

  /// Its revision was given to the next change, so that indexes took that for known.
  @Test func theNewestDocumentComesBackIntoTheIndex() async throws {
    let newest = try await recipes.add(Recipe(title: "Toast"))
    try await sync(library)
    try damageBase(of: DocumentPlace(code: Recipe.frameKind.code, id: newest).document)
    let known = try await library.revision()
    #expect(try repair().remaining == [])
    #expect(try library.titles() == ["Bread", "Rolls"])
    #expect(try await sync(library).isComplete)
    #expect(try library.titles() == ["Bread", "Rolls", "Toast"])
    #expect(try await recipes.changes(after: known).documents.map(\.id).contains(newest))
  }

  @Test func theOnlyDocumentComesBackIntoTheIndex() async throws {
    let library = try folder.library("two")
    let recipes = try library.collection(indexedBy: CheckedTitles())
    let id = try await recipes.add(Recipe(title: "Toast"))
    try await sync(library)
    try library.write { try $0.run("UPDATE bases SET content = x'00'") }
    #expect(
      try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path)).remaining == [])
    #expect(try library.titles() == [])
    #expect(try await sync(library).isComplete)
    #expect(try await recipes.ids() == [id])
    #expect(try library.titles() == ["Toast"])
  }

  /// The ids differ in one bit, and sync knows the removed one.
  @Test func aDocumentDoesNotTakeTheNameOfARemovedOne() async throws {
    let ids = [1, 3].map { UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, $0)) }
    try await recipes.add(Recipe(title: "Old"), id: ids[0])
    let other = try folder.library("two")
    try await other.collection(of: Recipe.self).add(Recipe(title: "New"), id: ids[1])
    try await sync(library)
    for library in [other, library] { try await sync(library) }
    try await recipes.remove(ids[0])
    #expect(try library.check() == [])
    #expect(try repair().remaining == [])
    #expect(try await recipes.document(of: ids[1])?.title.value == "New")
    #expect(try await recipes.document(of: ids[0]) == nil)
  }

  @Test func theReadablePartStays() async throws {
    try run("UPDATE deltas SET content = x'00' WHERE document = ?", .integer(try key(document)))
    let repair = try repair()
    #expect(repair.remaining == [])
    #expect(try await recipes.document(of: id)?.method.string == "Mix milk and tea.")
    #expect(try kept(repair, ".delta-1") == [0])
    try await recipes.edit(id) { $0.method.append(" Eat.") }
    let two = try folder.library("two")
    _ = try two.collection(indexedBy: Titles())
    try await settle([library, two])
  }

  @Test func aDocumentWithoutContentIsRepaired() throws {
    try run("DELETE FROM bases WHERE document = ?", .integer(try key(document)))
    #expect(
      try library.check() == [
        .document(document, kind: "com.example.recipe", reason: "its content is missing")
      ])
    #expect(try repair().remaining == [])
    #expect(try library.check() == [])
  }

  /// A page of contents stands in two places, under damaged keys.
  @Test func contentsOfOneDocumentTwiceAreGivenBackOnce() throws {
    let key = try key(document)
    let whole = try recipes.document(of: id)
    let outside = try Database.open(at: library.path, format: .documents)
    try outside.execute(
      script: """
        PRAGMA foreign_keys = OFF;
        UPDATE bases SET document = \(key ^ 64) WHERE document = \(key);
        INSERT INTO bases SELECT \(key ^ 128), document_name, content FROM bases WHERE document = \(key ^ 64);
        """)
    #expect(try library.check().count == 2)
    #expect(try repair().remaining == [])
    #expect(try recipes.document(of: id) == whole)
  }

  /// One bit of the number under which a content is stored.
  @Test func aContentUnderADamagedNumberIsFoundAgain() throws {
    let key = try key(document)
    let whole = try recipes.document(of: id)
    let outside = try Database.open(at: library.path, format: .documents)
    try outside.execute(script: "PRAGMA foreign_keys = OFF")
    try outside.run(
      "UPDATE bases SET document = ? WHERE document = ?", .integer(key ^ 64), .integer(key))
    #expect(try library.check().count == 2)
    let repair = try repair()
    #expect(repair.remaining == [])
    #expect(repair.keptFolder == nil)
    #expect(try again().1.document(of: id) == whole)
  }

  /// A device believes its own bytes when it loads them. Replaying the history finds shown text that was
  /// never written.
  @Test func aDocumentThatDisagreesWithItsHistoryIsFound() throws {
    let key = try key(document)
    let bytes = try #require(try recipes.document(of: id)).encoded(for: .ownDevice)
    let forged = try #require(forgeries(of: bytes, replacing: "tea", with: "gin").first)
    try run("DELETE FROM deltas WHERE document = ?", .integer(key))
    try run("UPDATE bases SET content = ? WHERE document = ?", .blob(forged), .integer(key))
    let reason = "what is stored of it disagrees with its history"
    #expect(
      try library.check() == [.document(document, kind: "com.example.recipe", reason: reason)])
    #expect(try repair().remaining == [])
    #expect(try again().1.document(of: id)?.method.string == "Mix milk and tea. Bake it.")
  }

  /// All own bytes with one place changed that load and show a text that was never written.
  func forgeries(of bytes: [UInt8], replacing old: String, with new: String) -> [[UInt8]] {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    return bytes.indices.dropLast(old.count).compactMap { place in
      guard Array(bytes[place..<(place + old.count)]) == old else { return nil }
      var forged = Array(bytes.dropLast(4))
      forged.replaceSubrange(place..<(place + old.count), with: new)
      var writer = ByteWriter()
      writer.write(contentsOf: forged)
      writer.writeFixed(CRC32C.checksum(of: forged))
      guard let recipe = try? Recipe(encoded: writer.bytes, from: .ownDevice),
        let same = try? Recipe(encoded: recipe.encoded()),
        same.method.string != recipe.method.string, recipe.method.string.contains("gin")
      else { return nil }
      return writer.bytes
    }
  }

  @Test(arguments: [
    ("replace(sql, '(document)', '(content)') WHERE name = 'deltas_by_document'", true),
    ("replace(sql, 'UNIQUE', 'UNIQUE CHECK (key < 0)') WHERE name = 'documents'", false),
  ])
  func onlyDamageOfIndexesOfTheFileIsRepairable(_ damage: String, isRepairable: Bool) throws {
    let outside = try Database.open(at: library.path, format: .documents)
    try outside.execute(
      script: """
        PRAGMA writable_schema = ON;
        UPDATE sqlite_schema SET sql = \(damage);
        """)
    let (library, _) = try again()
    let problems = try library.check()
    #expect(!problems.isEmpty)
    for problem in problems {
      guard case .file = problem else {
        Issue.record("\(problem)")
        continue
      }
      #expect(problem.isRepairable == isRepairable)
    }
    if isRepairable {
      let repair = try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
      #expect(repair.remaining == [] && repair.repaired == problems)
    } else {
      #expect(throws: DatabaseFailure.self) {
        try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
      }
    }
  }

  @Test func contentsThatBelongToNoDocumentAreKept() throws {
    let outside = try Database.open(at: library.path, format: .documents)
    try outside.execute(
      script: """
        PRAGMA foreign_keys = OFF;
        INSERT INTO deltas (document, content) VALUES (99, x'07');
        """)
    #expect(try library.check() == [.leftovers(table: "deltas", count: 1)])
    let repair = try repair()
    #expect(repair.remaining == [])
    let folder = try #require(repair.keptFolder)
    let file = folder.appendingPathComponent("document-99.delta-1")
    #expect(try Array(Data(contentsOf: file)) == [7])
  }

  /// One bit of the number under which a change is stored. The document lacks the change, and seems sound.
  @Test(arguments: [false, true])
  func aChangeUnderADamagedNumberComesBackFromARemote(documentIsLost isLost: Bool) async throws {
    try await sync(library)
    let whole = try await recipes.document(of: id)
    let key = try key(document)
    let outside = try Database.open(at: library.path, format: .documents)
    try outside.execute(script: "PRAGMA foreign_keys = OFF")
    if isLost {
      try outside.run("DELETE FROM documents WHERE key = ?", .integer(key))
    } else {
      try outside.run(
        "UPDATE deltas SET document = ? WHERE document = ?", .integer(key ^ 64), .integer(key))
    }
    let (library, recipes) = try again()
    #expect(try library.check().count == (isLost ? 3 : 1))
    let repair = try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
    #expect(repair.remaining == [] && repair.keptFolder != nil)
    #expect(try await recipes.document(of: id) != whole)
    #expect(try await sync(library).isComplete)
    #expect(try await recipes.document(of: id) == whole)
    #expect(try library.titles() == ["Bread", "Rolls"])
    #expect(try library.check() == [])
    #expect(try await sync(library).uploaded.objects == 0)
  }

  @Test func whatIsKnownOfARemoteIsReadAnew() async throws {
    try await sync(library)
    try run("UPDATE sync_rows SET value = x'00' WHERE substr(key, 1, 1) = x'43'")
    let problems = try library.check()
    guard case .remote(let damage)? = problems.first, problems.count == 1 else {
      Issue.record("\(problems)")
      return
    }
    #expect(damage.remote == RemoteName("cloud"))
    #expect(try repair().repaired == problems)
    #expect(try await sync(library).isComplete)
    #expect(try library.check() == [])
  }
}
