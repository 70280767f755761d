// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import Observation
import TestInputs
import Testing

@MainActor @Suite(.ends) struct LiveCollectionTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(of: Recipe.self)
  }

  /// Waits until `body` returns true. Calls it again after each change of what it reads of an
  /// observed object.
  private func wait(until body: @MainActor () -> Bool) async {
    while true {
      let (changes, change) = AsyncStream.makeStream(of: Void.self)
      let isDone = withObservationTracking(body) { change.yield() }
      if isDone { return }
      for await _ in changes { break }
    }
  }

  @Test func whatIsThereIsShown() throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    let live = LiveCollection(recipes)
    #expect(live.ids == [id])
    #expect(live[id]?.title.value == "Bread")
    #expect(live[UUID()] == nil)
    #expect(live.failure == nil)
  }

  @Test func changesAreShownByWhomeverTheyAre() async throws {
    let id = try recipes.add(Recipe(title: "Bread"))
    let live = LiveCollection(recipes)
    #expect(live[id]?.title.value == "Bread")
    try recipes.edit(id) { $0.title.value = "Rolls" }
    await wait { live[id]?.title.value == "Rolls" }
    // Another process.
    let jam = try folder.library().collection(of: Recipe.self).add(Recipe(title: "Jam"))
    await wait { live.ids == [id, jam] }
    #expect(live[jam]?.title.value == "Jam")
    try recipes.remove(id)
    await wait { live.ids == [jam] }
    #expect(live[id] == nil)
  }

  @Test func documentsAreShownInTheirOrder() async throws {
    let chores = try library.collection(of: Chore.self)
    let ids = try chores.add("a", "b", "c", "d")
    let live = LiveCollection(chores)
    #expect(live.ids == ids)
    // Another process.
    try folder.library().collection(of: Chore.self).move(ids[3], before: ids[1])
    await wait { live.ids == [ids[0], ids[3], ids[1], ids[2]] }
    let last = try chores.add(Chore("e"))
    await wait { live.ids.last == last }
    try chores.remove(ids[0])
    await wait { live.ids == [ids[3], ids[1], ids[2], last] }
  }

  @Test func rowsThatPeopleDragMove() throws {
    let chores = try library.collection(of: Chore.self)
    let ids = try chores.add("a", "b", "c", "d")
    let live = LiveCollection(chores)
    try live.move(fromOffsets: [0, 2], toOffset: 4)
    #expect(live.ids == [ids[1], ids[3], ids[0], ids[2]])
    try live.move(fromOffsets: [3], toOffset: 0)
    #expect(live.ids == [ids[2], ids[1], ids[3], ids[0]])
    // Onto themselves, and before one of them.
    try live.move(fromOffsets: [0, 1], toOffset: 1)
    try live.move(fromOffsets: [1], toOffset: 2)
    #expect(live.ids == [ids[2], ids[1], ids[3], ids[0]])
    try chores.remove(ids[0])
    #expect(throws: DocumentFailure.self) { try live.move(fromOffsets: [0, 1], toOffset: 3) }
    #expect(try chores.names() == ["c", "b", "d"])
  }

  @Test func aLibraryThatIsMovedAwayIsAFailure() async throws {
    let live = LiveCollection(recipes)
    try FileManager.default.moveItem(atPath: library.path, toPath: library.path + ".old")
    await wait { live.failure != nil }
    #expect((live.failure as? DatabaseFailure)?.code == .moved)
  }

  @Test func aCollectionThatNobodyKeepsEnds() async throws {
    var live: LiveCollection? = LiveCollection(recipes)
    weak let kept = live
    try recipes.add(Recipe(title: "Bread"))
    live = nil
    #expect(kept == nil)
  }
}
