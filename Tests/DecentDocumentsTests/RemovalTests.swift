// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingText
import TestInputs
import Testing

@testable import DecentDocuments

/// Removals on one device, with edits on others meanwhile.
@Suite struct RemovalTests: SyncedRecipes {
  let folder: TemporaryFolder
  let store = MemoryStore()
  private let one: DocumentLibrary
  private let two: DocumentLibrary
  private let mine: DocumentCollection<Recipe>
  private let theirs: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    (one, two) = (try folder.library("one"), try folder.library("two"))
    mine = try one.collection(indexedBy: Titles())
    theirs = try two.collection(indexedBy: Titles())
  }

  private func addShared() async throws -> UUID {
    let id = try await mine.add(Recipe(title: "Bread"))
    try await mine.edit(id) { $0.method.append("Boil water.") }
    try await settle([one, two])
    return id
  }

  @Test func aRemovedDocumentIsGoneFromEveryDevice() async throws {
    let id = try await addShared()
    let jam = try await mine.add(Recipe(title: "Jam"))
    try await mine.remove(id)
    #expect(try await mine.document(of: id) == nil)
    #expect(try await mine.ids() == [jam])
    #expect(try one.titles() == ["Jam"])
    #expect(throws: DocumentFailure.unknownDocument(id, kind: "com.example.recipe")) {
      try mine.remove(id)
    }
    #expect(throws: DocumentFailure.unknownDocument(id, kind: "com.example.recipe")) {
      try mine.edit(id) { $0.title.value = "" }
    }
    try await settle([one, two])
    let three = try folder.library("three")
    _ = try three.collection(indexedBy: Titles())
    try await settle([one, two, three])
    for library in [one, two, three] { #expect(try stored(in: library) == 1) }
  }

  /// The other device has less of the document than the removing device had seen.
  @Test func aDeviceThatIsBehindDropsTheDocumentToo() async throws {
    let id = try await addShared()
    // More programs edit than a version names.
    try edit(id, byPrograms: 100)
    try await settle([one, two])
    try edit(id, byPrograms: 100)
    try await mine.remove(id)
    try await settle([one, two])
    for library in [one, two] { #expect(try stored(in: library) == 0) }
  }

  @Test(arguments: [true, false]) func anEditThatWasNotSeenBringsTheDocumentBack(
    _ isSentFirst: Bool
  ) async throws {
    let id = try await addShared()
    try await mine.remove(id)
    try await theirs.edit(id) { $0.title.value = "Rolls" }
    if isSentFirst {
      for library in [two, one] { try await sync(library) }
      // The claims that the other device dropped no longer cover the document. It is sent whole.
      var sent = 0
      for _ in 0..<3 { sent += try await sync(two).uploaded.objects }
      #expect(sent == 1)
    }
    try await settle([one, two])
    for recipes in [mine, theirs] {
      let recipe = try await #require(try recipes.document(of: id))
      #expect(recipe.title.value == "Rolls")
      #expect(recipe.method.string == "Boil water.")
    }
    try await theirs.remove(id)
    try await settle([one, two])
    for library in [one, two] { #expect(try stored(in: library) == 0) }
  }

  /// An app that fills in a new field of all its documents when it starts does not undo the removals
  /// of others.
  @Test(arguments: [true, false]) func firstContentsFilledInMeanwhileDoNotBringTheDocumentBack(
    _ isSentFirst: Bool
  ) async throws {
    let id = try await addShared()
    try await mine.remove(id)
    try await theirs.edit(id) { try $0.tags.fill(as: "tags of version 2") { $0.insert("food") } }
    #expect(try await theirs.document(of: id)?.tags.contains("food") == true)
    if isSentFirst { try await sync(two) }
    try await settle([one, two])
    for library in [one, two] { #expect(try stored(in: library) == 0) }
  }

  /// The remote lacks an edit that the removing device had seen, and carries one that it had not. A
  /// claim of the first alone would not count, and was sent again and again.
  @Test func editsThatTheRemovalHadSeenAreSentWithOneThatItHadNot() async throws {
    let stick = MemoryStore()
    let id = try await addShared()
    try await theirs.edit(id) { $0.tags.insert("quick") }
    try await sync(two)
    try await mine.edit(id) { $0.method.append(" Knead.") }
    try await sync(one, with: stick, as: "stick")
    try await sync(two, with: stick, as: "stick")
    try await mine.remove(id)
    try await sync(one)
    var sent = 0
    for _ in 0..<3 { sent += try await sync(two).uploaded.objects }
    #expect(sent == 1)
    try await settle([one, two])
    for recipes in [mine, theirs] {
      let recipe = try await #require(try recipes.document(of: id))
      #expect(recipe.tags.contains("quick"))
      #expect(recipe.method.string == "Boil water. Knead.")
    }
  }

  /// The claims of a removed document were not found again in the compaction that held them. The
  /// objects that were compacted stayed for ever, and were compacted again.
  @Test func claimsOfARemovedDocumentAreRolledUpOnce() async throws {
    let id = try await addShared()
    for title in ["Bread", "Rolls"] {
      try await mine.edit(id) { $0.title.value = title }
      try await sync(one)
    }
    let edits = try objectsOfEdits()
    #expect(edits.count > 2)
    try await sync(two)
    try await theirs.remove(id)
    try await settle([two, one])
    try await expectGone(edits)
  }

  private func objectsOfEdits() throws -> [String] {
    try store.list(prefix: "log/").map(\.name.text)
      .filter { !$0.contains("ack") && !$0.contains("-r") }
  }

  /// Edits other documents, until compactions take the place of these objects.
  private func expectGone(_ objects: [String]) async throws {
    for number in 0..<8 {
      try await mine.add(Recipe(title: "\(number)"))
      try await sync(one)
      try await theirs.add(Recipe(title: "\(number)"))
      try await sync(two)
    }
    #expect(Set(try objectsOfEdits()).isDisjoint(with: objects))
  }

  /// Without a text, its versions cannot be compared. Objects that a compaction had superseded when
  /// the text was removed stayed for ever.
  @Test func claimsOfARemovedTextAreRolledUpAnew() async throws {
    let texts = try one.collection(of: ReplicatingText.self)
    _ = try two.collection(of: ReplicatingText.self)
    let id = try await texts.add("Bread")
    try await sync(one)
    for _ in 0..<3 {
      try await texts.edit(id) { $0.append("!") }
      try await sync(one)
    }
    let edits = try objectsOfEdits()
    #expect(edits.count == 4)
    try await texts.remove(id)
    try await expectGone(edits)
  }

  /// A compaction joined the claims up to what its device had, which is nothing of the removed
  /// document.
  @Test func claimsOfADocumentThatWasAddedAgainAreRolledUp() async throws {
    let id = try await mine.add(Recipe(title: "Bread"))
    for tag in ["quick", "cheap"] {
      try await sync(one)
      try await mine.edit(id) { $0.tags.insert(tag) }
    }
    try await sync(one)
    let edits = try objectsOfEdits()
    #expect(edits.count == 3)
    try await mine.remove(id)
    try await mine.add(Recipe(title: "Soup"), id: id)
    for tag in ["slow", "dear"] {
      try await sync(one)
      try await mine.edit(id) { $0.tags.insert(tag) }
    }
    try await sync(one)
    try await expectGone(edits)
  }

  /// The remote lost what the removed document began with. A device that joins then used to report the
  /// rest in each run, as changes that build on others.
  @Test func editsOfARemovedDocumentWaitForNothing() async throws {
    let id = try await addShared()
    let beginning = try store.list(prefix: "log/").map(\.name)
    try await mine.edit(id) { $0.title.value = "Rolls" }
    try await settle([one, two])
    try await theirs.remove(id)
    try await settle([two, one])
    try await theirs.add(Recipe(title: "Jam"), id: id)
    try await settle([two, one])
    for name in beginning { try store.delete(name) }
    let three = try folder.library("three")
    _ = try three.collection(indexedBy: Titles())
    try await settle([three, one, two])
    #expect(try three.titles() == ["Jam"])
  }

  /// The other device sends an edit and never syncs again, so it never learns of the removal.
  @Test func anEditOfALostDeviceIsPutTogetherFromTheRemote() async throws {
    let id = try await addShared()
    try await mine.remove(id)
    try await theirs.edit(id) { $0.tags.insert("last words") }
    try await sync(two)
    try await sync(one)
    let three = try folder.library("three")
    _ = try three.collection(indexedBy: Titles())
    try await settle([one, three])
    let recipe = try await #require(try mine.document(of: id))
    #expect(recipe.tags.contains("last words"))
    #expect(recipe.method.string == "Boil water.")
  }

  /// An object that was not read before the document was removed, from a remote that was away.
  @Test func anOldObjectBringsNothingBack() async throws {
    let stick = MemoryStore()
    let id = try await mine.add(Recipe(title: "Bread"))
    try await sync(one, with: stick, as: "stick")
    try await mine.edit(id) { $0.method.append("Boil water.") }
    try await settle([one, two])
    try await mine.remove(id)
    try await settle([one, two])
    try await sync(two, with: stick, as: "stick")
    #expect(try stored(in: two) == 0)
    try await settle([one, two])
    for library in [one, two] { #expect(try stored(in: library) == 0) }
  }

  /// The device learns the removal. The damaged document stays as it is, and all else is taken in.
  @Test func aDamagedDocumentThatIsRemovedStopsNothing() async throws {
    let id = try await addShared()
    try folder.library("two").write { try $0.run("UPDATE bases SET content = x'00'") }
    try await mine.remove(id)
    try await mine.add(Recipe(title: "Jam"))
    for library in [one, two, one, two] { try await sync(library) }
    #expect(try two.titles().contains("Jam"))
    #expect(throws: DocumentFailure.self) { try theirs.document(of: id) }
  }

  @Test func twoRemovalsAtOnceAreOne() async throws {
    let id = try await addShared()
    try await mine.edit(id) { $0.tags.insert("quick") }
    try await theirs.edit(id) { $0.tags.insert("slow") }
    try await mine.remove(id)
    try await theirs.remove(id)
    try await settle([one, two])
    for library in [one, two] { #expect(try stored(in: library) == 0) }
  }

  @Test func aDocumentOfTheSameIDIsAddedAgain() async throws {
    let id = try await addShared()
    try await mine.remove(id)
    try await settle([one, two])
    try await theirs.add(Recipe(title: "Rolls"), id: id)
    try await settle([one, two])
    #expect(try await mine.document(of: id)?.title.value == "Rolls")
    #expect(try await mine.document(of: id)?.method.string == "")
  }

  /// A value that holds nothing beyond the removal used to be ignored, and its id returned as
  /// if it had been added.
  @Test func aCopyOfWhatWasRemovedIsNotAddedUnderItsID() async throws {
    let id = try await addShared()
    let copy = try await #require(try mine.document(of: id))
    try await mine.remove(id)
    #expect(throws: DocumentFailure.removedDocument(id, kind: "com.example.recipe")) {
      try mine.add(copy, id: id)
    }
    #expect(try stored(in: one) == 0)
    let other = try await mine.add(copy)
    #expect(try await mine.document(of: other) == copy)
    var edited = copy
    edited.title.value = "Rolls"
    try await mine.add(edited, id: id)
    try await settle([one, two])
    #expect(try await theirs.document(of: id)?.title.value == "Rolls")
    #expect(try await theirs.document(of: id)?.method.string == "Boil water.")
  }

  @Test func aRemovalIsAChangeAndMayBeUndoneWithItsTransaction() async throws {
    let id = try await addShared()
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try one.transaction {
        try mine.remove(id)
        throw Stop()
      }
    }
    #expect(try one.titles() == ["Bread"])
    var changes = await mine.changes.makeAsyncIterator()
    try await mine.remove(id)
    #expect(await changes.next() == id)
    #expect(try await mine.document(of: id) == nil)
  }

  /// A version of the app without the index removes a document.
  @Test func anIndexCatchesUpWithRemovals() async throws {
    let id = try await addShared()
    try await folder.library("one").collection(of: Recipe.self).remove(id)
    #expect(try one.titles() == ["Bread"])
    try await mine.add(Recipe(title: "Jam"))
    #expect(try one.titles() == ["Jam"])
  }

  /// Each run of a program that edits is an author. The removal names each author for ever.
  @Test(arguments: [1, 100, 1000]) func aRemovalLeavesBytesForEachAuthor(programs: Int) throws {
    let id = try mine.add(Recipe(title: "Bread"))
    try edit(id, byPrograms: programs)
    try mine.remove(id)
    let place = DocumentPlace(code: Recipe.frameKind.code, id: id)
    let bytes = try one.read { database in
      try one.table(in: database).content(of: place.removal, as: DocumentRemoval.self)?.encoded()
    }
    let count = try #require(bytes).count
    #expect(count <= programs * 34 + 600, "\(count) bytes")
  }

  /// Edits a document by as many programs, one after the other.
  private func edit(_ id: UUID, byPrograms count: Int) throws {
    try mine.edit(id) { recipe in
      for _ in 0..<count {
        let environment = ReplicationEnvironment(
          milliseconds: { 1_700_000_000_000 }, random: { .random(in: 0 ... .max) })
        environment.run { recipe.method.append("x") }
      }
    }
  }
}
