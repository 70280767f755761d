// SPDX-License-Identifier: MIT

import CSQLite
import Foundation
import Synchronization
import TestInputs
import Testing

@testable import DecentDocuments

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
    var writes = await library.writes.makeAsyncIterator()
    try await recipes.add(Recipe(title: "Bread"))
    #expect(await writes.next() != nil)
    try await library.transaction { tables in try tables.run("INSERT INTO own VALUES (1)") }
    #expect(await writes.next() != nil)
  }

  @Test func tablesThatAreMadeAndDroppedAreTold() async throws {
    var writes = await library.writes.makeAsyncIterator()
    for statement in ["CREATE TABLE more (x)", "ALTER TABLE more ADD y", "DROP TABLE more"] {
      try await library.transaction { tables in try tables.run(statement) }
      #expect(await writes.next() != nil)
    }
  }

  /// The last of several writes is seen by a reader that looks after each element.
  @Test func writesOfAnotherProcessAreTold() async throws {
    let writes = await library.writes
    let reader = Task { [library] in
      for await _ in writes {
        let count = try await library.rows("SELECT count(*) FROM own") { try $0.integer(at: 0) }
        if count == [50] { return true }
      }
      return false
    }
    let other = try folder.library()
    for number in 1...50 {
      try await other.transaction { tables in
        try tables.run("INSERT INTO own VALUES (?)", .integer(number))
      }
    }
    #expect(try await reader.value)
  }

  /// What sync keeps of a remote is no document.
  @Test func writesOfSyncAreTold() async throws {
    try await recipes.add(Recipe(title: "Bread"))
    var writes = await library.writes.makeAsyncIterator()
    let revision = try await library.revision()
    try await library.sync(with: MemoryStore(), as: RemoteName("cloud"))
    #expect(try await library.revision() == revision)
    #expect(await writes.next() != nil)
  }

  @Test func readsAreNotTold() async throws {
    let writes = await library.writes
    let next = Task { [library] in
      for await _ in writes { break }
      return try await library.rows("SELECT x FROM own") { try $0.integer(at: 0) }
    }
    for _ in 0..<1000 {
      _ = try await recipes.ids()
      await Task.yield()
    }
    try await library.transaction { tables in try tables.run("INSERT INTO own VALUES (1)") }
    #expect(try await next.value == [1])
  }

  private struct Undone: Error {}

  /// Nor are edits that changed nothing.
  @Test func writesThatWereUndoneAreNotTold() async throws {
    let id = try await recipes.add(Recipe(title: "Bread"))
    let writes = await library.writes
    #expect(throws: Undone.self) {
      try library.transaction { tables in
        try tables.run("INSERT INTO own VALUES (1)")
        throw Undone()
      }
    }
    try await recipes.edit(id) { _ in }
    try await library.transaction {}
    let next = Task { [library] in
      for await _ in writes { break }
      return try await library.rows("SELECT x FROM own") { try $0.integer(at: 0) }
    }
    for _ in 0..<1000 {
      _ = try await recipes.ids()
      await Task.yield()
    }
    try await library.transaction { tables in try tables.run("INSERT INTO own VALUES (2)") }
    #expect(try await next.value == [2])
  }

  private actor Reader {
    private let executor: MarkedExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor {
      executor.asUnownedSerialExecutor()
    }

    init(on executor: MarkedExecutor) { self.executor = executor }

    func subscribe(to recipes: DocumentCollection<Recipe>) async {
      _ = await recipes.library.writes
      _ = await recipes.changes
    }

    func wait(for writes: LibraryWrites, and changes: DocumentChanges<Recipe>) async {
      for await _ in writes { break }
      for await _ in changes { break }
    }
  }

  @Test func subscribingDoesNotReadOnTheActorOfTheReader() async throws {
    try await recipes.add(Recipe(title: "Bread"))
    let statements = try StatementsByQueue(of: library)
    await Reader(on: MarkedExecutor()).subscribe(to: recipes)
    #expect(statements.others > 0)
    #expect(statements.marked == 0)
  }

  @Test func theActorOfTheReaderDoesNotRead() async throws {
    let (writes, changes) = await (library.writes, recipes.changes)
    try await recipes.add(Recipe(title: "Bread"))
    let executor = MarkedExecutor()
    let statements = try StatementsByQueue(of: library)
    await Reader(on: executor).wait(for: writes, and: changes)
    #expect(statements.others > 0)
    #expect(statements.marked == 0)
  }

  @Test func theSequencesEndWhenTheLibraryIsMovedAway() async throws {
    let (writes, changes) = await (library.writes, recipes.changes)
    try FileManager.default.moveItem(atPath: library.path, toPath: library.path + ".old")
    for await _ in writes {}
    for await _ in changes {}
  }

  @Test func theSequenceEndsWithItsTask() async throws {
    let writes = await library.writes
    let task = Task { await writes.reduce(0) { count, _ in count + 1 } }
    task.cancel()
    #expect(await task.value == 0)
  }
}

private let isMarked = DispatchSpecificKey<Bool>()

/// A queue that statements of a library should not run on.
private final class MarkedExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "reader")

  init() { queue.setSpecific(key: isMarked, value: true) }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

/// Counts the statements of the connection of a library, on the marked queue and elsewhere.
private final class StatementsByQueue: Sendable {
  private let counts = Mutex((marked: 0, others: 0))
  private let handle: UInt

  init(of library: DocumentLibrary) throws {
    handle = try library.read { UInt(bitPattern: $0.handle) }
    sqlite3_trace_v2(
      OpaquePointer(bitPattern: handle), UInt32(SQLITE_TRACE_STMT),
      { _, counter, _, _ in
        guard let counter else { return 0 }
        Unmanaged<StatementsByQueue>.fromOpaque(counter).takeUnretainedValue().count()
        return 0
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit {
    sqlite3_trace_v2(OpaquePointer(bitPattern: handle), 0, nil, nil)
  }

  var marked: Int { counts.withLock(\.marked) }
  var others: Int { counts.withLock(\.others) }

  private func count() {
    counts.withLock { counts in
      if DispatchQueue.getSpecific(key: isMarked) == true {
        counts.marked += 1
      } else {
        counts.others += 1
      }
    }
  }
}
