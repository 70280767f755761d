// SPDX-License-Identifier: MIT

import Foundation
import ReplicationLaws
import TestInputs
import Testing

@testable import DecentDocuments

/// Random removals, edits and first contents on several devices.
@Suite(.seeded) struct RandomRemovalTests: SyncedRecipes {
  let folder: TemporaryFolder
  let store = MemoryStore()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Devices fill in, edit and remove documents, and sync now and then. They come to rest with the same
  /// documents, and with all that somebody edited and nobody removed.
  @Test func documentsThatAreFilledInRemovedAndEditedComeToRest() async throws {
    var random = TestRun.generator(seed: 5)
    for run in 0..<TestRun.length(12) {
      let store = MemoryStore()
      let libraries = try ["a", "b", "c"].map { try folder.library("\($0) of run \(run)") }
      let collections = try libraries.map { try $0.collection(indexedBy: Titles()) }
      var (ids, removed): ([UUID], Set<UUID>) = ([], [])
      for step in 0..<40 {
        let place = random.below(libraries.count)
        let recipes = collections[place]
        let id = ids.isEmpty || random.oneIn(8) ? nil : random.pick(ids)
        switch (id, random.below(6)) {
        case (_, 0), (_, 1): try await sync(libraries[place], with: store)
        case (nil, _):
          ids.append(try await recipes.add(Recipe(title: "Recipe \(step)"), id: random.id()))
        case (let id?, _) where try await recipes.document(of: id) == nil: break
        case (let id?, 2):
          try await recipes.remove(id)
          removed.insert(id)
        case (let id?, 3):
          try await recipes.edit(id) { $0.method.append("Stir. ") }
        case (let id?, _):
          try await recipes.edit(id) {
            try $0.tags.fill(as: "tags of version 2") { $0.insert("food") }
          }
        }
      }
      try await settle(libraries, with: [("cloud", store)])
      #expect(try await Set(ids).subtracting(removed).isSubset(of: collections[0].ids()))
    }
  }

  /// Devices sync with two remotes, or one of them. An edit is lost only if it was removed by a device
  /// that had seen it.
  @Test(arguments: 0..<4) func randomRemovalsAndEditsConverge(_ run: Int) async throws {
    let settings = RunSettings()
    let first = settings.seed ?? 31
    for number in 0..<settings.scheduleCount(1) {
      let seed = first &+ UInt64(run + 4 * number)
      print("RandomRemovalTests: DECENT_SEED=\(seed)")
      try await convergeAfterRandomEdits(seed: seed, in: "\(number)")
    }
  }

  private func convergeAfterRandomEdits(seed: UInt64, in name: String) async throws {
    var random = SeededGenerator(seed: seed)
    var libraries: [DocumentLibrary] = []
    var collections: [DocumentCollection<Recipe>] = []
    func join() throws {
      let library = try folder.library("\(name)-\(libraries.count)")
      libraries.append(library)
      collections.append(try library.collection(indexedBy: Titles()))
    }
    for _ in 0..<3 { try join() }
    let remotes = [("cloud", MemoryStore()), ("stick", MemoryStore())]
    let losesObjects = random.below(2) == 0
    /// The edits of each document that no device which removed it had seen.
    var unseen: [UUID: Set<String>] = [:]
    for step in 0..<[80, 200][random.below(2)] {
      if losesObjects, random.below(20) == 0 {
        let store = remotes[random.below(2)].1
        let names = try store.list(prefix: "log/").map(\.name).sorted()
        if !names.isEmpty { try store.delete(names[random.below(names.count)]) }
      }
      if libraries.count < 5, random.below(60) == 0 { try join() }
      let place = random.below(libraries.count)
      let recipes = collections[place]
      let ids = try await recipes.ids()
      let id = ids.isEmpty ? nil : ids[random.below(ids.count)]
      switch random.below(9) {
      case 0:
        let id = try await recipes.add(Recipe(title: "text \(step)"), id: random.id())
        try await recipes.edit(id) { $0.tags.insert("\(step)") }
        unseen[id, default: []].insert("\(step)")
      case 1, 2:
        let (name, store) = remotes[random.below(4) == 0 ? 1 : 0]
        try await sync(libraries[place], with: store, as: name)
      case 3:
        guard let id, let recipe = try await recipes.document(of: id) else { continue }
        unseen[id]?.subtract(recipe.words)
        try await recipes.remove(
          id, leaving: { if step.isMultiple(of: 2) { $0.tags.insert("left") } })
      case 4:
        guard let id else { continue }
        try await recipes.edit(id) { $0.title.value = "title \(step)" }
      case 5, 6:
        guard let id else { continue }
        try await recipes.edit(id) { $0.tags.insert("\(step)") }
        unseen[id, default: []].insert("\(step)")
      default:
        guard let id else { continue }
        try await recipes.edit(id) { $0.method.append("\(step) ") }
        unseen[id, default: []].insert("\(step)")
      }
    }
    try await settle(libraries, with: remotes)
    for (id, words) in unseen where !words.isEmpty {
      let recipe = try await collections[0].document(of: id)
      #expect(recipe?.title.value != "", "DECENT_SEED=\(seed): a document is not whole")
      #expect(
        words.isSubset(of: recipe?.words ?? []), "DECENT_SEED=\(seed): edits were lost")
    }
    for id in try await collections[0].ids() { try await collections[0].remove(id) }
    try await settle(libraries, with: remotes)
    for library in libraries { #expect(try stored(in: library) == 0) }
  }
}

extension Recipe {
  /// The tags, and the words of the method.
  fileprivate var words: Set<String> {
    Set(tags).union(method.string.split(separator: " ").map(String.init))
  }
}

extension SeededGenerator {
  /// An id of a document.
  mutating func id() -> UUID {
    UUID(uuid: unsafeBitCast((next(), next()), to: uuid_t.self))
  }
}
