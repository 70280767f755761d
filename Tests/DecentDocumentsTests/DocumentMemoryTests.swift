// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes
import TestInputs
import Testing

@testable import DecentDocuments

/// The documents that a library keeps in memory equal those in the file.
@Suite struct DocumentMemoryTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>
  private struct Refusal: Error {}

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(of: Recipe.self)
  }

  private func title(_ id: UUID, in recipes: DocumentCollection<Recipe>) throws -> String? {
    try recipes.document(of: id)?.title.value
  }

  /// The documents as another process opens them: over its own connection, with an empty memory.
  private func others() throws -> DocumentCollection<Recipe> {
    try folder.library().collection(of: Recipe.self)
  }

  @Test func editsOfOneProcessGoOnInOneSession() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    for letter in "Boil water." { try recipes.edit(id) { $0.method.append("\(letter)") } }
    let method = try #require(try recipes.document(of: id)?.method)
    #expect(method.string == "Boil water.")
    #expect(method.sessions.count == 1)
    #expect(try others().document(of: id) == recipes.document(of: id))
  }

  @Test func whatWasUndoneIsForgotten() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(throws: Refusal.self) {
      try library.transaction { () -> Void in
        try recipes.edit(id) { $0.title.value = "Rolls" }
        #expect(try title(id, in: recipes) == "Rolls")
        throw Refusal()
      }
    }
    #expect(try title(id, in: recipes) == "Bread")
    try recipes.edit(id) { $0.method.append("Bake.") }
    #expect(try others().document(of: id) == recipes.document(of: id))
  }

  /// Sync opens a document many times. It is decoded once, until it takes something in.
  @Test func aDocumentThatTookSomethingInIsOpenedAnew() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    let name = DocumentPlace(code: Recipe.frameKind.code, id: id).document
    try library.read { database in
      let table = library.table(in: database)
      let open = try table.open(name, as: Recipe.self)
      #expect(try table.open(name, as: Recipe.self) === open)
      var other = open.content
      other.title.value = "Rolls"
      let delta = try #require(other.delta(since: open.content.version))
      try open.merge(delta: delta.encoded())
      #expect(open.isChanged && open.content.title.value == "Rolls")
      #expect(try table.open(name, as: Recipe.self).content.title.value == "Bread")
    }
  }

  @Test func aPartThatWasUndoneIsForgotten() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    try library.transaction { () -> Void in
      #expect(throws: Refusal.self) {
        try library.transaction { () -> Void in
          try recipes.edit(id) { $0.title.value = "Rolls" }
          throw Refusal()
        }
      }
      #expect(try title(id, in: recipes) == "Bread")
      try recipes.edit(id) { $0.title.value = "Buns" }
    }
    #expect(try title(id, in: recipes) == "Buns")
    #expect(try title(id, in: others()) == "Buns")
  }

  @Test func anEditThatThrewIsForgotten() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    try library.transaction { () -> Void in
      #expect(throws: Refusal.self) {
        try recipes.edit(id) { recipe in
          recipe.title.value = "Rolls"
          throw Refusal()
        }
      }
    }
    #expect(try title(id, in: recipes) == "Bread")
  }

  @Test func whatOthersWroteIsSeen() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(try title(id, in: recipes) == "Bread")
    try others().edit(id) { $0.title.value = "Rolls" }
    #expect(try title(id, in: recipes) == "Rolls")
    try recipes.edit(id) { $0.method.append("Bake.") }
    #expect(try title(id, in: others()) == "Rolls")
  }

  @Test func whatWasRemovedIsForgotten() throws {
    let id = UUID()
    try recipes.add(Recipe(title: "Bread"), id: id)
    #expect(try title(id, in: recipes) == "Bread")
    try recipes.remove(id)
    #expect(try recipes.document(of: id) == nil)
    try others().add(Recipe(title: "Rolls"), id: id)
    #expect(try title(id, in: recipes) == "Rolls")
  }

  /// Changes a title without the memory, as a repair does.
  private func setTitle(_ title: String, of id: UUID) throws {
    try library.transaction {
      try library.read { database in
        let past = DocumentTable(database: database) { _, _ in Refusal() }
        let name = DocumentPlace(code: Recipe.frameKind.code, id: id).document
        _ = try past.change(name) { (recipe: inout Recipe) in recipe.title.value = title }
      }
    }
  }

  @Test func whatWasWrittenPastTheMemoryIsSeen() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(try title(id, in: recipes) == "Bread")
    try setTitle("Rolls", of: id)
    #expect(try title(id, in: recipes) == "Rolls")
  }

  @Test func aRevisionThatIsGivenAgainIsSeen() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(throws: Refusal.self) {
      try library.transaction { () -> Void in
        try recipes.edit(id) { $0.title.value = "Rolls" }
        throw Refusal()
      }
    }
    try setTitle("Buns", of: id)
    #expect(try title(id, in: recipes) == "Buns")
  }

  /// Another program may put a backup in place, which gives a revision again.
  @Test func aRevisionThatOthersGiveAgainIsSeen() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(try title(id, in: recipes) == "Bread")
    let other = try folder.library()
    let name = DocumentPlace(code: Recipe.frameKind.code, id: id).document
    try other.transaction {
      try other.read { database in
        let table = DocumentTable(database: database) { _, _ in Refusal() }
        let origin = try #require(try table.origin(of: name))
        _ = try table.change(name) { (recipe: inout Recipe) in recipe.title.value = "Rolls" }
        try database.run("UPDATE documents SET revision = ?", .integer(origin.revision))
      }
    }
    #expect(try title(id, in: recipes) == "Rolls")
  }

  /// The numbers of the documents still in memory after a number of documents were kept one after
  /// the other.
  private func remembered(of count: Int, ofBytes size: Int) throws -> [Int] {
    try library.read { database in
      let memory = DocumentMemory()
      let names = try (0..<count).map { try #require(DocumentID("1/\($0)")) }
      let origin = PreparedDocument.Origin(key: 1, revision: 1)
      for name in names {
        let kept = DocumentMemory.Kept(content: 0, baseSize: size, decoded: 0)
        try memory.keep(kept, as: name, at: origin, in: database)
      }
      return try names.indices.filter { place in
        let kept: DocumentMemory.Kept<Int>? = try memory.take(
          names[place], at: origin, in: database)
        return kept != nil
      }
    }
  }

  @Test func asManyAreRememberedAsThereIsRoomFor() throws {
    #expect(try remembered(of: 40, ofBytes: 1) == Array(24..<40))
    #expect(try remembered(of: 40, ofBytes: 5 << 20) == Array(37..<40))
    #expect(try remembered(of: 2, ofBytes: 17 << 20) == [])
  }

  @Test func moreThanAreRememberedAreThere() throws {
    let ids = try (0..<40).map { try recipes.add(Recipe(title: "\($0)")) }
    for round in 0..<2 {
      for (number, id) in ids.enumerated() {
        try recipes.edit(id) { $0.title.value += "." }
        #expect(
          try title(id, in: recipes) == "\(number)" + String(repeating: ".", count: round + 1))
      }
    }
  }
}
