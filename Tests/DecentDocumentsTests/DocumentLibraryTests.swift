// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs
import Testing

@Suite struct DocumentLibraryTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(of: Recipe.self)
  }

  private func title(_ id: UUID) throws -> String? { try recipes.document(of: id)?.title.value }

  @Test func aDocumentIsThereOnceTheLibraryIsOpenedAgain() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    try recipes.edit(id) { $0.method.append("Boil water.") }
    let again = try folder.library().collection(of: Recipe.self)
    #expect(try again.ids() == [id])
    #expect(try again.document(of: id)?.method.string == "Boil water.")
    #expect(try again.document(of: id)?.title.value == "Bread")
    #expect(try again.document(of: UUID()) == nil)
  }

  @Test func editsTellTheDevice() throws {
    func recipe() -> Recipe {
      var recipe = Recipe(title: "Bread")
      recipe.method.append("Mix.")
      return recipe
    }
    let known = try library.environment().run { recipe() }
    let id = try recipes.add(known)
    try recipes.edit(id) { $0.method.append("Knead.") }
    let runs = try #require(try recipes.document(of: id)).method.editRuns.map(\.session.run)
    #expect(runs.count == 2)
    let devices = try library.devicesByMark()
    #expect(runs.allSatisfy { devices[$0.device]?.isThisDevice == true })
    let apart = try recipes.add(recipe())
    let run = try #require(try recipes.document(of: apart)?.method.editRuns.first).session.run
    #expect(devices[run.device] == nil)
  }

  @Test func aDocumentThatIsFilledInTellsTheDevice() async throws {
    let id = try { try recipes.add { $0.title.value = "Bread" } }()
    let other = try await recipes.add { $0 = Recipe(title: "Jam", method: "Boil.") }
    let (bread, jam) = (try await recipes.document(of: id), try await recipes.document(of: other))
    #expect(bread?.title.value == "Bread" && jam?.method.string == "Boil.")
    let devices = try await library.devicesByMark()
    let runs = [
      bread?.title.version.run, jam?.title.version.run, jam?.method.editRuns.first?.session.run,
    ]
    for run in runs { #expect(try devices[#require(run).device]?.isThisDevice == true) }
    #expect(throws: DocumentFailure.documentExists(id, kind: Recipe.kind)) {
      try recipes.add(id: id) { $0.title.value = "Rolls" }
    }
    #expect(throws: DocumentFailure.nothingWritten(kind: Recipe.kind)) { try recipes.add { _ in } }
    #expect(throws: DocumentFailure.editWithinEdit) {
      try recipes.add { [recipes] in
        $0.title.value = "Rolls"
        try recipes.remove(id)
      }
    }
    #expect(try await recipes.ids() == [id, other])
  }

  @Test func anEditReturnsWhatItsBodyReturns() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    let old = try recipes.edit(id) { recipe in
      defer { recipe.title.value = "Rolls" }
      return recipe.title.value
    }
    #expect(old == "Bread")
    #expect(try title(id) == "Rolls")
  }

  @Test func whatCannotBeDoneIsSaid() throws {
    let id = UUID()
    #expect(throws: DocumentFailure.unknownDocument(id, kind: "com.example.recipe")) {
      try recipes.edit(id) { $0.title.value = "Bread" }
    }
    #expect(throws: DocumentFailure.nothingWritten(kind: "com.example.recipe")) {
      try recipes.add(Recipe())
    }
    try recipes.add(Recipe(title: "Bread"), id: id)
    #expect(throws: DocumentFailure.documentExists(id, kind: "com.example.recipe")) {
      try recipes.add(Recipe(title: "Rolls"), id: id)
    }
    #expect(try recipes.ids() == [id])
  }

  /// Reports name documents by ids of sync.
  @Test func documentsAreKnownByTheirIDsOfSync() throws {
    let id = UUID()
    func named(_ text: String) throws -> DocumentID {
      try #require(DocumentID("\(text)\(id.uuidString.lowercased())"))
    }
    let code = Recipe.frameKind.code
    #expect(try named("\(code)/").id(in: Recipe.self) == id)
    #expect(try named("\(code)/").id(in: Shelf.self) == nil)
    #expect(try named("\(code)/").removedID(in: Recipe.self) == nil)
    #expect(try named("gone/\(code)/").removedID(in: Recipe.self) == id)
    #expect(try named("gone/\(code)/").removedID(in: Shelf.self) == nil)
    #expect(try named("gone/\(code)/").id(in: Recipe.self) == nil)
    #expect(try #require(DocumentID("index")).id(in: Recipe.self) == nil)
  }

  @Test func anEditThatFailsChangesNothing() throws {
    struct Failure: Error {}
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(throws: Failure.self) {
      try recipes.edit(id) { recipe in
        recipe.title.value = "Rolls"
        throw Failure()
      }
    }
    #expect(try title(id) == "Bread")
  }

  @Test func editsOfATransactionAreStoredTogetherOrNotAtAll() throws {
    struct Failure: Error {}
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(throws: Failure.self) {
      try library.transaction {
        try recipes.edit(id) { $0.title.value = "Rolls" }
        try recipes.add(Recipe(title: "Jam"))
        throw Failure()
      }
    }
    #expect(try title(id) == "Bread")
    #expect(try recipes.ids() == [id])
    let jam = try library.transaction {
      try recipes.edit(id) { $0.title.value = "Rolls" }
      return try recipes.add(Recipe(title: "Jam"))
    }
    #expect(try recipes.ids() == [id, jam])
    #expect(try title(id) == "Rolls")
  }

  /// The outer edit would overwrite the inner one with contents read before it.
  @Test func nothingElseIsWrittenWhileADocumentIsEdited() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(throws: DocumentFailure.editWithinEdit) {
      try recipes.edit(id) { recipe in
        recipe.title.value = "Rolls"
        try recipes.edit(id) { $0.method.append("Boil water.") }
      }
    }
    // Another document, which the outer edit would not overwrite.
    #expect(throws: DocumentFailure.editWithinEdit) {
      try recipes.edit(id) { _ in try recipes.add(Recipe(title: "Jam")) }
    }
    try recipes.edit(id) { recipe in
      recipe.title.value = try (title(id) ?? "") + "!"
    }
    #expect(try title(id) == "Bread!")
    #expect(throws: DocumentFailure.editWithinEdit) {
      try library.rows("SELECT 1") { _ in try recipes.add(Recipe(title: "Jam")) }
    }
    #expect(try recipes.ids() == [id])
  }

  @Test func theFolderIsMade() throws {
    let url = URL(fileURLWithPath: folder.path("new/folder/recipes.sqlite"))
    try DocumentLibrary(at: url).collection(of: Recipe.self).add(Recipe(title: "Bread"))
    #expect(try DocumentLibrary(at: url).collection(of: Recipe.self).ids().count == 1)
    try folder.write([], to: "file")
    #expect(throws: DatabaseFailure.self) {
      try DocumentLibrary(at: URL(fileURLWithPath: folder.path("file/recipes.sqlite")))
    }
  }

  @Test func aFolderThatIsMadeIsOfItsUserAlone() throws {
    func mode(_ name: String) throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(name))
      return attributes[.posixPermissions] as? Int
    }
    let shared = folder.path("shared")
    try FileManager.default.createDirectory(
      atPath: shared, withIntermediateDirectories: false,
      attributes: [.posixPermissions: 0o755])
    for name in ["own", "shared"] {
      _ = try DocumentLibrary(at: URL(fileURLWithPath: folder.path("\(name)/recipes.sqlite")))
    }
    #expect(try mode("own") == 0o700)
    #expect(try mode("shared") == 0o755)
  }

  @Test func aCopyThatWasEditedApartIsTakenIn() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    var draft = try #require(try recipes.document(of: id))
    draft.method.append("Boil water.")
    try recipes.edit(id) { $0.tags.insert("quick") }
    try recipes.merge(draft, into: id)
    let recipe = try #require(try recipes.document(of: id))
    #expect(recipe.method.string == "Boil water.")
    #expect(recipe.tags.contains("quick"))
  }

  /// A draft that is assigned lacks what was changed since it was copied out, and merges. A new value is
  /// shown.
  @Test func anAssignedDocumentIsStoredAndIndexed() throws {
    let indexed = try library.collection(indexedBy: Titles())
    let id = try indexed.add(Recipe(title: "Bread"))
    let draft = try #require(try indexed.document(of: id))
    let assigned = [(draft, "Bread", 1), (Recipe(title: "Rolls"), "Rolls", 0), (Recipe(), "", 0)]
    for (number, (value, title, tagCount)) in assigned.enumerated() {
      try indexed.edit(id) { $0.tags.insert("tag \(number)") }
      try indexed.edit(id) { $0 = value }
      let shown = try #require(try indexed.document(of: id))
      #expect(shown.tags.count == tagCount)
      #expect(shown.title.value == title)
      #expect(try library.titles() == [shown.title.value])
      let again = try folder.library().collection(of: Recipe.self)
      #expect(try again.document(of: id) == shown)
    }
  }

  @Test func failuresAreWordedForUsersToo() throws {
    let failure = #expect(throws: DocumentFailure.self) {
      try recipes.edit(UUID()) { $0.title.value = "Bread" }
    }
    #expect(try #require(failure).localizedDescription.contains("is not here"))
  }

  @Test func collectionsOfOneLibraryAreApart() throws {
    let shelves = try library.collection(of: Shelf.self)
    let id = UUID()
    try recipes.add(Recipe(title: "Bread"), id: id)
    #expect(try shelves.document(of: id) == nil)
    try shelves.add(Shelf(place: "kitchen"), id: id)
    #expect(try recipes.ids() == [id])
    #expect(try shelves.ids() == [id])
  }

  @Test func twoTypesOfOneKindAreRefused() throws {
    struct Impostor: ReplicatingModel {
      var title = ReplicatingRegister(default: "")
      static let kind = Recipe.kind
      static let fields = FieldList(("title", \Impostor.title))
    }
    let failure = #expect(throws: DocumentFailure.self) {
      try library.collection(of: Impostor.self)
    }
    #expect("\(try #require(failure))".contains("are both of the kind com.example.recipe"))
  }

  @Test func threadsAndProcessesEditOneDocument() async throws {
    let id = try await recipes.add(Recipe(title: "Bread"))
    // Another process has a library of its own.
    let other = try folder.library().collection(of: Recipe.self)
    await withThrowingTaskGroup { group in
      for number in 0..<20 {
        group.addTask { [recipes] in
          try (number.isMultiple(of: 2) ? recipes : other).edit(id) {
            $0.tags.insert("tag \(number)")
          }
        }
      }
    }
    #expect(try await recipes.document(of: id)?.tags.count == 20)
  }

  @Test func aFileOfAnotherProgramIsLeftAsItIs() throws {
    try folder.write(
      Array("not a database, but long enough to be read as one".utf8), to: "x.sqlite")
    #expect(throws: DatabaseFailure.self) { try folder.library("x") }
    #expect(try folder.read("x.sqlite").count == 49)
  }

  @Test func aDamagedDocumentIsNamedAndTheOthersAreThere() throws {
    let damaged = try recipes.add(Recipe(title: "Bread"))
    let sound = try recipes.add(Recipe(title: "Jam"))
    let database = try Database(file: library.path, for: .writing)
    try database.run(
      "UPDATE bases SET content = x'444344' WHERE document = "
        + "(SELECT key FROM documents WHERE name LIKE ?)", .text("%\(damaged.uuidString)"))
    let failure = #expect(throws: DocumentFailure.self) { try recipes.document(of: damaged) }
    #expect("\(try #require(failure))".contains(damaged.uuidString.lowercased()))
    #expect(throws: DocumentFailure.self) {
      try recipes.edit(damaged) { $0.title.value = "Rolls" }
    }
    #expect(try title(sound) == "Jam")
    #expect(try recipes.ids() == [damaged, sound])
  }
}
