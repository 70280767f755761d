// SPDX-License-Identifier: MIT

import Foundation
import Observation
import TestInputs
import Testing

@testable import DecentDocuments

@MainActor @Suite(.ends) struct LiveCollectionTests {
  private let folder: TemporaryFolder
  private let library: DocumentLibrary
  private let recipes: DocumentCollection<Recipe>

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library()
    recipes = try library.collection(of: Recipe.self)
  }

  @Test func whatIsThereIsShown() async throws {
    let id = try await recipes.add(Recipe(title: "Bread"))
    let live = LiveCollection(recipes)
    #expect(live.ids.isEmpty && !live.isLoaded)
    await wait { live.isLoaded }
    #expect(live.ids == [id])
    await wait { live[id]?.title.value == "Bread" }
    #expect(live[UUID()] == nil)
    #expect(live.failure == nil)
  }

  /// A list on screen records the moves that people make in it, as its collection does.
  @Test func movesInALiveCollectionAreSteps() async throws {
    let chores = try library.collection(of: Chore.self).recordingSteps()
    let ids = try ["a", "b", "c"].map { try chores.add(Chore($0)) }
    let live = LiveCollection(chores)
    await wait { live.ids == ids }
    try await live.move(fromOffsets: [2], toOffset: 0)
    #expect(try chores.names() == ["c", "a", "b"])
    #expect(try await chores.undo(ids[2]) == UndoneStep(changed: ["place"], kept: []))
    #expect(try chores.names() == ["a", "b", "c"])
  }

  @Test func anEmptyCollectionIsEmptyIndeed() async throws {
    let live = LiveCollection(recipes)
    await wait { live.isLoaded }
    #expect(live.ids.isEmpty)
  }

  /// A row, as a view that reads its document alone.
  @MainActor private final class ShownRow {
    var count = 0
    var title: String?
  }

  private func show(
    _ id: UUID, of live: LiveCollection<Recipe>, in row: ShownRow,
    told: AsyncStream<Void>.Continuation
  ) {
    row.count += 1
    withObservationTracking {
      row.title = live[id]?.title.value
    } onChange: {
      Task { @MainActor in
        self.show(id, of: live, in: row, told: told)
        told.yield()
      }
    }
  }

  @Test func anEditOfOneRowShowsOneRowAnew() async throws {
    var ids: [UUID] = []
    for number in 0..<50 { ids.append(try await recipes.add(Recipe(title: "\(number)"))) }
    let live = LiveCollection(recipes)
    let rows = ids.map { _ in ShownRow() }
    let (told, teller) = AsyncStream.makeStream(of: Void.self)
    for (id, row) in zip(ids, rows) { show(id, of: live, in: row, told: teller) }
    var changes = told.makeAsyncIterator()
    while rows.contains(where: { $0.title == nil }) { await changes.next() }
    let counts = rows.map(\.count)
    try await recipes.edit(ids[7]) { $0.title.value = "Bread" }
    while rows[7].title != "Bread" { await changes.next() }
    for (place, row) in rows.enumerated() where place != 7 { #expect(row.count == counts[place]) }
    // Once for the change, and once for what was read.
    #expect(rows[7].count <= counts[7] + 2)
  }

  /// The rows of a list come and go while it is scrolled.
  @Test func documentsThatNothingObservesAreLetGo() async throws {
    let id = try await recipes.add(Recipe(title: "Bread"))
    let live = LiveCollection(recipes)
    let row = ShownRow()
    let (told, teller) = AsyncStream.makeStream(of: Void.self)
    show(id, of: live, in: row, told: teller)
    var changes = told.makeAsyncIterator()
    while row.title == nil { await changes.next() }
    for _ in 0..<10 {
      for _ in 0..<100 { _ = live[UUID()] }
      // The tasks of the collection, and then the tasks of the row, run before these two.
      for _ in 0..<2 { await Task {}.value }
    }
    #expect(live.heldCount < 400)
    #expect(row.title == "Bread")
    try await recipes.edit(id) { $0.title.value = "Rolls" }
    while row.title != "Rolls" { await changes.next() }
  }

  @Test func manyChangesAreTakenTogether() async throws {
    let live = LiveCollection(recipes)
    await wait { live.isLoaded }
    let ids = try await library.transaction { [recipes] in
      try (0..<300).map { try recipes.add(Recipe(title: "\($0)")) }
    }
    await wait { live.ids == ids }
    try await library.transaction { [recipes] in for id in ids.dropLast() { try recipes.remove(id) }
    }
    await wait { live.ids == ids.suffix(1) }
  }

  @Test func aDocumentThatCannotBeReadTellsWhy() async throws {
    let id = try await recipes.add(Recipe(title: "Bread"))
    let other = try await recipes.add(Recipe(title: "Jam"))
    let name = recipes.document(id).text
    try await library.worker.run { [library] in
      try library.write { database in
        try database.run(
          """
          UPDATE bases SET content = x'00'
          WHERE document = (SELECT key FROM documents WHERE name = ?)
          """, .text(name))
      }
    }
    // The library that wrote the documents remembers them.
    let live = LiveCollection(try folder.library().collection(of: Recipe.self))
    await wait { live.failure(of: id) != nil }
    #expect(live[id] == nil)
    guard case .damagedDocument(id, _, _, _)? = live.failure(of: id) as? DocumentFailure else {
      Issue.record("\(String(describing: live.failure(of: id)))")
      return
    }
    await wait { live[other]?.title.value == "Jam" }
    #expect(live.failure(of: other) == nil && live.failure == nil)
  }

  @Test func changesAreShownByWhomeverTheyAre() async throws {
    let id = try await recipes.add(Recipe(title: "Bread"))
    let live = LiveCollection(recipes)
    await wait { live[id]?.title.value == "Bread" }
    try await recipes.edit(id) { $0.title.value = "Rolls" }
    await wait { live[id]?.title.value == "Rolls" }
    // Another process.
    let jam = try await folder.library().collection(of: Recipe.self).add(Recipe(title: "Jam"))
    await wait { live.ids == [id, jam] }
    await wait { live[jam]?.title.value == "Jam" }
    try await recipes.remove(id)
    await wait { live.ids == [jam] }
    await wait { live[id] == nil }
  }

  @Test func documentsAreShownInTheirOrder() async throws {
    let chores = try library.collection(of: Chore.self)
    let ids = try chores.add("a", "b", "c", "d")
    let live = LiveCollection(chores)
    await wait { live.ids == ids }
    // Another process.
    try await folder.library().collection(of: Chore.self).move(ids[3], before: ids[1])
    await wait { live.ids == [ids[0], ids[3], ids[1], ids[2]] }
    let last = try await chores.add(Chore("e"))
    await wait { live.ids.last == last }
    try await chores.remove(ids[0])
    await wait { live.ids == [ids[3], ids[1], ids[2], last] }
  }

  @Test func rowsThatPeopleDragMove() async throws {
    let chores = try library.collection(of: Chore.self)
    let ids = try chores.add("a", "b", "c", "d")
    let live = LiveCollection(chores)
    await wait { live.ids == ids }
    // The main actor does not hear of it before the moves.
    let added = try { try chores.add(Chore("e")) }()
    // Shown at once, and stored one after the other.
    var moves: [Task<Void, any Error>] = [live.move(fromOffsets: [0, 2], toOffset: 4)]
    #expect(live.ids == [ids[1], ids[3], ids[0], ids[2]])
    moves.append(live.move(fromOffsets: [3], toOffset: 0))
    #expect(live.ids == [ids[2], ids[1], ids[3], ids[0]])
    // Onto themselves, and before one of them.
    moves.append(live.move(fromOffsets: [0, 1], toOffset: 1))
    moves.append(live.move(fromOffsets: [1], toOffset: 2))
    #expect(live.ids == [ids[2], ids[1], ids[3], ids[0]])
    for move in moves { try await move.value }
    await wait { live.ids == [ids[2], ids[1], ids[3], added, ids[0]] }
    #expect(try chores.names() == ["c", "b", "d", "e", "a"])
  }

  /// Offsets count in the ids that the section shows.
  @Test func rowsThatPeopleDragWithinASectionMove() async throws {
    let chores = try library.collection(of: Chore.self)
    let ids = try chores.add("a", "B", "c", "D", "e", "F")
    let live = LiveCollection(chores)
    await wait { live.ids == ids }
    let (a, c, e) = (ids[0], ids[2], ids[4])
    try await live.move(fromOffsets: [2], toOffset: 1, in: [a, c, e])
    #expect(try chores.names() == ["a", "B", "e", "c", "D", "F"])
    // At the end of the section, not of the list.
    try await live.move(fromOffsets: [0], toOffset: 3, in: [a, e, c])
    #expect(try chores.names() == ["B", "e", "c", "a", "D", "F"])
    // The whole section, and documents that the list no longer has.
    try await live.move(fromOffsets: [0], toOffset: 1, in: [a])
    try await live.move(fromOffsets: [0, 1], toOffset: 4, in: [UUID(), e, c, UUID()])
    #expect(try chores.names() == ["B", "c", "e", "a", "D", "F"])
    await wait { live.ids == [ids[1], c, e, a, ids[3], ids[5]] }
  }

  @Test func aMoveThatCannotBeStoredIsTakenBack() async throws {
    let chores = try library.collection(of: Chore.self)
    let ids = try chores.add("a", "b", "c")
    let live = LiveCollection(chores)
    await wait { live.ids == ids }
    // The main actor does not hear of it before the move.
    try await library.worker.run { try chores.remove(ids[0]) }
    let failure = DocumentFailure.unknownDocument(ids[0], kind: Chore.kind)
    await #expect(throws: failure) { try await live.move(fromOffsets: [0, 1], toOffset: 3) }
    await wait { live.ids == [ids[1], ids[2]] }
    #expect(live.moveFailure as? DocumentFailure == failure)
    #expect(try chores.names() == ["b", "c"])
    // A list that people drag makes the call without `await`.
    func drag() -> Task<Void, any Error> { live.move(fromOffsets: [1], toOffset: 0) }
    try await drag().value
    #expect(live.moveFailure == nil)
    #expect(try chores.names() == ["c", "b"])
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
    try await recipes.add(Recipe(title: "Bread"))
    live = nil
    #expect(kept == nil)
  }
}
