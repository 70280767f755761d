// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// Reports and repairs of the tables of indexes.
@Suite struct IndexCheckTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>
  private let id: UUID

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library("one")
    recipes = try library.collection(indexedBy: CheckedTitles())
    id = try recipes.add(Recipe(title: "Bread", method: "Mix milk and tea. Bake it."))
    try recipes.add(Recipe(title: "Rolls"))
  }

  private func run(_ sql: String, _ values: DatabaseValue...) throws {
    try library.write { try $0.run(sql, values: values) }
  }

  private func repair() throws -> DocumentRepair {
    try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
  }

  @Test(arguments: ["UPDATE titles SET title = 'x' WHERE title = 'Bread'", "DELETE FROM titles"])
  func tablesOfAnIndexThatDisagreeAreMadeAnew(_ damage: String) throws {
    try run(damage)
    let count = damage.hasPrefix("DELETE") ? 2 : 1
    #expect(try library.check() == [.index("titles", documents: count)])
    let repair = try repair()
    #expect(repair.repaired == [.index("titles", documents: count)])
    #expect(repair.keptFolder == nil)
    #expect(try library.titles() == ["Bread", "Rolls"])
    #expect(try library.check() == [])
  }

  @Test func anIndexWithARowOfAnUnreadableIdIsMadeAnew() throws {
    try run("UPDATE titles SET id = CAST(x'ff0001' AS TEXT) WHERE title = 'Bread'")
    #expect(try library.check() == [.index("titles", documents: 2)])
    let repair = try repair()
    #expect(repair.remaining == [] && repair.repaired == [.index("titles", documents: 2)])
    #expect(try library.titles() == ["Bread", "Rolls"])
  }

  /// The search is a virtual table, which brings tables of its own. An index that does not answer is checked, too.
  @Test(arguments: ["titles", "words", "methods"])
  func aMissingTableOfAnIndexIsMadeAnew(_ table: String) throws {
    _ = try library.collection(indexedBy: MethodWords(), Methods())
    try run("DROP TABLE \(table)")
    let problem = DocumentProblem.missingTable(table, index: table)
    #expect(try library.check() == [problem])
    #expect(throws: (any Error).self) { try recipes.edit(id) { $0.title.value = "Toast" } }
    #expect(try repair().repaired == [problem])
    #expect(try library.check() == [])
    #expect(try library.titles() == ["Bread", "Rolls"])
    #expect(try library.methods() == ["", "Mix milk and tea. Bake it."])
    let found = try library.rows("SELECT id FROM words WHERE words MATCH 'milk'") { row in
      try row.id(at: 0)
    }
    #expect(found == [id])
    try recipes.edit(id) { $0.title.value = "Toast" }
  }

  @Test(arguments: ["words_content", "words_idx", "words_docsize"])
  func aMissingPartOfAVirtualTableIsMadeAnew(_ table: String) throws {
    _ = try library.collection(indexedBy: MethodWords())
    try run("DROP TABLE \(table)")
    let problem = DocumentProblem.missingTable("words", index: "words")
    #expect(try library.check() == [problem])
    #expect(try repair().repaired == [problem])
    let found = try library.rows("SELECT id FROM words WHERE words MATCH 'milk'") { row in
      try row.id(at: 0)
    }
    #expect(found == [id])
  }

  /// No index tells of this damage, and SQLite's check of the file may not.
  @Test func damageOfAFullTextTableIsToldAndRepaired() throws {
    _ = try library.collection(indexedBy: MethodWords())
    #expect(try library.damage(ofFullText: "words") == nil)
    try run("UPDATE words_data SET block = x'00' WHERE id > 100")
    let damage = try library.damage(ofFullText: "words")
    #expect(damage?.isEmpty == false)
    try library.transaction { tables in try tables.run("DROP TABLE words") }
    #expect(try repair().repaired == [.missingTable("words", index: "words")])
    #expect(try library.damage(ofFullText: "words") == nil)
    for table in ["titles", "wor\"ds"] {
      #expect(throws: DocumentFailure.self) { try library.damage(ofFullText: table) }
    }
  }

  /// The record of the tables lost its name.
  @Test func tablesWithoutARecordAreTakenOver() throws {
    try run("UPDATE indexes SET name = 'zz' WHERE name = 'titles'")
    try run("DELETE FROM titles")
    let again = try folder.library("one")
    _ = try again.collection(of: Recipe.self, indexedBy: CheckedTitles())
    #expect(try again.titles() == ["Bread", "Rolls"])
    #expect(try again.check() == [])
  }

  /// The tables are those of an earlier version of the index.
  @Test func otherTablesAreNotTakenOver() throws {
    try run("ALTER TABLE titles ADD COLUMN size INTEGER")
    try run("UPDATE indexes SET name = 'zz' WHERE name = 'titles'")
    let again = try folder.library("one")
    #expect(throws: DocumentFailure.self) {
      try again.collection(of: Recipe.self, indexedBy: CheckedTitles())
    }
  }

  @Test func rowsOfNoDocumentLeaveAnIndex() throws {
    try run("INSERT INTO titles VALUES (?, 'Lost')", .text(UUID().uuidString.lowercased()))
    #expect(try library.check() == [.index("titles", documents: 1)])
    let repair = try repair()
    #expect(repair.remaining == [] && repair.repaired == [.index("titles", documents: 1)])
    #expect(try library.titles() == ["Bread", "Rolls"])
  }

  /// The index never agrees with one of the documents.
  @Test func aProblemOfOtherNumbersIsNotRepaired() throws {
    _ = try library.collection(indexedBy: CheckedTitles(doubted: "Rolls"))
    try run("DELETE FROM titles")
    #expect(try library.check() == [.index("titles", documents: 2)])
    let repair = try repair()
    #expect(repair.remaining == [.index("titles", documents: 1)])
    #expect(repair.repaired == [])
  }

  /// An older version of the app wrote without the index, which is caught up when it is asked for.
  @Test func anIndexThatLagsDoesNotDisagree() throws {
    let other = try folder.library("one")
    try other.collection(of: Recipe.self).edit(id) { $0.title.value = "Toast" }
    #expect(try library.check() == [])
  }
}

/// Titles that know whether they agree.
struct CheckedTitles: DocumentIndex {
  private let titles = Titles()
  /// A title with which the tables disagree.
  var doubted: String?

  var name: String { titles.name }
  var steps: [String] { titles.steps }

  func update(_ id: UUID, to recipe: Recipe, in tables: borrowing IndexTables) throws {
    try titles.update(id, to: recipe, in: tables)
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    try titles.remove(id, from: tables)
  }

  func agrees(
    with recipe: Recipe, of id: UUID, in tables: borrowing IndexTables
  ) throws -> Bool {
    try recipe.title.value != doubted
      && tables.rows("SELECT title FROM titles WHERE id = ?", .id(id)) { try $0.text(at: 0) }
        == [recipe.title.value]
  }

  func ids(in tables: borrowing IndexTables) throws -> [UUID] {
    try tables.rows("SELECT id FROM titles") { try $0.id(at: 0) }
  }
}

/// The words of methods.
private struct MethodWords: DocumentIndex {
  let name = "words"
  let steps = ["CREATE VIRTUAL TABLE words USING fts5 (id UNINDEXED, method)"]

  func update(_ id: UUID, to recipe: Recipe, in tables: borrowing IndexTables) throws {
    try remove(id, from: tables)
    try tables.run("INSERT INTO words VALUES (?, ?)", .id(id), .text(recipe.method.string))
  }

  func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
    try tables.run("DELETE FROM words WHERE id = ?", .id(id))
  }
}
