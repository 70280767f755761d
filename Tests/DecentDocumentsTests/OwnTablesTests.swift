// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs
import Testing

/// Tables of an app's own, in the transaction of its edits.
@Suite struct OwnTablesTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>
  private static let steps = ["CREATE TABLE own (x INTEGER PRIMARY KEY)"]

  private struct Failure: Error {}

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(indexedBy: Titles())
    try library.makeTables(named: "own", steps: Self.steps)
  }

  private func own() throws -> [Int] {
    try folder.library().rows("SELECT x FROM own ORDER BY x") { try $0.integer(at: 0) }
  }

  @Test func whatMayBeAbsentIsReadAsSuch() throws {
    let query = "SELECT NULL AS x"
    let null = { DocumentFailure.nullColumn(0, name: "x", wanted: $0) }
    #expect(throws: null("integer")) { try library.rows(query) { try $0.integer(at: 0) } }
    #expect(throws: null("real")) { try library.rows(query) { try $0.real(at: 0) } }
    #expect(throws: null("text")) { try library.rows(query) { try $0.text(at: 0) } }
    #expect(throws: null("bytes")) { try library.rows(query) { try $0.bytes(at: 0) } }
    #expect(throws: DocumentFailure.nullColumn(1, name: nil, wanted: "text")) {
      try library.rows(query) { try $0.text(at: 1) }
    }
    #expect(try library.rows(query) { $0.integerIfPresent(at: 0) } == [nil])
    #expect(try library.rows(query) { $0.realIfPresent(at: 0) } == [nil])
    #expect(try library.rows(query) { try $0.textIfPresent(at: 0) } == [nil])
    #expect(try library.rows(query) { $0.bytesIfPresent(at: 0) } == [nil])
    #expect(throws: null("id")) { try library.rows(query) { try $0.id(at: 0) } }
    #expect(try library.rows(query) { try $0.idIfPresent(at: 0) } == [nil])
    let failure = #expect(throws: DocumentFailure.noID(0, name: "x", text: "bread")) {
      try library.rows("SELECT 'bread' AS x") { try $0.idIfPresent(at: 0) }
    }
    #expect("\(try #require(failure))".contains("'x', holds 'bread'"))
    #expect(try library.rows("SELECT 2.5") { $0.kind(at: 0) } == [.real])
    #expect(try library.rows("SELECT 2.5") { try $0.real(at: 0) } == [2.5])
    #expect(try library.rows("SELECT 2.5") { try $0.integer(at: 0) } == [2])
    #expect(
      "\(null("integer"))" == """
        the column 0, 'x', holds NULL where integer(at:) reads; read a column that may hold it by \
        integerIfPresent(at:)
        """)
  }

  @Test func rowsAndDocumentsAreStoredTogetherOrNotAtAll() throws {
    let id = try library.transaction { tables in
      try tables.run("INSERT INTO own VALUES (?)", 1)
      let id = try recipes.add(Recipe(title: "Bread"))
      #expect(try tables.rows("SELECT x FROM own") { try $0.integer(at: 0) } == [1])
      return id
    }
    #expect(throws: Failure.self) {
      try library.transaction { tables in
        try recipes.edit(id) { $0.title.value = "Rolls" }
        try tables.run("INSERT INTO own VALUES (?)", 2)
        throw Failure()
      }
    }
    #expect(try own() == [1])
    #expect(try library.titles() == ["Bread"])
    // The part that fails leaves the rest.
    try library.transaction { tables in
      try tables.run("INSERT INTO own VALUES (?)", 3)
      #expect(throws: Failure.self) {
        try library.transaction { inner in
          try inner.run("INSERT INTO own VALUES (?)", 4)
          throw Failure()
        }
      }
    }
    #expect(try own() == [1, 3])
  }

  @Test func oneStatementNeedsNoTransaction() throws {
    try library.run("INSERT INTO own VALUES (?)", 1)
    try library.transaction {
      try library.run("INSERT INTO own VALUES (?)", 2)
      // A statement that fails half way leaves nothing, and the others stay.
      #expect(throws: DatabaseFailure.self) {
        try library.run("INSERT INTO own VALUES (3), (?)", 2)
      }
    }
    #expect(try own() == [1, 2])
    #expect(throws: DocumentFailure.self) { try library.run("DELETE FROM documents") }
    #expect(throws: DocumentFailure.self) { try library.run("COMMIT") }
  }

  @Test func rowsAreWrittenWhileADocumentIsEdited() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(throws: Failure.self) {
      try library.transaction { tables in
        try recipes.edit(id) { recipe in
          recipe.title.value = "Rolls"
          try tables.run("INSERT INTO own VALUES (1)")
          throw Failure()
        }
      }
    }
    #expect(try own() == [])
    try library.transaction { tables in
      try recipes.edit(id) { recipe in
        recipe.title.value = "Rolls"
        try tables.run("INSERT INTO own VALUES (1)")
      }
    }
    #expect(try own() == [1])
    #expect(try library.titles() == ["Rolls"])
  }

  @Test func aNewStepIsRunOnceAndNewerTablesAreRefused() throws {
    let steps = Self.steps + ["INSERT INTO own VALUES (7)"]
    for _ in 0..<2 { try folder.library().makeTables(named: "own", steps: steps) }
    #expect(try own() == [7])
    #expect(throws: DocumentFailure.newerIndex(name: "own", found: 2, supported: 1)) {
      try folder.library().makeTables(named: "own", steps: Self.steps)
    }
    #expect(throws: DocumentFailure.self) {
      try library.makeTables(
        named: "own", steps: steps + ["INSERT INTO own VALUES (8)", "NONSENSE"])
    }
    #expect(try own() == [7])
  }

  @Test func anIndexAndOwnTablesHaveTwoNames() throws {
    #expect(throws: DocumentFailure.self) {
      try library.makeTables(named: "titles", steps: Self.steps)
    }
    var methods = Methods()
    methods.name = "own"
    #expect(throws: DocumentFailure.self) { try library.collection(indexedBy: methods) }
  }

  @Test func aNameThatACallFailedToTakeIsFree() throws {
    var methods = Methods()
    methods.name = "other"
    var bad = methods
    bad.steps = ["NONSENSE"]
    #expect(throws: DocumentFailure.self) {
      try library.makeTables(named: "other", steps: ["NONSENSE"])
    }
    #expect(throws: DocumentFailure.self) { try recipes.catchUp(bad) }
    #expect(throws: DocumentFailure.self) { try library.collection(indexedBy: bad) }
    // The name of the second index is taken.
    var taken = Methods()
    taken.name = "own"
    #expect(throws: DocumentFailure.self) { try library.collection(indexedBy: methods, taken) }
    try library.makeTables(named: "other", steps: ["CREATE TABLE other (x)"])
    #expect(throws: DocumentFailure.self) { try recipes.catchUp(methods) }
  }

  @Test func nothingChangesWhileRowsAreRead() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    try library.transaction { tables in
      for x in 1...3 { try tables.run("INSERT INTO own VALUES (?)", .integer(x)) }
      #expect(throws: DocumentFailure.editWithinEdit) {
        try tables.rows("SELECT x FROM own") { row in
          try tables.run("INSERT INTO own VALUES (?)", .integer(try row.integer(at: 0) + 10))
        }
      }
      #expect(throws: DocumentFailure.editWithinEdit) {
        try tables.rows("SELECT x FROM own") { _ in try recipes.edit(id) { $0.title.value = "" } }
      }
      #expect(throws: DocumentFailure.editWithinEdit) {
        try library.rows("SELECT x FROM own") { _ in try recipes.remove(id) }
      }
      #expect(throws: DocumentFailure.self) {
        try tables.rows("SELECT x FROM own") { _ in
          try tables.rows("DELETE FROM own RETURNING x") { try $0.integer(at: 0) }
        }
      }
      // Reading goes on.
      let titles = try tables.rows("SELECT x FROM own") { _ in
        try tables.rows("SELECT title FROM titles") { try $0.text(at: 0) }
          + [recipes.document(of: id)?.title.value]
      }
      #expect(titles == Array(repeating: ["Bread", "Bread"], count: 3))
      let gone = try tables.rows("DELETE FROM own WHERE x > 1 RETURNING x") {
        try $0.integer(at: 0)
      }
      #expect(gone == [2, 3])
    }
    #expect(try own() == [1])
  }

  @Test(arguments: [
    "DELETE FROM documents", "UPDATE sync_rows SET value = x''", "DROP TABLE indexes", "COMMIT",
    "DELETE FROM skipped_documents", "ROLLBACK", "SAVEPOINT mine",
    "INSERT INTO own VALUES (1); DELETE FROM bases",
    "CREATE TRIGGER t AFTER INSERT ON deltas BEGIN SELECT 1; END",
  ])
  func theLibrarysOwnTablesStayAsTheyAre(_ sql: String) throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(throws: DocumentFailure.self) { try library.transaction { try $0.run(sql) } }
    #expect(throws: DocumentFailure.self) {
      try library.makeTables(named: "mine", steps: [sql])
    }
    #expect(try recipes.document(of: id)?.title.value == "Bread")
    #expect(try own() == [])
  }

  /// Later statements were stored alone.
  @Test func aTransactionThatAStatementEndedStoresNothing() throws {
    try library.transaction { try $0.run("INSERT INTO own VALUES (1)") }
    #expect(throws: DatabaseFailure.self) {
      try library.transaction { tables in
        try recipes.add(Recipe(title: "Bread"))
        try? tables.run("INSERT OR ROLLBACK INTO own VALUES (1)")
        #expect(throws: DocumentFailure.transactionEnded) { try recipes.add(Recipe(title: "Jam")) }
        try? tables.run("INSERT INTO own VALUES (2)")
      }
    }
    #expect(try own() == [1])
    #expect(try folder.library().titles() == [])
    try recipes.add(Recipe(title: "Tea"))
    #expect(try library.titles() == ["Tea"])
  }
}
