// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs
import Testing

@Suite struct PastChangesTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(of: Recipe.self)
  }

  private func changed(_ news: PastChanges) -> [UUID] {
    news.documents.filter { !$0.isRemoved }.map(\.id)
  }

  private func removed(_ news: PastChanges) -> [UUID] {
    news.documents.filter(\.isRemoved).map(\.id)
  }

  @Test func eachChangeSinceARevisionIsToldOnce() throws {
    let none = try recipes.changes(after: 0)
    #expect(none.documents.isEmpty && none.areAll)
    let (one, two) = (try recipes.add(Recipe(title: "a")), try recipes.add(Recipe(title: "b")))
    try library.collection(of: Shelf.self).add(Shelf(place: "kitchen"))
    let first = try recipes.changes(after: none.revision)
    #expect(changed(first) == [one, two])
    #expect(try library.revision() == first.revision)
    for text in ["x", "y"] { try recipes.edit(one) { $0.method.append(text) } }
    // Another program asks.
    let others = try folder.library().collection(of: Recipe.self)
    let second = try others.changes(after: first.revision)
    #expect(changed(second) == [one] && !second.areAll)
    try others.remove(one)
    let third = try recipes.changes(after: second.revision)
    #expect(removed(third) == [one] && changed(third).isEmpty)
    #expect(try recipes.changes(after: third.revision).documents.isEmpty)
    // A document that comes back is no removed one.
    try recipes.add(Recipe(title: "again"), id: one)
    #expect(try changed(recipes.changes(after: third.revision)) == [one])
    #expect(try removed(recipes.changes(after: 0)) == [])
  }

  @Test func aRevisionThatALibraryNeverHadAsksForAll() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    let last = try recipes.changes(after: 0).revision
    for unknown in [last + 1, .max, -1, .min] {
      let news = try recipes.changes(after: unknown)
      #expect(changed(news) == [id] && news.areAll && news.revision == last)
    }
  }

  @Test func changesAndTheirRevisionAreOfOneMoment() throws {
    try library.makeTables(named: "seen", steps: ["CREATE TABLE seen (revision INTEGER)"])
    let id = try recipes.add(Recipe(title: "Bread"))
    let news = try library.transaction { tables in
      let news = try recipes.changes(after: 0)
      try tables.run("INSERT INTO seen VALUES (?)", .integer(news.revision))
      return news
    }
    #expect(changed(news) == [id])
    let seen = try library.rows("SELECT revision FROM seen") { try $0.integer(at: 0) }
    #expect(seen == [news.revision])
    #expect(try recipes.changes(after: seen[0]).documents.isEmpty)
  }

  @Test func theSenderOfTheLastEditsIsKnown() async throws {
    let (store, other) = (MemoryStore(), try folder.library("other"))
    let theirs = try other.collection(of: Recipe.self)
    func sync() async throws {
      for (library, name) in [(other, "phone"), (library, "desk"), (other, "phone")] {
        try await RemoteSync(library, with: store, as: RemoteName("cloud"))
          .run(options: SyncOptions(deviceName: name))
      }
    }
    let id = try await theirs.add(Recipe(title: "Bread"))
    try await sync()
    // The document came whole: it may have edits of many.
    #expect(try await recipes.lastSender(of: id) == nil)
    let known = try await recipes.changes(after: 0).revision
    try await theirs.edit(id) { $0.title.value = "Rolls" }
    try await sync()
    #expect(try await changed(recipes.changes(after: known)) == [id])
    let sender = try #require(try await recipes.lastSender(of: id))
    #expect(try await library.devices().first { $0.id == sender }?.name == "phone")
    #expect(try await theirs.lastSender(of: id) == nil)
    try await recipes.edit(id) { $0.title.value = "Buns" }
    #expect(try await recipes.lastSender(of: id) == nil)
    try await theirs.remove(id)
    try await sync()
    #expect(try await recipes.lastSender(of: UUID()) == nil)
  }

  @Test func aRemovalByAnotherDeviceIsTold() async throws {
    let (store, other) = (MemoryStore(), try folder.library("other"))
    let theirs = try other.collection(of: Recipe.self)
    let id = try await theirs.add(Recipe(title: "Bread"))
    func sync() async throws {
      for library in [other, library] {
        try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
      }
    }
    try await sync()
    let known = try await recipes.changes(after: 0)
    #expect(changed(known) == [id])
    try await theirs.remove(id)
    try await sync()
    #expect(try await removed(recipes.changes(after: known.revision)) == [id])
  }
}
