// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// The state that a library tells of a remote between syncs.
@Suite struct SyncStatusTests: SyncedRecipes {
  let folder: TemporaryFolder
  let store = MemoryStore()
  private let cloud = RemoteName("cloud")
  private let one: DocumentLibrary
  private let two: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>
  private let id: UUID

  init() throws {
    folder = try TemporaryFolder()
    (one, two) = (try folder.library("one"), try folder.library("two"))
    recipes = try one.collection(of: Recipe.self)
    _ = try two.collection(of: Recipe.self)
    id = try recipes.add(Recipe(title: "Bread"))
  }

  private func waiting(_ status: SyncStatus) -> [UUID?] {
    status.waiting.filter(\.isNext).map { $0.document.id(in: Recipe.self) }
  }

  @Test func whatWasNeverSentWaits() async throws {
    let status = try await one.status(of: cloud)
    #expect(waiting(status) == [id])
    #expect(status.lastSync == nil)
    #expect(status.sent == 0)
    #expect(status.devices.isEmpty)
  }

  @Test func whatWasSentDoesNotWait() async throws {
    try await sync(one)
    let status = try await one.status(of: cloud)
    #expect(status.waiting.isEmpty)
    let seconds = TimeInterval(try #require(status.lastSync)) / 1000
    #expect(status.lastSyncDate == Date(timeIntervalSince1970: seconds))
    #expect(status.sent == 1)
    try await recipes.edit(id) { $0.title.value = "Toast" }
    #expect(try await waiting(one.status(of: cloud)) == [id])
    // Each remote has its own.
    #expect(try await waiting(one.status(of: RemoteName("other"))) == [id])
  }

  /// A removal travels as a document of its own. The document that came back waits, too.
  @Test func aRemovedDocumentWaitsOnceUnderItsId() async throws {
    try await sync(one)
    var copy = try await #require(try recipes.document(of: id))
    copy.title.value = "Toast"
    try await recipes.remove(id)
    for remote in [cloud, RemoteName("other")] {
      #expect(try await waiting(one.status(of: remote)) == [id])
    }
    try await recipes.add(copy, id: id)
    for remote in [cloud, RemoteName("other")] {
      #expect(try await waiting(one.status(of: remote)) == [id])
    }
    for _ in 0..<3 { try await sync(one) }
    #expect(try await one.status(of: cloud).waiting.isEmpty)
  }

  @Test func otherDevicesTellWhatTheyTookIn() async throws {
    try await sync(one)
    try await sync(two)
    try await two.collection(of: Recipe.self).edit(id) { $0.title.value = "Toast" }
    try await sync(two)
    try await sync(one)
    let status = try await one.status(of: cloud)
    let other = try #require(status.devices.first)
    #expect(status.devices.count == 1)
    #expect(try await one.devices().map(\.id).contains(other.id))
    #expect(other.received > 0)
    #expect(!other.isContradicting)
    #expect(!other.isRetired)
  }

  @Test func damageOnEitherSideIsNamed() async throws {
    try await sync(one)
    let object = try #require(
      try store.list(prefix: "log/").map(\.name).first { !$0.text.contains("ack") })
    let bytes = try store.read(object)
    try store.delete(object)
    try store.create(object, holding: Array(bytes.dropLast(9)))
    try await sync(two)
    let theirs = try await two.status(of: cloud)
    #expect(theirs.pending.map(\.info.name) == [object])
    #expect(theirs.notTakenIn == [object])
    try await recipes.edit(id) { $0.title.value = "Toast" }
    try one.write { try $0.run("UPDATE bases SET content = x'00'") }
    let again = try folder.library("one")
    _ = try again.collection(of: Recipe.self)
    #expect(try await again.status(of: cloud).damaged.map { $0.id(in: Recipe.self) } == [id])
  }
}
