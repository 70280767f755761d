// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs
import Testing

@Suite struct DocumentDraftTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  private struct Failure: Error {}

  private struct Undone: Error {
    let draft: DocumentDraft<Recipe>?
  }

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(indexedBy: Titles())
  }

  /// Another program's view of the library.
  private func others() throws -> DocumentCollection<Recipe> {
    try folder.library().collection(indexedBy: Titles())
  }

  @Test func aDraftIsStoredWhenItIsCommitted() throws {
    let id = try recipes.add(Recipe(title: "Bread", method: "Knead."))
    let draft = try #require(try recipes.draft(editing: id) { $0.title.value = "Rolls" })
    #expect(draft.id == id && draft.content.title.value == "Rolls")
    #expect(try recipes.document(of: id)?.title.value == "Bread")
    #expect(try draft.commit())
    for recipes in [recipes, try others()] {
      #expect(try recipes.document(of: id) == draft.content)
      #expect(try recipes.document(of: id)?.method.string == "Knead.")
    }
    #expect(try library.titles() == ["Rolls"])
    // It is not what the draft was made from any longer.
    #expect(try !draft.commit())
    #expect(try recipes.draft(editing: id) { _ in } == nil)
  }

  @Test func aDraftOfADocumentThatChangedIsOutdated() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    for recipes in [recipes, try others()] {
      let draft = try #require(try recipes.draft(editing: id) { $0.method.append("Knead.") })
      try others().edit(id) { $0.title.value += "!" }
      #expect(try !draft.commit())
      #expect(try recipes.document(of: id)?.method.string == "")
    }
    let draft = try #require(try recipes.draft(editing: id) { $0.method.append("Knead.") })
    try recipes.remove(id)
    #expect(try !draft.commit())
    #expect(try recipes.ids().isEmpty)
    try recipes.add(Recipe(title: "Another"), id: id)
    #expect(try !draft.commit())
    #expect(try recipes.document(of: id)?.title.value == "Another")
  }

  @Test func otherDocumentsMayChangeMeanwhile() throws {
    let (one, two) = (try recipes.add(Recipe(title: "a")), try recipes.add(Recipe(title: "b")))
    let draft = try #require(try recipes.draft(editing: one) { $0.title.value = "c" })
    try others().edit(two) { $0.title.value = "d" }
    #expect(try draft.commit())
    #expect(try library.titles() == ["c", "d"])
  }

  @Test func aNewDocumentIsDrafted() throws {
    let drafts = try ["a", "b"].map { try recipes.draft(adding: Recipe(title: $0)) }
    #expect(try recipes.ids().isEmpty)
    #expect(try library.transaction { try drafts.map { try $0.commit() } } == [true, true])
    #expect(try recipes.ids() == drafts.map(\.id))
    #expect(try library.titles() == ["a", "b"])
    let id = UUID()
    let late = try recipes.draft(adding: Recipe(title: "late"), id: id)
    try others().add(Recipe(title: "c"), id: id)
    #expect(try !late.commit())
    #expect(throws: DocumentFailure.documentExists(id, kind: "com.example.recipe")) {
      try recipes.draft(adding: Recipe(title: "d"), id: id)
    }
    #expect(throws: DocumentFailure.nothingWritten(kind: "com.example.recipe")) {
      try recipes.draft(adding: Recipe())
    }
    let copy = try #require(try recipes.document(of: id))
    try recipes.remove(id)
    let again = try recipes.draft(adding: copy, id: id)
    #expect(throws: DocumentFailure.removedDocument(id, kind: "com.example.recipe")) {
      try again.commit()
    }
    #expect(throws: DocumentFailure.unknownDocument(id, kind: "com.example.recipe")) {
      try recipes.draft(editing: id) { $0.title.value = "e" }
    }
  }

  @Test func nothingIsStoredWhileADraftIsMade() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    #expect(throws: DocumentFailure.editWithinEdit) {
      try recipes.draft(editing: id) { _ in try recipes.edit(id) { $0.title.value = "Rolls" } }
    }
    let draft = try #require(try recipes.draft(editing: id) { $0.title.value = "Rolls" })
    #expect(throws: DocumentFailure.editWithinEdit) {
      try recipes.edit(id) { _ in _ = try draft.commit() }
    }
    #expect(throws: Failure.self) { try recipes.draft(editing: id) { _ in throw Failure() } }
    #expect(try draft.commit())
  }

  /// The number of an undone revision is given again.
  @Test func aDraftOfAnUndoneStateIsOutdated() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    let undone = try #require(throws: Undone.self) {
      try library.transaction {
        try recipes.edit(id) { $0.method.append("Knead.") }
        throw Undone(draft: try recipes.draft(editing: id) { $0.method.append(" Bake.") })
      }
    }
    let draft = try #require(undone.draft)
    try recipes.edit(id) { $0.title.value = "Rolls" }
    #expect(try !draft.commit())
    #expect(try others().document(of: id)?.method.string == "")
    // A draft that is committed in its transaction is stored with it.
    let isStored = try library.transaction {
      try recipes.edit(id) { $0.method.append("Knead.") }
      return try recipes.draft(editing: id) { $0.method.append(" Bake.") }?.commit()
    }
    #expect(isStored == true)
    #expect(try others().document(of: id)?.method.string == "Knead. Bake.")
  }

  @Test func aDraftTellsTheDeviceAndIsSent() async throws {
    let (store, other) = (MemoryStore(), try folder.library("other"))
    let draft = try await recipes.draft(adding: Recipe(title: "Bread", method: "Knead."))
    let run = try #require(draft.content.method.editRuns.first).session.run
    #expect(try await library.devicesByMark()[run.device] == nil)
    #expect(try await draft.commit())
    let more = try #require(
      try await recipes.draft(editing: draft.id) { $0.method.append(" Bake.") })
    let last = try #require(more.content.method.editRuns.last).session.run
    #expect(try await library.devicesByMark()[last.device]?.isThisDevice == true)
    #expect(try await more.commit())
    let theirs = try other.collection(of: Recipe.self)
    for library in [library, other] {
      try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
    }
    #expect(try await theirs.document(of: draft.id)?.method.string == "Knead. Bake.")
  }
}
