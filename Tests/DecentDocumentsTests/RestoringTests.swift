// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// Removed documents that their user brings back.
@Suite struct RestoringTests: SyncedRecipes {
  let folder: TemporaryFolder
  let store = MemoryStore()
  private let one: DocumentLibrary
  private let two: DocumentLibrary
  private let mine: DocumentCollection<Recipe>
  private let theirs: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    (one, two) = (try folder.library("one"), try folder.library("two"))
    mine = try one.collection(indexedBy: Titles())
    theirs = try two.collection(indexedBy: Titles())
  }

  private func addShared() async throws -> UUID {
    let id = try await mine.add(Recipe(title: "Bread", method: "Boil water."))
    try await settle([one, two])
    return id
  }

  /// The other device learns of the removal before it is undone, or of both at once.
  @Test(arguments: [false, true], [false, true])
  func aRestoredDocumentIsBackOnAllDevices(isRemovalSent: Bool, isReopened: Bool) async throws {
    let id = try await addShared()
    let before = try #require(try await mine.document(of: id))
    let removed = try await mine.remove(id)
    #expect(removed == before)
    #expect(try await mine.document(of: id) == nil)
    if isRemovalSent {
      try await settle([one, two])
      #expect(try stored(in: two) == 0)
    }
    let again = try isReopened ? folder.library("one").collection(indexedBy: Titles()) : mine
    try await again.restore(removed, id: id)
    let restored = try #require(try await mine.document(of: id))
    #expect(restored.title.value == "Bread" && restored.method.string == "Boil water.")
    #expect(try one.titles() == ["Bread"])
    try await settle([one, two])
    #expect(try await theirs.document(of: id) == restored)
    // It can be edited, removed and restored again.
    try await theirs.edit(id) { $0.tags.insert("quick") }
    try await settle([one, two])
    let second = try await theirs.remove(id)
    try await settle([one, two])
    for library in [one, two] { #expect(try stored(in: library) == 0) }
    try await theirs.restore(second, id: id)
    try await settle([one, two])
    #expect(try await mine.document(of: id)?.tags.values == ["quick"])
  }

  @Test func editsMadeMeanwhileStay() async throws {
    let id = try await addShared()
    let removed = try await mine.remove(id)
    try await theirs.edit(id) {
      $0.title.value = "Rolls"
      $0.method.append(" Knead.")
    }
    try await mine.restore(removed, id: id)
    try await settle([one, two])
    for recipes in [mine, theirs] {
      let recipe = try #require(try await recipes.document(of: id))
      #expect(recipe.title.value == "Rolls")
      #expect(recipe.method.string == "Boil water. Knead.")
    }
  }

  /// The tags come last in the model, so restoring edits a tag.
  @Test func tagsRemovedMeanwhileStayRemoved() async throws {
    let id = try await addShared()
    try await mine.edit(id) { $0.tags = ["quick"] }
    try await settle([one, two])
    let removed = try await mine.remove(id)
    try await theirs.edit(id) { $0.tags.remove("quick") }
    try await mine.restore(removed, id: id)
    try await settle([one, two])
    #expect(try await mine.document(of: id)?.tags.values == [])
  }

  /// Both devices removed it, and both restore it.
  @Test func twoDevicesRestoreOneDocument() async throws {
    let id = try await addShared()
    let removed = (try await mine.remove(id), try await theirs.remove(id))
    try await settle([one, two])
    try await mine.restore(removed.0, id: id)
    try await theirs.restore(removed.1, id: id)
    try await settle([one, two])
    #expect(try await mine.ids() == [id])
    #expect(try await mine.document(of: id)?.method.string == "Boil water.")
  }

  @Test func whatIsThereAlreadyStays() async throws {
    let id = try await addShared()
    let removed = try await mine.remove(id)
    try await mine.restore(removed, id: id)
    let restored = try await mine.document(of: id)
    try await mine.restore(removed, id: id)
    #expect(try await mine.document(of: id) == restored)
  }

  @Test func anOrderedDocumentHasItsPlace() async throws {
    let chores = try one.collection(of: Chore.self)
    let ids = try chores.add("a", "b", "c")
    let removed = try await chores.remove(ids[1])
    #expect(try chores.names() == ["a", "c"])
    try await chores.restore(removed, id: ids[1])
    #expect(try chores.names() == ["a", "b", "c"])
  }

  /// A text or a set alone.
  @Test func documentsWithoutARegisterComeBack() async throws {
    let texts = try one.collection(of: Recipe.self)
    var (text, tags) = (Recipe(), Recipe())
    text.method = "Boil water."
    tags.tags = ["quick"]
    for recipe in [text, tags] {
      let id = try await texts.add(recipe)
      let removed = try await texts.remove(id)
      try await texts.restore(removed, id: id)
      let restored = try #require(try await texts.document(of: id))
      #expect(restored.method.string == recipe.method.string)
      #expect(restored.tags.values == recipe.tags.values)
    }
  }

  /// The other device had set the only register before it removed the document too.
  @Test func aRegisterThatTheOtherDeviceSetAndRemovedComesBack() async throws {
    let here = try one.collection(of: PlainChore.self)
    let there = try two.collection(of: PlainChore.self)
    let id = try await here.add(PlainChore("a"))
    try await settle([one, two])
    try await there.edit(id) { $0.name.value = "b" }
    try await there.remove(id)
    let removed = try await here.remove(id)
    try await settle([one, two])
    try await here.restore(removed, id: id)
    try await settle([one, two])
    for chores in [here, there] {
      #expect(try await chores.document(of: id)?.name.value == "a")
    }
  }

  @Test func aDictionaryAloneComesBack() async throws {
    let albums = try one.collection(of: Album.self)
    var album = Album()
    album.pages["a"] = "Milk"
    let id = try await albums.add(album)
    let removed = try await albums.remove(id)
    try await albums.restore(removed, id: id)
    #expect(try await albums.document(of: id)?.pages["a"]?.string == "Milk")
  }

  @Test func whatHasNothingToEditIsRefused() async throws {
    let albums = try one.collection(of: Album.self)
    var album = Album()
    album.pages["a"] = "Milk"
    album.pages["a"] = nil
    let id = try await albums.add(album)
    let removed = try await albums.remove(id)
    await #expect(throws: DocumentFailure.removedDocument(id, kind: Album.kind)) {
      try await albums.restore(removed, id: id)
    }
    await #expect(throws: DocumentFailure.nothingWritten(kind: Album.kind)) {
      try await albums.restore(Album(), id: UUID())
    }
  }
}
