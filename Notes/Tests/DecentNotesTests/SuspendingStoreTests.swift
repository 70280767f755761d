// SPDX-License-Identifier: MIT

import DecentSync
import NotesTestInputs
import Testing

@testable import DecentNotes

/// Libraries and a store that answers from another task, as a store in the cloud does.
@MainActor @Suite struct SuspendingStoreTests {
  private let folder: TemporaryFolder
  private let remote = RemoteName("cloud")

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Each library stays with a task of its own; both tasks ask the store at once.
  @Test func twoLibrariesSyncAtOnce() async throws {
    let store = SuspendingStore()
    let paths = ["laptop", "phone"].map(folder.path)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for path in paths {
        group.addTask { [remote] in
          let library = try Library(openingOrCreating: path)
          for number in 0..<10 {
            _ = try library.add(NoteDraft(title: "\(number)", text: path))
            let report = try await library.sync(with: store, as: remote)
            #expect(report.problems.isEmpty && report.stopped == nil, "\(report)")
          }
        }
      }
      try await group.waitForAll()
    }
    let libraries = try paths.map { try Library(opening: $0) }
    for _ in 0..<2 {
      for library in libraries { _ = try await library.sync(with: store, as: remote) }
    }
    let newcomer = try Library(openingOrCreating: folder.path("newcomer"))
    #expect(try await newcomer.sync(with: store, as: remote).isComplete)
    #expect(try newcomer.summaries().count == 20)
    for library in libraries {
      #expect(try await library.sync(with: store, as: remote).uploaded.objects == 0)
      #expect(try library.summaries() == newcomer.summaries())
      #expect(try library.check() == [])
    }
  }

  /// No transaction is open while the store is asked. Beginning another one would stop the program.
  @Test func notesAreEditedWhileTheStoreIsAsked() async throws {
    let phone = try Library(openingOrCreating: folder.path("phone"))
    let store = MemoryStore()
    _ = try phone.add(NoteDraft(title: "There", text: "text"))
    _ = try await phone.sync(with: store, as: remote)
    let library = try Library(openingOrCreating: folder.path("laptop"))
    _ = try library.add(NoteDraft(title: "Here"))
    // The same run sends the edits written meanwhile, since it ends after the writing does.
    var rest = 6
    let editing = SuspendingStore(store) {
      guard rest > 0 else { return }
      rest -= 1
      _ = try library.add(NoteDraft(title: "Meanwhile"))
    }
    let report = try await library.sync(with: editing, as: remote)
    #expect(report.isComplete)
    #expect(try library.summaries().count == 8)
    _ = try await library.sync(with: store, as: remote)
    #expect(try await phone.sync(with: store, as: remote).isComplete)
    #expect(try phone.summaries() == library.summaries())
    #expect(try library.check() == [])
  }
}

/// A store that suspends each of its callers until another task has answered.
private final class SuspendingStore: ObjectStore {
  private let store: MemoryStore
  private let meanwhile: @MainActor @Sendable () throws -> Void

  init(
    _ store: MemoryStore = MemoryStore(),
    meanwhile: @escaping @MainActor @Sendable () throws -> Void = {}
  ) {
    self.store = store
    self.meanwhile = meanwhile
  }

  private func answer<Success: Sendable>(
    _ body: @escaping @Sendable () throws(StoreError) -> Success
  ) async throws(StoreError) -> Success {
    let result = await withCheckedContinuation { continuation in
      _ = Task { @MainActor in
        #expect(throws: Never.self) { try self.meanwhile() }
        continuation.resume(returning: Result(catching: body))
      }
    }
    return try result.get()
  }

  func list(prefix: String) async throws(StoreError) -> [ObjectInfo] {
    try await answer { [store] () throws(StoreError) in try store.list(prefix: prefix) }
  }

  func read(_ name: ObjectName) async throws(StoreError) -> [UInt8] {
    try await answer { [store] () throws(StoreError) in try store.read(name) }
  }

  func create(_ name: ObjectName, holding bytes: [UInt8]) async throws(StoreError) {
    try await answer { [store] () throws(StoreError) in try store.create(name, holding: bytes) }
  }

  func delete(_ name: ObjectName) async throws(StoreError) {
    try await answer { [store] () throws(StoreError) in try store.delete(name) }
  }
}
