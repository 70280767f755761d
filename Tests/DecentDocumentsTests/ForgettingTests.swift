// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// Forgetting in the documents of a library, and the bytes that it frees.
@Suite struct ForgettingTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Two devices with one recipe, most of whose text was deleted.
  ///
  /// - Returns: The bytes of the recipe before and after they synced, on each.
  private func sizes(
    forgetting: DocumentLibrary.Forgetting
  ) async throws -> (before: Int, after: [Int], shown: [Recipe?]) {
    let libraries = try ["one", "two"].map {
      try DocumentLibrary(
        at: URL(fileURLWithPath: folder.path("\($0).sqlite")), forgetting: forgetting)
    }
    let recipes = try libraries.map { try $0.collection(indexedBy: Titles()) }
    let id = try recipes[0].add(Recipe(title: "Bread"))
    try recipes[0].edit(id) { $0.method.append(String(repeating: "Boil water. ", count: 500)) }
    try recipes[0].edit(id) { $0.method.update(to: "Bake.") }
    let before = try stored(id, in: libraries[0])
    for library in libraries + libraries + libraries {
      try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
    }
    for library in libraries {
      let idle = try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
      #expect(idle.uploaded.objects == 0 && idle.downloaded.objects == 0)
      #expect(try library.titles() == ["Bread"])
    }
    return (
      before, try libraries.map { try stored(id, in: $0) },
      try recipes.map { try $0.document(of: id) }
    )
  }

  /// The bytes of a document in the tables.
  private func stored<Content: ReplicatingDocument>(
    _ id: UUID, of type: Content.Type = Recipe.self, in library: DocumentLibrary
  ) throws -> Int {
    try library.read { database in
      let table = library.table(in: database)
      let document = DocumentPlace(code: Content.frameKind.code, id: id).document
      guard let key = try table.key(of: document) else { return 0 }
      return try table.storedBytes(of: key).reduce(0) { try $0 + PackedBytes.unpack($1).count }
    }
  }

  @Test func deletedTextIsFreed() async throws {
    let (before, after, shown) = try await sizes(forgetting: .deleted)
    for size in after { #expect(size * 5 < before) }
    #expect(shown.map { $0?.method.string } == ["Bake.", "Bake."])
    #expect(shown[0] == shown[1])
  }

  /// One device removes a document while another lets it forget. A dictionary numbers the
  /// forgetting as an edit. As an edit beyond the removal, it used to bring the document back.
  @Test func forgettingBringsNoRemovedDocumentBack() async throws {
    let libraries = try ["one", "two"].map {
      try DocumentLibrary(
        at: URL(fileURLWithPath: folder.path("\($0).sqlite")),
        forgetting: $0 == "one" ? .deleted : .nothing)
    }
    let albums = try libraries.map { try $0.collection(of: Album.self) }
    func sync(_ library: DocumentLibrary) async throws {
      try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
    }
    var album = Album()
    album.pages["a", default: ""].append(String(repeating: "Boil water. ", count: 500))
    let id = try albums[0].add(album)
    let before = try stored(id, of: Album.self, in: libraries[0])
    try albums[0].edit(id) { $0.pages["a"]?.update(to: "Bake.") }
    try await sync(libraries[0])
    try await sync(libraries[1])
    try albums[1].remove(id)
    try await sync(libraries[0])
    #expect(try stored(id, of: Album.self, in: libraries[0]) * 5 < before)
    for library in libraries + libraries + libraries + libraries { try await sync(library) }
    let left = try albums.flatMap { try $0.ids() }
    #expect(left.isEmpty)
  }

  // MARK: Removed elements

  /// A day long past: by the clock of any device, all of it is more than an hour ago.
  private static let day: UInt64 = 1_700_000_000_000

  /// Runs edits at a minute of that day.
  private func edit<Result>(at minute: UInt64, _ body: () throws -> Result) rethrows -> Result {
    let environment = ReplicationEnvironment(
      milliseconds: { Self.day + minute * 60_000 }, random: { .random(in: 0 ... .max) })
    return try environment.run(body)
  }

  /// A library, and its recipes.
  private struct Shelf {
    let library: DocumentLibrary
    let recipes: DocumentCollection<Recipe>

    var tags: [Set<String>] {
      get throws {
        try recipes.ids().compactMap { try recipes.document(of: $0)?.tags.values }
          .sorted { $0.count < $1.count }
      }
    }
  }

  private func shelf(_ name: String) throws -> Shelf {
    let library = try DocumentLibrary(
      at: URL(fileURLWithPath: folder.path("\(name).sqlite")), forgetting: .deleted)
    return Shelf(library: library, recipes: try library.collection(indexedBy: Titles()))
  }

  @discardableResult
  private func sync(_ shelves: Shelf...) async throws -> [SyncReport] {
    var reports: [SyncReport] = []
    for shelf in shelves {
      reports.append(
        try await RemoteSync(shelf.library, with: store, as: RemoteName("cloud")).run())
    }
    return reports
  }

  /// Three libraries with a recipe of 500 tags. One of them is retired, and the others forgot that
  /// 495 tags were removed.
  private func afterForgetting() async throws -> (shelves: [Shelf], id: UUID) {
    let shelves = try ["one", "two", "late"].map(shelf)
    let (one, two, late) = (shelves[0], shelves[1], shelves[2])
    var recipe = Recipe(title: "Bread")
    edit(at: 0) { recipe.tags.formUnion((0..<500).map { "tag \($0)" }) }
    let id = try edit(at: 0) { try one.recipes.add(recipe) }
    try await sync(one, two, late, one, two)
    try edit(at: 60) {
      try one.recipes.edit(id) { for number in 0..<495 { $0.tags.remove("tag \(number)") } }
    }
    let before = try stored(id, in: one.library)
    let others = try one.library.devices().filter { !$0.isThisDevice }.map(\.id)
    try await sync(two)
    let known = Set(try two.library.devices().filter(\.isThisDevice).map(\.id))
    for device in others where !known.contains(device) { try one.library.retire(device) }
    try await sync(one, two, one, two, one, two)
    for shelf in [one, two] {
      #expect(try stored(id, in: shelf.library) * 20 < before)
      #expect(try shelf.tags.map(\.count) == [5])
    }
    return (shelves, id)
  }

  @Test func removedElementsAreFreedOnAllDevices() async throws {
    let (shelves, id) = try await afterForgetting()
    let new = try shelf("new")
    try await sync(new)
    #expect(try new.recipes.document(of: id) == shelves[0].recipes.document(of: id))
    try await sync(shelves[2], shelves[0], shelves[1])
    for shelf in shelves { #expect(try shelf.tags.map(\.count) == [5]) }
  }

  /// A device that comes too late finds the edits that it loses in a copy.
  @Test func aDeviceThatComesTooLateKeepsACopy() async throws {
    let (shelves, id) = try await afterForgetting()
    let late = shelves[2]
    try edit(at: 30) { try late.recipes.edit(id) { _ = $0.tags.insert("early") } }
    try edit(at: 90) { try late.recipes.edit(id) { _ = $0.tags.insert("later") } }
    let reports = try await sync(late, shelves[0], shelves[1], late)
    for shelf in shelves {
      let kept = Set((495..<500).map { "tag \($0)" } + ["later"])
      #expect(try shelf.recipes.document(of: id)?.tags.values == kept)
      #expect(try shelf.tags == [kept, kept.union(["early"])])
      #expect(try shelf.library.titles() == ["Bread", "Bread"])
    }
    // The copy can be edited, and removed, apart from the document.
    let copy = try #require(try late.recipes.ids().first { $0 != id })
    #expect(reports.map(\.recoveryCopies.count) == [1, 0, 0, 0])
    let recovery = try #require(reports.first?.recoveryCopies.first)
    #expect(late.recipes.id(of: recovery.document) == id)
    #expect(late.recipes.id(of: recovery.copy) == copy)
    try late.recipes.remove(copy)
    try await sync(late, shelves[0], shelves[1], late)
    for shelf in shelves { #expect(try shelf.tags.map(\.count) == [6]) }
  }

  /// A library restored from a backup loses the same edits again, and makes no second copy.
  @Test func aDeviceThatComesTooLateTwiceKeepsOneCopy() async throws {
    let (shelves, id) = try await afterForgetting()
    let (one, late) = (shelves[0], shelves[2])
    try edit(at: 30) { try late.recipes.edit(id) { _ = $0.tags.insert("early") } }
    for companion in ["", "-wal"]
    where FileManager.default.fileExists(
      atPath: folder.path("late.sqlite" + companion))
    {
      try FileManager.default.copyItem(
        atPath: folder.path("late.sqlite" + companion),
        toPath: folder.path("again.sqlite" + companion))
    }
    let again = try shelf("again")
    try await sync(late, one, again, one, late, again)
    for shelf in [one, late, again] { #expect(try shelf.tags.map(\.count) == [5, 6]) }
  }

  /// A device sends an edit before it learns of a floor, and learns of the floor from a device that
  /// met the edit. The floor does not say which edits its author knew, so the device that met the
  /// edit keeps it.
  @Test func anEditThatOthersDroppedBeforeItsAuthorDidIsKept() async throws {
    let (shelves, id) = try await afterForgetting()
    let (one, late) = (shelves[0], shelves[2])
    try edit(at: 30) {
      try late.recipes.edit(id) {
        $0.tags.insert("early")
        $0.tags.remove("tag 495")
      }
    }
    let second = MemoryStore()
    for shelf in [late, one, one, late] {
      try await RemoteSync(shelf.library, with: second, as: RemoteName("second")).run()
    }
    let kept = Set((495..<500).map { "tag \($0)" })
    let copy = kept.subtracting(["tag 495"]).union(["early"])
    for shelf in [one, late] {
      #expect(try shelf.recipes.document(of: id)?.tags.values == kept)
      #expect(try shelf.tags == [kept, copy])
      #expect(try shelf.library.titles() == ["Bread", "Bread"])
    }
  }

  // MARK: Moves

  /// A device sends a move before it learns that another one forgot positions meanwhile. The move is
  /// made again once it learns of that, and sent again.
  @Test func aMoveMeanwhileIsMadeAgainAndSent() async throws {
    let libraries = try ["one", "two"].map {
      try DocumentLibrary(
        at: URL(fileURLWithPath: folder.path("\($0).sqlite")),
        forgetting: $0 == "one" ? .deleted : .nothing)
    }
    let lists = try libraries.map { try $0.collection(of: Playlist.self) }
    func sync(_ library: DocumentLibrary, with store: MemoryStore) async throws -> SyncReport {
      try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
    }
    func song(_ number: Int) -> String { "song \(number)" }
    var list = Playlist()
    edit(at: 0) { for number in 0..<100 { list.songs.append(song(number)) } }
    let id = try edit(at: 0) { try lists[0].add(list) }
    try edit(at: 60) {
      try lists[0].edit(id) { for number in 5..<100 { $0.songs.remove(song(number)) } }
    }
    let before = try stored(id, of: Playlist.self, in: libraries[0])
    for library in libraries { _ = try await sync(library, with: store) }
    let late = MemoryStore()
    try copy(store, to: late)
    _ = try await sync(libraries[0], with: store)
    #expect(try stored(id, of: Playlist.self, in: libraries[0]) * 5 < before)
    // The folder of the other device lags behind.
    try edit(at: 200) { try lists[1].edit(id) { $0.songs.move(song(0), to: 3) } }
    _ = try await sync(libraries[1], with: late)
    try copy(late, to: store)
    for index in [0, 1, 0] { _ = try await sync(libraries[index], with: store) }
    for list in lists {
      #expect(try list.document(of: id)?.songs.values == [1, 2, 3, 0, 4].map(song))
    }
    #expect(try lists[0].document(of: id) == lists[1].document(of: id))
    for library in libraries + libraries {
      #expect(try await sync(library, with: store).uploaded.objects == 0)
    }
  }

  private func copy(_ store: MemoryStore, to other: MemoryStore) throws {
    for object in try store.list(prefix: "") {
      try? other.create(object.name, holding: store.read(object.name))
    }
  }

  /// A library keeps all by default: past versions can be shown, and old edits can be undone.
  @Test func nothingIsForgottenUnlessAsked() async throws {
    let (before, after, shown) = try await sizes(forgetting: .nothing)
    for size in after { #expect(size * 2 > before) }
    #expect(shown[0]?.method.version.dropped == [])
    let folder = try folder.library("three")
    #expect(folder.forgetting == .nothing)
  }
}
