// SPDX-License-Identifier: MIT

import DecentSync
import SyncSimulation
import TestInputs
import Testing

@testable import DecentDocuments

/// Two syncs of one library, a question of each by turns.
@Suite struct SyncsAtOnceTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let author: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    author = try folder.library("a")
    recipes = try author.collection()
  }

  /// Two syncs of a library may take in parts of one object by turns. One of them, even a watching
  /// one, used to end with an error of the database.
  @Test func bothEnd() async throws {
    for number in 0..<40 { try await recipes.add(Recipe(title: "\(number)")) }
    try await author.sync(with: store, as: RemoteName("cloud"))
    let both = [try folder.library("new"), try folder.library("new")]
    for library in both { let _: DocumentCollection<Recipe> = try library.collection() }
    let runs = try both.map { library in
      try SteppedRun(with: store) { try await library.sync(with: $0, as: RemoteName("cloud")) }
    }
    var open = Set(runs.indices)
    while !open.isEmpty {
      for place in open.sorted() {
        if try runs[place].advance() != nil { open.remove(place) }
      }
    }
    let taken: DocumentCollection<Recipe> = try both[0].collection()
    #expect(try await taken.ids().count == 40)
    #expect(try await both[1].sync(with: store, as: RemoteName("cloud")).isComplete)
  }

  /// Each closed a connection at its end, which counted as a change here and had both be due again, for ever.
  @Test func bothKeepTheirConnections() async throws {
    try await recipes.add(Recipe(title: "Plan"))
    let runs = try ["cloud", "stick"].map { name in
      try SteppedRun(with: store) { try await author.sync(with: $0, as: RemoteName(name)) }
    }
    for run in runs { while try run.advance() == nil {} }
    #expect(author.syncConnections.withLock { $0.count } == 2)
  }
}
