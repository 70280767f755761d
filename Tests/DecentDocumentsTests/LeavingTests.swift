// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// Removals that leave an edit for the document's return.
@Suite struct LeavingTests: SyncedRecipes {
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

  private func remove(_ id: UUID, from recipes: DocumentCollection<Recipe>) throws {
    try recipes.remove(id, leaving: { $0.tags.insert("trash") })
  }

  @Test(arguments: [true, false]) func aDocumentThatComesBackIsInTheTrash(
    _ isSentFirst: Bool
  ) async throws {
    let id = try await addShared()
    try remove(id, from: mine)
    #expect(try await mine.document(of: id) == nil)
    try await theirs.edit(id) { $0.title.value = "Rolls" }
    if isSentFirst { try await sync(two) }
    try await settle([one, two])
    for recipes in [mine, theirs] {
      let recipe = try await #require(try recipes.document(of: id))
      #expect(recipe.title.value == "Rolls")
      #expect(recipe.method.string == "Boil water.")
      #expect(recipe.tags.contains("trash"))
      #expect(try await recipes.wasEverRemoved(id))
    }
    // It may be taken out of the trash, and removed again.
    try await theirs.edit(id) { $0.tags.remove("trash") }
    try await settle([one, two])
    #expect(try await mine.document(of: id)?.tags.isEmpty == true)
    try await mine.remove(id)
    try await settle([one, two])
    for library in [one, two] { #expect(try stored(in: library) == 0) }
  }

  @Test func aDocumentThatStaysGoneLeavesNothing() async throws {
    let id = try await addShared()
    #expect(try await !mine.wasEverRemoved(id))
    try remove(id, from: mine)
    #expect(try await mine.wasEverRemoved(id))
    #expect(try await !theirs.wasEverRemoved(id))
    try await settle([one, two])
    #expect(try await theirs.wasEverRemoved(id))
    for library in [one, two] { #expect(try stored(in: library) == 0) }
  }

  @Test func removalsAtOnceLeaveWhatEachLeft() async throws {
    let id = try await addShared()
    let three = try folder.library("three")
    let others = try three.collection(indexedBy: Titles())
    try await settle([one, two, three])
    try await mine.remove(id, leaving: { $0.tags.insert("mine") })
    try await theirs.remove(id, leaving: { $0.tags.insert("theirs") })
    try await others.edit(id) { $0.title.value = "Rolls" }
    try await settle([one, two, three])
    for recipes in [mine, theirs, others] {
      #expect(try await Set(#require(try recipes.document(of: id)).tags) == ["mine", "theirs"])
    }
  }

  /// The second removal has seen the edit of another device, and not what the first one left. That alone
  /// keeps no document.
  @Test func whatWasLeftKeepsNoDocument() async throws {
    let id = try await addShared()
    let three = try folder.library("three")
    let others = try three.collection(indexedBy: Titles())
    try await settle([one, two, three])
    try await theirs.edit(id) { $0.title.value = "Rolls" }
    for library in [two, three] { try await sync(library) }
    try remove(id, from: mine)
    try await others.remove(id)
    for library in [one, two] { try await sync(library) }
    #expect(try await theirs.document(of: id)?.tags.contains("trash") == true)
    try await settle([one, two, three])
    for library in [one, two, three] { #expect(try stored(in: library) == 0) }
  }

  /// An edit of a text builds on the text, which comes back in parts.
  @Test func aTextEditThatWasLeftIsMergedOnce() async throws {
    let id = try await addShared()
    try await mine.edit(id) { $0.method.append(" Knead.") }
    try await mine.remove(id, leaving: { $0.method.append(" Gone.") })
    try await theirs.edit(id) { $0.title.value = "Rolls" }
    try await settle([one, two])
    for recipes in [mine, theirs] {
      let method = try await #require(try recipes.document(of: id)).method.string
      #expect(method.hasPrefix("Boil water."))
      #expect(method.matches(of: /Gone/).count <= 1)
    }
  }

  /// A value that is added under the id brings the document back.
  @Test func aDocumentThatIsAddedAgainIsInTheTrash() async throws {
    let id = try await addShared()
    try remove(id, from: mine)
    try await mine.add(Recipe(title: "Rolls"), id: id)
    #expect(try await mine.document(of: id)?.tags.contains("trash") == true)
    try await settle([one, two])
  }

  @Test func anEditThatFailsRemovesNothing() async throws {
    struct Refusal: Error {}
    let id = try await addShared()
    #expect(throws: Refusal.self) { try mine.remove(id, leaving: { _ in throw Refusal() }) }
    #expect(throws: DocumentFailure.editWithinEdit) {
      try mine.remove(id, leaving: { _ in try mine.remove(id) })
    }
    #expect(try await mine.document(of: id)?.title.value == "Bread")
    #expect(try await !mine.wasEverRemoved(id))
    #expect(try one.check() == [])
  }

  /// Removes a document as a faulty device does.
  private func remove(_ id: UUID, as removal: RemovedVersion) throws {
    let place = DocumentPlace(code: Recipe.frameKind.code, id: id)
    try two.write { database in
      let removals = RemovalTable(table: two.table(in: database))
      _ = try removals.change(place, by: .here) { $0.insert(removal) }
      try removals.settle(place, as: Recipe.self, after: false)
      try two.kind(of: place.document)?.updateIndexes(in: two.table(in: database))
    }
  }

  /// A recipe with an edit, and the edit.
  private func edited(_ id: UUID) throws -> (Recipe, whole: Recipe, edit: [UInt8]) {
    let recipe = try #require(try theirs.document(of: id))
    var edited = recipe
    edited.tags.insert("trash")
    return (recipe, edited, try #require(edited.delta(since: recipe.version)).encoded())
  }

  @Test func anEditBeyondTheReachOfItsRemovalIsNotTakenIn() async throws {
    let id = try await addShared()
    let (recipe, _, edit) = try edited(id)
    try remove(id, as: RemovedVersion(reach: recipe.reach.encoded(), leaving: edit))
    try await mine.edit(id) { $0.title.value = "Rolls" }
    try await settle([one, two])
    for recipes in [mine, theirs] {
      let recipe = try await #require(try recipes.document(of: id))
      #expect(recipe.title.value == "Rolls" && recipe.tags.isEmpty)
    }
  }

  /// The reach claims the edit, which cannot be read. It would count as seen, and no device has it.
  @Test func aRemovalWithAnUnreadableEditCountsForNothing() async throws {
    let id = try await addShared()
    let (_, whole, edit) = try edited(id)
    try remove(
      id, as: RemovedVersion(reach: whole.reach.encoded(), leaving: Array(edit.dropLast())))
    try await settle([one, two])
    for recipes in [mine, theirs] { #expect(try await recipes.document(of: id) != nil) }
  }

  @Test func anEditOfADocumentThatCameBackReadsNoRemovals() async throws {
    let ids = [try await addShared(), try await addShared()]
    try remove(ids[0], from: mine)
    try await theirs.edit(ids[0]) { $0.title.value = "Rolls" }
    try await settle([one, two])
    let costs = try ids.map { id in
      for _ in 0..<2 { try mine.edit(id) { $0.title.value += "." } }
      return try one.read { $0.work.statements }
    }
    #expect(costs[0] == costs[1])
  }

  @Test func eachElementOfARemovalHasOneForm() throws {
    let (encoder, decoder) = (JSONEncoder(), JSONDecoder())
    for (reach, text) in [
      (RemovedVersion(reach: [1, 2, 3]), "AQID"),
      (RemovedVersion(reach: [1, 2, 3], leaving: [4, 5, 6]), "AQID.BAUG"),
    ] {
      let bytes = try encoder.encode([reach])
      #expect(String(decoding: bytes, as: UTF8.self) == "[\"\(text)\"]")
      #expect(try decoder.decode([RemovedVersion].self, from: bytes) == [reach])
    }
    for text in ["AQID.", "AQID.BAUG.", "AQID.BAUG.BAUG", "AQID.!", "!"] {
      #expect(throws: DecodingError.self) {
        try decoder.decode([RemovedVersion].self, from: Data("[\"\(text)\"]".utf8))
      }
    }
  }
}
