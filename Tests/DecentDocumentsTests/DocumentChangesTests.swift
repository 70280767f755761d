// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

@Suite(.ends) struct DocumentChangesTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(of: Recipe.self)
  }

  @Test func changesOfTheOwnAppAreTold() async throws {
    try await recipes.add(Recipe(title: "Before"))
    var changes = await recipes.changes.makeAsyncIterator()
    let one = try await recipes.add(Recipe(title: "Bread"))
    let two = try await recipes.add(Recipe(title: "Jam"))
    #expect(await changes.next() == one)
    #expect(await changes.next() == two)
    try await recipes.edit(one) { $0.title.value = "Rolls" }
    #expect(await changes.next() == one)
  }

  @Test func severalChangesOfADocumentAreToldAtOnce() async throws {
    let one = try await recipes.add(Recipe(title: "Bread"))
    var changes = await recipes.changes.makeAsyncIterator()
    for _ in 0..<10 { try await recipes.edit(one) { $0.method.append(".") } }
    let two = try await recipes.add(Recipe(title: "Jam"))
    #expect(await changes.next() == one)
    #expect(await changes.next() == two)
  }

  @Test func changesOfOtherCollectionsAreNotTold() async throws {
    var changes = await recipes.changes.makeAsyncIterator()
    try await library.collection(of: Shelf.self).add(Shelf(place: "kitchen"))
    let id = try await recipes.add(Recipe(title: "Bread"))
    #expect(await changes.next() == id)
  }

  @Test func aTaskThatWaitsIsWoken() async throws {
    let changes = await recipes.changes
    let first = Task { await changes.first { _ in true } }
    let id = try await recipes.add(Recipe(title: "Bread"))
    #expect(await first.value == id)
  }

  @Test func changesByAnotherProcessAreTold() async throws {
    let changes = await recipes.changes
    let first = Task { await changes.first { _ in true } }
    let id = try await folder.library().collection(of: Recipe.self).add(Recipe(title: "Bread"))
    #expect(await first.value == id)
  }

  /// An earlier state of the library was put back in place.
  @Test func changesAfterARestoreAreTold() async throws {
    let known = try await library.revision() + 1000
    var changes = DocumentChanges<Recipe>(library: library, start: known).makeAsyncIterator()
    let id = try await recipes.add(Recipe(title: "Bread"))
    #expect(await changes.next() == id)
  }

  @Test func changesBySyncAreTold() async throws {
    let store = MemoryStore()
    let other = try folder.library("other")
    let id = try await other.collection(of: Recipe.self).add(Recipe(title: "Bread"))
    try await RemoteSync(other, with: store, as: RemoteName("cloud")).run()
    var changes = await recipes.changes.makeAsyncIterator()
    try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
    #expect(await changes.next() == id)
  }

  @Test func theSequenceEndsWithItsTask() async throws {
    let changes = await recipes.changes
    let task = Task { await changes.reduce(0) { count, _ in count + 1 } }
    task.cancel()
    #expect(await task.value == 0)
  }
}
