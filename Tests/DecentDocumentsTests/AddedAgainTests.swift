// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Synchronization
import TestInputs
import Testing

@testable import DecentDocuments

/// Documents that were added under the ids of removed ones.
@Suite struct AddedAgainTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private let stick = MemoryStore()
  private let one: DocumentLibrary
  private let two: DocumentLibrary
  private let mine: DocumentCollection<Recipe>
  private let theirs: DocumentCollection<Recipe>
  /// A recipe that both have, and the stick.
  private let id: UUID

  init() async throws {
    folder = try TemporaryFolder()
    (one, two) = (try folder.library("one"), try folder.library("two"))
    mine = try one.collection(of: Recipe.self)
    theirs = try two.collection(of: Recipe.self)
    id = try await mine.add(Recipe(title: "Bread"))
    try await mine.edit(id) { $0.method.append("Boil water.") }
    try await sync(one, two)
    for _ in 0..<2 { try await sync(two, with: stick) }
  }

  private func sync(_ libraries: DocumentLibrary...) async throws {
    for library in libraries {
      try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
    }
  }

  private func sync(_ library: DocumentLibrary, with stick: some ObjectStore) async throws {
    try await RemoteSync(library, with: stick, as: RemoteName("stick")).run()
  }

  private func third() throws -> (DocumentLibrary, DocumentCollection<Recipe>) {
    let library = try folder.library("three")
    return (library, try library.collection(of: Recipe.self))
  }

  private func replace() throws {
    try mine.remove(id)
    try mine.add(Recipe(title: "Rolls"), id: id)
  }

  /// The method of the removed recipe, as far as the recipe holds it. The added one has none.
  private func old(in recipes: DocumentCollection<Recipe>) throws -> String? {
    try recipes.document(of: id)?.method.string
  }

  /// A remote that was away has objects from before the removal.
  @Test func nothingOfTheOldDocumentComesFromAnotherRemote() async throws {
    try replace()
    try await sync(one)
    let (three, others) = try third()
    try await sync(three)
    try await sync(three, with: stick)
    #expect(try old(in: others) == "")
    for _ in 0..<3 { try await sync(three, one, two) }
    #expect(try old(in: mine) == "")
    #expect(try old(in: theirs) == "")
  }

  /// The old document was read before, and more follows than one transaction takes in.
  @Test func theRemovalIsTakenInBeforeAllThatWasRead() async throws {
    try replace()
    for number in 0..<200 { try await mine.add(Recipe(title: "\(number)")) }
    try await sync(one)
    let (three, others) = try third()
    try await sync(three, two)
    #expect(try old(in: others) == "")
    #expect(try old(in: theirs) == "")
  }

  /// The upload ended after the first of several objects.
  @Test func theRemovalIsSentFirst() async throws {
    try await mine.remove(id)
    let text = String(repeating: "Knead. ", count: 1000)
    for number in 0..<100 { try await mine.add(Recipe(title: "\(number) \(text)")) }
    try await mine.add(Recipe(title: "Rolls"), id: id)
    let known = Set(try store.list(prefix: "log/").map(\.name))
    try await sync(one)
    let sent = try store.list(prefix: "log/").map(\.name)
      .filter { !known.contains($0) && !$0.text.contains("ack") && !$0.text.contains("-r") }
    let holders = try sent.filter { name in
      try SealedObject(bytes: store.read(name)).claims.contains {
        $0.document.text.hasPrefix("gone/")
      }
    }
    #expect(sent.count > 1)
    #expect(holders == sent.filter { $0.text.contains("-2-") })
  }

  /// The device that made the edit never syncs again. It builds on what the added document lacks.
  @Test func anEditThatWasNotSeenIsTakenIn() async throws {
    try await theirs.edit(id) { $0.method.append(" Knead.") }
    try await sync(two, with: stick)
    try replace()
    try await sync(one)
    let (three, others) = try third()
    try await sync(three)
    try await sync(three, with: stick)
    #expect(try old(in: others) == "Boil water. Knead.")
    for _ in 0..<3 { try await sync(three, one) }
    #expect(try old(in: mine) == "Boil water. Knead.")
  }

  /// Nothing was added yet, and the reading again fails. The next run reads it.
  @Test func anEditThatWasNotSeenIsTakenInAfterAFailure() async throws {
    try await theirs.edit(id) { $0.method.append(" Knead.") }
    try await sync(two, with: stick)
    try await mine.remove(id)
    try await sync(one)
    let (three, others) = try third()
    try await sync(three)
    let objects = try stick.list(prefix: "log/").count
    try await sync(three, with: StoppingStore(stick, after: objects))
    #expect(try old(in: others) == nil)
    for _ in 0..<2 { try await sync(three, with: stick) }
    #expect(try old(in: others) == "Boil water. Knead.")
  }

  /// An edit of the new document arrives before the one it builds on.
  @Test func aLateObjectBringsNothingBack() async throws {
    try replace()
    try await sync(one, two)
    try await theirs.edit(id) { $0.tags.insert("quick") }
    let known = Set(try store.list(prefix: "log/").map(\.name))
    try await sync(two)
    let late = try store.list(prefix: "log/").map(\.name)
      .filter { !known.contains($0) && !$0.text.contains("ack") }
    try await theirs.edit(id) { $0.tags.insert("cheap") }
    try await sync(two)
    let bytes = try late.map { try store.read($0) }
    for name in late { try store.delete(name) }
    try await sync(one)
    for (name, bytes) in zip(late, bytes) { try store.create(name, holding: bytes) }
    for _ in 0..<2 { try await sync(one, two) }
    #expect(try await mine.document(of: id)?.tags.contains("cheap") == true)
    #expect(try old(in: mine) == "")
    #expect(try old(in: theirs) == "")
  }

  /// The new document was removed, too, and edited meanwhile.
  @Test func aSecondRemovalBringsNothingBack() async throws {
    try replace()
    try await sync(one, two)
    try await theirs.remove(id)
    try await mine.edit(id) { $0.tags.insert("quick") }
    try await sync(two, one)
    try await sync(one, with: stick)
    for _ in 0..<3 { try await sync(one, two) }
    #expect(try await mine.document(of: id)?.tags.contains("quick") == true)
    #expect(try old(in: mine) == "")
    #expect(try old(in: theirs) == "")
  }

  /// A process that does not know the type syncs.
  @Test func aProcessWithoutTheTypeBringsNothingBack() async throws {
    try replace()
    try await sync(one, two)
    try await theirs.edit(id) { $0.tags.insert("quick") }
    try await sync(two)
    let report = try await RemoteSync(
      folder.library("one"), with: store, as: RemoteName("cloud")
    ).run()
    #expect(report.problems.contains { $0.description.contains("newer version") })
    try await sync(folder.library("one"), with: stick)
    try await sync(one)
    try await sync(one, with: stick)
    #expect(try await mine.document(of: id)?.tags.contains("quick") == true)
    #expect(try old(in: mine) == "")
  }

  /// A process that does not know the type syncs after an edit.
  @Test func anEditWaitsForAProcessThatKnowsTheType() async throws {
    try await mine.edit(id) { $0.tags.insert("quick") }
    try await sync(folder.library("one"))
    try await sync(one, two)
    #expect(try await theirs.document(of: id)?.tags.contains("quick") == true)
  }
}

/// A store that cannot be reached after some objects were read.
private final class StoppingStore: ObjectStore {
  private let base: MemoryStore
  private let left: Mutex<Int>

  init(_ base: MemoryStore, after count: Int) {
    self.base = base
    left = Mutex(count)
  }

  func list(prefix: String) throws(StoreError) -> [ObjectInfo] { try base.list(prefix: prefix) }

  func read(_ name: ObjectName) throws(StoreError) -> [UInt8] {
    let isThere = left.withLock { left in
      left -= 1
      return left >= 0
    }
    if !isThere {
      throw StoreError(
        kind: .needsUser, scope: .store, subject: "stick", reason: "it is away",
        advice: "plug it in")
    }
    return try base.read(name)
  }

  func create(_ name: ObjectName, holding bytes: [UInt8]) throws(StoreError) {
    try base.create(name, holding: bytes)
  }

  func delete(_ name: ObjectName) throws(StoreError) { try base.delete(name) }
}
