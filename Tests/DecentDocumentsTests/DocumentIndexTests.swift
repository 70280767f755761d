// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs
import Testing

@Suite struct DocumentIndexTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
  }

  @Test func anIndexIsInStepWithEveryEdit() throws {
    let recipes = try library.collection(indexedBy: Titles())
    let id = try recipes.add(Recipe(title: "Bread"))
    try recipes.add(Recipe(title: "Jam"))
    #expect(try library.titles() == ["Bread", "Jam"])
    try recipes.edit(id) { $0.title.value = "Rolls" }
    #expect(try library.titles() == ["Jam", "Rolls"])
    let found = try library.rows("SELECT id FROM titles WHERE title = ?", "Rolls") {
      try $0.id(at: 0)
    }
    #expect(found == [id])
  }

  @Test func whatChangedWithoutTheIndexIsCaughtUp() throws {
    let plain = try folder.library().collection(of: Recipe.self)
    let id = try plain.add(Recipe(title: "Bread"))
    let recipes = try library.collection(indexedBy: Titles())
    #expect(try library.titles() == ["Bread"])
    // An older version of the app makes edits.
    try plain.edit(id) { $0.title.value = "Rolls" }
    try plain.add(Recipe(title: "Jam"))
    #expect(try library.titles() == ["Bread"])
    try recipes.add(Recipe(title: "Tea"))
    #expect(try library.titles() == ["Jam", "Rolls", "Tea"])
  }

  @Test func theSameCollectionWithoutItsIndexKeepsIt() throws {
    _ = try library.collection(indexedBy: Titles())
    try library.collection(of: Recipe.self).add(Recipe(title: "Bread"))
    #expect(try library.titles() == ["Bread"])
  }

  /// A second index took the place of the first, which nothing kept up any longer.
  @Test func aCollectionHasSeveralIndexes() throws {
    let recipes = try library.collection(of: Recipe.self, indexedBy: Titles(), Methods())
    let id = try recipes.add(Recipe(title: "Bread", method: "Knead."))
    #expect(try library.titles() == ["Bread"] && library.methods() == ["Knead."])
    let other = try folder.library()
    _ = try other.collection(indexedBy: Titles())
    let both = try other.collection(indexedBy: Methods())
    try both.edit(id) {
      $0.title.value = "Rolls"
      $0.method.append(" Bake.")
    }
    #expect(try library.titles() == ["Rolls"] && library.methods() == ["Knead. Bake."])
    try both.remove(id)
    #expect(try library.titles() == [] && library.methods() == [])
  }

  /// The earlier one kept the revision that both have, and the later one was given nothing.
  @Test func theLaterOfTwoIndexesOfOneNameTakesThePlaceOfTheEarlier() throws {
    var titles = Titles()
    titles.refused = "Rolls"
    let recipes = try library.collection(indexedBy: Titles(), titles)
    #expect(throws: Titles.Refusal.self) { try recipes.add(Recipe(title: "Rolls")) }
    try recipes.add(Recipe(title: "Bread"))
    _ = try library.collection(indexedBy: titles, Titles())
    try recipes.add(Recipe(title: "Rolls"))
    #expect(try library.titles() == ["Bread", "Rolls"])
  }

  @Test func theLaterOfTwoIndexesOfOneNameIsGivenWhatIsThere() throws {
    try library.collection(of: Recipe.self).add(Recipe(title: "Rolls"))
    var titles = Titles()
    titles.refused = "Rolls"
    _ = try library.collection(indexedBy: titles, Titles())
    #expect(try library.titles() == ["Rolls"])
  }

  @Test func anIndexThatFailsLeavesTheCollectionUnknown() async throws {
    let store = MemoryStore()
    let other = try folder.library("other")
    try await other.collection(of: Recipe.self).add(Recipe(title: "Rolls"))
    try await RemoteSync(other, with: store, as: RemoteName("cloud")).run()
    var methods = Methods()
    methods.steps = ["CREATE TABEL methods (id)"]
    #expect(throws: DocumentFailure.self) { try library.collection(indexedBy: Titles(), methods) }
    #expect(throws: DocumentFailure.self) { try library.titles() }
    let sync = try RemoteSync(library, with: store, as: RemoteName("cloud"))
    #expect(try await sync.run().changedDocuments.isEmpty)
    _ = try library.collection(indexedBy: Titles(), Methods())
    #expect(try await sync.run().changedDocuments.count == 1)
    #expect(try library.titles() == ["Rolls"])
  }

  @Test func twoTypesOfIndexesHaveTwoNames() throws {
    _ = try library.collection(indexedBy: Titles())
    var methods = Methods()
    methods.name = "titles"
    let failure = #expect(throws: DocumentFailure.self) {
      try library.collection(indexedBy: methods)
    }
    #expect("\(try #require(failure))".contains("Methods and"))
    #expect(throws: DocumentFailure.self) {
      try library.collection(of: Recipe.self).catchUp(methods)
    }
  }

  @Test func anIndexThatMayWaitIsCaughtUpInParts() throws {
    let recipes = try library.collection(indexedBy: Titles())
    let ids = try ["a", "b", "c"].map { try recipes.add(Recipe(title: $0, method: $0)) }
    #expect(try !recipes.catchUp(Methods(), atMost: 2))
    #expect(try library.methods() == ["a", "b"])
    #expect(try recipes.catchUp(Methods(), atMost: 1))
    #expect(try library.methods() == ["a", "b", "c"])
    // Another program goes on.
    let others = try folder.library().collection(of: Recipe.self)
    try recipes.remove(ids[0])
    try recipes.edit(ids[1]) { $0.method.append("!") }
    #expect(try library.methods() == ["a", "b", "c"])
    #expect(try others.catchUp(Methods()))
    #expect(try library.methods() == ["b!", "c"])
    #expect(try recipes.catchUp(Methods(), atMost: 0))
    // A new step begins anew.
    var methods = Methods()
    methods.steps.append("DELETE FROM methods")
    while try !recipes.catchUp(methods, atMost: 0) {}
    #expect(try library.methods() == ["b!", "c"])
    // An index that is in step has nothing to catch up.
    _ = try library.collection(indexedBy: methods)
    try recipes.edit(ids[1]) { $0.method.append("?") }
    #expect(try library.methods() == ["b!?", "c"])
    #expect(try recipes.catchUp(methods))
  }

  @Test func anIndexThatLagsIsNotUpToDate() throws {
    let recipes = try library.collection(of: Recipe.self)
    let id = try recipes.add(Recipe(title: "Bread", method: "Mix."))
    #expect(try !recipes.isUpToDate(Methods()))
    #expect(throws: DocumentFailure.self) { try library.methods() }
    try recipes.catchUp(Methods())
    #expect(try recipes.isUpToDate(Methods()))
    let others = try folder.library().collection(of: Recipe.self)
    try others.edit(id) { $0.method.append("!") }
    #expect(try !recipes.isUpToDate(Methods()))
    try recipes.catchUp(Methods())
    #expect(try others.isUpToDate(Methods()))
    var methods = Methods()
    methods.steps.append("DELETE FROM methods")
    #expect(try !recipes.isUpToDate(methods))
  }

  @Test func aNewStepIsRunOnceAndAllDocumentsAreGivenAgain() throws {
    try library.collection(indexedBy: Titles()).add(Recipe(title: "Bread"))
    var titles = Titles()
    titles.steps += ["DELETE FROM titles; CREATE INDEX titles_by_title ON titles (title)"]
    for _ in 0..<2 {
      let next = try folder.library()
      _ = try next.collection(indexedBy: titles)
      #expect(try next.titles() == ["Bread"])
    }
    // The older app gets an error before it does harm.
    #expect(throws: DocumentFailure.newerIndex(name: "titles", found: 2, supported: 1)) {
      try folder.library().collection(indexedBy: Titles())
    }
  }

  @Test func anIndexThatFailsUndoesTheEdit() throws {
    var titles = Titles()
    titles.refused = "Rolls"
    let recipes = try library.collection(indexedBy: titles)
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(throws: Titles.Refusal.self) { try recipes.edit(id) { $0.title.value = "Rolls" } }
    #expect(try recipes.document(of: id)?.title.value == "Bread")
    #expect(try library.titles() == ["Bread"])
  }

  /// The app may continue its transaction.
  @Test func anEditThatFailsWithinATransactionLeavesNothing() throws {
    var titles = Titles()
    titles.refused = "Rolls"
    let recipes = try library.collection(indexedBy: titles)
    let id = try recipes.add(Recipe(title: "Bread"))
    try library.transaction {
      #expect(throws: Titles.Refusal.self) { try recipes.edit(id) { $0.title.value = "Rolls" } }
      try recipes.add(Recipe(title: "Jam"))
    }
    #expect(try recipes.document(of: id)?.title.value == "Bread")
    #expect(try library.titles() == ["Bread", "Jam"])
  }

  @Test func aStatementThatIsNoneIsSaid() throws {
    var titles = Titles()
    titles.steps = ["CREATE TABEL titles (id)"]
    let failure = #expect(throws: DocumentFailure.self) {
      try library.collection(indexedBy: titles)
    }
    #expect("\(try #require(failure))".contains("CREATE TABEL"))
    #expect(throws: DocumentFailure.self) { try library.titles() }
    // Nothing of the index stays. The next version of the app begins it anew.
    _ = try library.collection(indexedBy: Titles())
    #expect(try library.titles() == [])
  }

  @Test(arguments: [
    "DELETE FROM documents RETURNING 1", "CREATE TABLE mine (x)", "COMMIT", "ATTACH '' AS other",
    "DELETE FROM titles", "SELECT 1; DELETE FROM documents", "PRAGMA foreign_keys = OFF",
    "CREATE TEMP TABLE mine (x)", "CREATE VIRTUAL TABLE mine USING fts5(x)", "DROP TABLE titles",
    "CREATE VIEW mine AS SELECT 1", "ALTER TABLE titles ADD COLUMN mine", "VACUUM", "REINDEX",
    "ANALYZE",
    "DETACH main", "SAVEPOINT mine", "BEGIN", "PRAGMA journal_mode = DELETE",
    "PRAGMA user_version = 7",
    "INSERT INTO sqlite_master VALUES ('table', 'mine', 'mine', 0, 'CREATE TABLE mine (x)')",
  ])
  func aQueryOnlyReads(_ sql: String) throws {
    try library.collection(indexedBy: Titles()).add(Recipe(title: "Bread"))
    #expect(throws: DocumentFailure.self) { try library.rows(sql) { try $0.integer(at: 0) } }
    #expect(try folder.library().titles() == ["Bread"])
    #expect(try library.titles() == ["Bread"])
  }

  @Test(arguments: [
    "DROP TABLE IF EXISTS deltas", "DELETE FROM Documents", "UPDATE sync_rows SET value = x''",
    "ALTER TABLE bases RENAME TO cellars", "DROP INDEX deltas_by_document", "COMMIT",
    "CREATE UNIQUE INDEX i ON deltas (document)", "CREATE TEMP TABLE documents (x)",
    "CREATE TEMP VIEW Bases AS SELECT 1", "CREATE TABLE temp.documents (x)",
    "CREATE VIEW temp.bases AS SELECT 1", "CREATE VIRTUAL TABLE temp.deltas USING fts5(x)",
    "CREATE TEMP TABLE mine (x); ALTER TABLE mine RENAME TO documents",
    "CREATE TRIGGER t AFTER INSERT ON deltas BEGIN SELECT 1; END",
    "CREATE TEMP TRIGGER t AFTER INSERT ON deltas BEGIN SELECT 1; END",
  ])
  func anIndexLeavesTheLibrarysOwnTables(_ script: String) throws {
    let recipes = try library.collection(indexedBy: Titles())
    let id = try recipes.add(Recipe(title: "Bread"))
    var titles = Titles()
    titles.steps += [script]
    let failure = #expect(throws: DocumentFailure.self) {
      try library.collection(indexedBy: titles)
    }
    #expect("\(try #require(failure))".contains("the library's own tables"))
    #expect(try recipes.document(of: id)?.title.value == "Bread")
    #expect(try library.titles() == ["Bread"])
  }

  @Test func anIndexMaySearchTexts() throws {
    var titles = Titles()
    titles.steps += [
      "DROP TABLE titles; CREATE VIRTUAL TABLE titles USING fts5(id UNINDEXED, title)",
      "CREATE TRIGGER mine AFTER DELETE ON own BEGIN SELECT 1; END",
    ]
    titles.steps.insert("CREATE TABLE own (x)", at: 1)
    let recipes = try library.collection(indexedBy: titles)
    let id = try recipes.add(Recipe(title: "Brown bread"))
    try recipes.edit(id) { $0.method.append("Boil water.") }
    let found = try library.rows("SELECT id FROM titles WHERE titles MATCH 'bread' LIMIT 1") {
      try $0.id(at: 0)
    }
    #expect(found == [id])
  }

  /// The first statement of a connection that uses a virtual table opens it. That may be a query,
  /// also after another connection changed the tables.
  @Test(arguments: [
    "fts5(id UNINDEXED, title)", "fts4(id, title, notindexed=id)", "fts3(id, title)",
  ])
  func aReopenedLibrarySearchesTexts(_ module: String) throws {
    var titles = Titles()
    titles.steps.append("DROP TABLE titles; CREATE VIRTUAL TABLE titles USING \(module)")
    try library.collection(indexedBy: titles).add(Recipe(title: "Brown bread"))
    func found(in library: DocumentLibrary) throws -> [String] {
      try library.rows(
        "SELECT DISTINCT title FROM titles WHERE titles MATCH 'bread' ORDER BY title"
      ) {
        try $0.text(at: 0)
      }
    }
    let reopened = try folder.library()
    #expect(try found(in: reopened) == ["Brown bread"])
    let recipes = try reopened.collection(indexedBy: titles)
    #expect(try found(in: reopened) == ["Brown bread"])
    titles.steps.append("CREATE TABLE further (x)")
    let other = try folder.library().collection(indexedBy: titles)
    #expect(try found(in: reopened) == ["Brown bread"])
    try other.add(Recipe(title: "White bread"))
    #expect(try found(in: reopened) == ["Brown bread", "White bread"])
    #expect(try recipes.ids().count == 2)
  }

  /// The module for places prepares statements that write when its table is opened.
  @Test func aReopenedLibrarySearchesPlaces() throws {
    var titles = Titles()
    titles.steps.append("CREATE VIRTUAL TABLE places USING rtree(id, least, most)")
    titles.steps.append("INSERT INTO places VALUES (1, 2, 3)")
    try library.collection(indexedBy: titles).add(Recipe(title: "Bread"))
    let reopened = try folder.library()
    let query = "SELECT id FROM places WHERE least < 3"
    #expect(try reopened.rows(query) { try $0.integer(at: 0) } == [1])
    #expect(throws: DocumentFailure.self) {
      try reopened.rows("INSERT INTO places VALUES (2, 2, 3)") { try $0.integer(at: 0) }
    }
  }

  @Test func whatSyncBringsIsInTheIndex() async throws {
    let store = MemoryStore()
    let other = try folder.library("other")
    let theirs = try other.collection(of: Recipe.self)
    let id = try await theirs.add(Recipe(title: "Bread"))
    try await RemoteSync(other, with: store, as: RemoteName("cloud")).run()
    _ = try library.collection(indexedBy: Titles())
    let sync = try RemoteSync(library, with: store, as: RemoteName("cloud"))
    try await sync.run()
    #expect(try library.titles() == ["Bread"])
    try await theirs.edit(id) { $0.title.value = "Rolls" }
    try await RemoteSync(other, with: store, as: RemoteName("cloud")).run()
    try await sync.run()
    #expect(try library.titles() == ["Rolls"])
  }
}
