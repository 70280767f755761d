// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs
import Testing

/// Libraries for previews and tests.
@MainActor @Suite(.ends) struct TemporaryLibraryTests {
  @Test func itIsALibraryLikeOthers() async throws {
    let library = try DocumentLibrary.temporary()
    let recipes = try library.collection(indexedBy: Titles()).recordingSteps()
    let chores = try library.collection(of: Chore.self)
    let live = LiveCollection(recipes)
    let id = try await recipes.add(Recipe(title: "Bread"))
    try await chores.add(Chore("Shop"))
    #expect(try library.titles() == ["Bread"])
    await wait { live[id]?.title.value == "Bread" }
    try await recipes.edit(id) { $0.title.value = "Rolls" }
    await wait { live[id]?.title.value == "Rolls" }
    try await recipes.undo(id)
    #expect(try library.titles() == ["Bread"])
    #expect(try chores.names() == ["Shop"])
    #expect(try library.check().isEmpty)
  }

  @Test func twoOfThemAreApartAndSync() async throws {
    let store = MemoryStore()
    let libraries = [try DocumentLibrary.temporary(), try DocumentLibrary.temporary()]
    let recipes = try libraries.map { try $0.collection(of: Recipe.self) }
    let id = try await recipes[0].add(Recipe(title: "Bread"))
    #expect(try await recipes[1].ids() == [])
    let live = LiveCollection(recipes[1])
    let syncs = try libraries.map { try RemoteSync($0, with: store, as: RemoteName("memory")) }
    for sync in syncs { #expect(try await sync.run().stopped == nil) }
    await wait { live[id]?.title.value == "Bread" }
    try await libraries[1].sync(with: store, as: RemoteName("memory"))
  }

  @Test func itIsGoneWithTheLastObjectThatUsesIt() async throws {
    var sync: RemoteSync<MemoryStore>?
    func path() async throws -> String {
      let library = try DocumentLibrary.temporary()
      try await library.collection(of: Recipe.self).add(Recipe(title: "Bread"))
      sync = try RemoteSync(library, with: MemoryStore(), as: RemoteName("memory"))
      return library.path
    }
    let folder = try await (path() as NSString).deletingLastPathComponent
    #expect(try await sync?.run().uploaded.objects == 1)
    #expect(FileManager.default.fileExists(atPath: folder))
    sync = nil
    while FileManager.default.fileExists(atPath: folder) { await Task.yield() }
  }
}
