// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs
import Testing

/// Recipes that several devices stored and synced in another way before, and that each of them takes
/// over by itself.
@Suite(.ends) struct MigrationTests {
  private struct OldRecipe {
    let id: UUID
    var title: String
    var method: String
    var tags: [String]
  }

  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let id = UUID()

  init() throws {
    folder = try TemporaryFolder()
  }

  private var old: OldRecipe {
    OldRecipe(id: id, title: "Bread", method: "Boil water.", tags: ["quick", "cheap"])
  }

  private func takeOver(
    _ old: OldRecipe, into recipes: DocumentCollection<Recipe>
  ) async throws {
    if try await recipes.exists(old.id) { return }
    if try await recipes.wasEverRemoved(old.id) { return }
    var recipe = Recipe()
    try recipe.fill(as: "recipes of version 1") {
      $0.title.value = old.title
      $0.method.append(old.method)
      $0.tags.formUnion(old.tags)
    }
    try await recipes.add(recipe, id: old.id)
  }

  private func sync(_ libraries: [DocumentLibrary]) async throws {
    for library in libraries {
      try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
    }
  }

  private func devices() throws -> ([DocumentLibrary], [DocumentCollection<Recipe>]) {
    let libraries = try ["one", "two"].map { try folder.library($0) }
    return (libraries, try libraries.map { try $0.collection(of: Recipe.self) })
  }

  @Test func recipesThatTwoDevicesTakeOverAreOne() async throws {
    let (libraries, recipes) = try devices()
    for collection in recipes { try await takeOver(old, into: collection) }
    try await recipes[1].edit(id) { $0.method.append(" Add salt.") }
    try await sync(libraries + libraries)
    for collection in recipes {
      let recipe = try #require(try await collection.document(of: id))
      #expect(try await collection.ids() == [id])
      #expect(recipe.title.value == "Bread" && recipe.method.string == "Boil water. Add salt.")
      #expect(recipe.tags.values == ["quick", "cheap"])
    }
  }

  @Test func aRecipeThatDiffersOnTwoDevicesHasBothTexts() async throws {
    let (libraries, recipes) = try devices()
    var other = old
    other.method = "Fry."
    try await takeOver(old, into: recipes[0])
    try await takeOver(other, into: recipes[1])
    try await sync(libraries + libraries)
    let method = try await recipes[0].document(of: id)?.method.string
    #expect(["Boil water.Fry.", "Fry.Boil water."].contains(method))
    #expect(try await recipes[1].document(of: id)?.method.string == method)
  }

  @Test(arguments: [true, false])
  func aRecipeThatWasRemovedMeanwhileStaysRemoved(isSyncedFirst: Bool) async throws {
    let (libraries, recipes) = try devices()
    try await takeOver(old, into: recipes[0])
    try await recipes[0].remove(id)
    try await sync(isSyncedFirst ? libraries : [libraries[0]])
    try await takeOver(old, into: recipes[1])
    try await sync(libraries + libraries)
    for collection in recipes { #expect(try await collection.ids() == []) }
  }
}
