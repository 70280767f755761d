// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs
import Testing

@Suite(.ends) struct LibraryWritesTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(of: Recipe.self)
    try library.makeTables(named: "own", steps: ["CREATE TABLE own (x INTEGER PRIMARY KEY)"])
  }

  @Test func writesOfTheOwnAppAreTold() async throws {
    var writes = library.writes.makeAsyncIterator()
    try recipes.add(Recipe(title: "Bread"))
    #expect(await writes.next() != nil)
    try library.transaction { tables in try tables.run("INSERT INTO own VALUES (1)") }
    #expect(await writes.next() != nil)
  }

  /// The last of several writes is seen by a reader that looks after each element.
  @Test func writesOfAnotherProcessAreTold() async throws {
    let writes = library.writes
    let reader = Task { [library] in
      for await _ in writes {
        let count = try library.rows("SELECT count(*) FROM own") { $0.integer(at: 0) }
        if count == [50] { return true }
      }
      return false
    }
    let other = try folder.library()
    for number in 1...50 {
      try other.transaction { tables in
        try tables.run("INSERT INTO own VALUES (?)", .integer(number))
      }
    }
    #expect(try await reader.value)
  }

  /// What sync keeps of a remote is no document.
  @Test func writesOfSyncAreTold() async throws {
    try recipes.add(Recipe(title: "Bread"))
    var writes = library.writes.makeAsyncIterator()
    let revision = try library.revision()
    try await library.sync(with: MemoryStore(), as: RemoteName("cloud"))
    #expect(try library.revision() == revision)
    #expect(await writes.next() != nil)
  }

  @Test func readsAreNotTold() async throws {
    let writes = library.writes
    let next = Task { [library] in
      for await _ in writes { break }
      return try library.rows("SELECT x FROM own") { $0.integer(at: 0) }
    }
    for _ in 0..<1000 {
      _ = try recipes.ids()
      await Task.yield()
    }
    try library.transaction { tables in try tables.run("INSERT INTO own VALUES (1)") }
    #expect(try await next.value == [1])
  }

  @Test func theSequenceEndsWithItsTask() async throws {
    let writes = library.writes
    let task = Task { await writes.reduce(0) { count, _ in count + 1 } }
    task.cancel()
    #expect(await task.value == 0)
  }
}
