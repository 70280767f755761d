// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import ReplicationLaws
import TestInputs
import Testing

@Suite struct RemoteSyncTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func sync(_ library: DocumentLibrary) throws -> RemoteSync<MemoryStore> {
    try RemoteSync(library, with: store, as: RemoteName("cloud"))
  }

  @Test func editsOfTwoDevicesMeet() async throws {
    let (one, two) = (try folder.library("one"), try folder.library("two"))
    let (mine, theirs) = (
      try one.collection(of: Recipe.self), try two.collection(of: Recipe.self)
    )
    let id = try await mine.add(Recipe(title: "Bread"))
    #expect(try await sync(one).run().uploaded.objects == 1)
    #expect(try await sync(two).run().changedDocuments.count == 1)
    try await mine.edit(id) { $0.method.append("Boil water.") }
    try await theirs.edit(id) { $0.tags.insert("quick") }
    for library in [one, two, one] { try await sync(library).run() }
    let recipe = try await #require(try mine.document(of: id))
    #expect(recipe.method.string == "Boil water.")
    #expect(recipe.tags.contains("quick"))
    #expect(try await theirs.document(of: id) == recipe)
    let idle = try await sync(one).run()
    #expect(idle.uploaded.objects == 0 && idle.downloaded.objects == 0)
  }

  /// A model of models, as deep as a model can be saved.
  private struct Tree: ReplicatingModel {
    var children = ReplicatingDictionary<String, Tree>()

    static let kind = "com.example.tree"
    static let fields = FieldList(("children", \Tree.children))
  }

  @Test func theDeepestModelIsSynced() async throws {
    let (one, two) = (try folder.library("one"), try folder.library("two"))
    let (mine, theirs) = (try one.collection(of: Tree.self), try two.collection(of: Tree.self))
    var tree = Tree()
    for _ in 0..<64 {
      var parent = Tree()
      parent.children["child"] = tree
      tree = parent
    }
    let id = try await mine.add(tree)
    for library in [one, two] { try await sync(library).run() }
    #expect(try await theirs.document(of: id) == tree)
  }

  private struct Photo: ReplicatingModel {
    var data = ReplicatingRegister(default: Data())

    static let kind = "com.example.photo"
    static let fields = FieldList(("data", \Photo.data))
  }

  @Test func aPhotoIsNotSentWithAnEditOfItsRecipe() async throws {
    let (one, two) = (try folder.library("one"), try folder.library("two"))
    let (mine, theirs) = (try one.collection(of: Recipe.self), try two.collection(of: Photo.self))
    let photos = try one.collection(of: Photo.self)
    _ = try two.collection(of: Recipe.self)
    var random = SeededGenerator(seed: 1)
    var photo = Photo()
    photo.data.value = Data((0..<300_000).map { _ in UInt8(random.below(256)) })
    let id = try await photos.add(photo)
    let recipe = try await mine.add(Recipe(title: "Bread"))
    #expect(try await sync(one).run().uploaded.bytes > 300_000)
    try await sync(two).run()
    #expect(try await theirs.document(of: id)?.data.value == photo.data.value)
    try await mine.edit(recipe) { $0.tags.insert("quick") }
    #expect(try await sync(one).run().uploaded.bytes < 1_000)
  }

  @Test func devicesAreListedAndRetired() async throws {
    let (one, two) = (try folder.library("one"), try folder.library("two"))
    #expect(try await one.devices() == [])
    try await one.collection(of: Recipe.self).add(Recipe(title: "Bread"))
    let theirs = try two.collection(of: Recipe.self)
    for (library, name) in [(one, "desk"), (two, "phone"), (one, "desk")] {
      try await sync(library).run(options: SyncOptions(deviceName: name))
    }
    #expect(try await one.devices().map(\.name) == ["desk", "phone"])
    let phone = try #require(try await one.devices().last)
    try await one.retire(phone.id)
    #expect(try await one.devices().last?.isRetired == true)
    #expect(throws: RetirementFailure.self) { try one.retire(DeviceID(rawValue: 7)) }
    try await theirs.add(Recipe(title: "Late"))
    try await sync(one).run()
    #expect(try await sync(two).run().wasRetired)
    try await sync(one).run()
    #expect(try await one.collection(of: Recipe.self).ids().count == 2)
    #expect(try await one.devices().filter(\.isRetired).map(\.id) == [phone.id])
  }

  @Test func oneDocumentAddedOnTwoDevicesIsOne() async throws {
    let id = UUID()
    let (one, two) = (try folder.library("one"), try folder.library("two"))
    try await one.collection(of: Shelf.self).add(Shelf(place: "kitchen"), id: id)
    try await two.collection(of: Shelf.self).add(Shelf(place: "cellar"), id: id)
    for library in [one, two, one] { try await sync(library).run() }
    let shelf = try await one.collection(of: Shelf.self).document(of: id)
    #expect(try await two.collection(of: Shelf.self).document(of: id) == shelf)
    #expect(shelf?.place.value == "cellar")
  }

  /// An older version of an app does not know all types of a newer one.
  @Test func documentsOfTypesNotAskedForWaitInTheRemote() async throws {
    let (one, two) = (try folder.library("one"), try folder.library("two"))
    try await one.collection(of: Shelf.self).add(Shelf(place: "kitchen"))
    try await one.collection(of: Recipe.self).add(Recipe(title: "Bread"))
    try await sync(one).run()
    let recipes = try two.collection(of: Recipe.self)
    let report = try await sync(two).run()
    #expect(try await recipes.ids().count == 1)
    #expect(!report.problems.isEmpty)
    let shelves = try two.collection(of: Shelf.self)
    #expect(try await shelves.ids() == [])
    try await sync(two).run()
    #expect(try await shelves.ids().count == 1)
    #expect(try await sync(two).run().problems.isEmpty)
  }

  @Test func runsOfOneSyncTakeTurns() async throws {
    let library = try folder.library()
    let recipes = try library.collection(of: Recipe.self)
    for number in 0..<10 { try await recipes.add(Recipe(title: "Recipe \(number)")) }
    let sync = try sync(library)
    let uploads = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<4 { group.addTask { try await sync.run().uploaded.objects } }
      return try await group.reduce(0, +)
    }
    #expect(uploads == 1)
  }

  @Test func aRunThatIsCancelledLeavesAllToTheNext() async throws {
    let library = try folder.library()
    try await library.collection(of: Recipe.self).add(Recipe(title: "Bread"))
    let sync = try sync(library)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      _ = try await sync.run()
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await sync.run().uploaded.objects == 1)
  }

  @Test func progressIsTold() async throws {
    let library = try folder.library()
    try await library.collection(of: Recipe.self).add(Recipe(title: "Bread"))
    let (phases, told) = AsyncStream.makeStream(of: SyncProgress.Phase.self)
    let sync = try sync(library)
    try await sync.run {
      // The run and its questions to the database stay on the queue of the sync.
      sync.preconditionIsolated()
      told.yield($0.phase)
    }
    told.finish()
    let seen = await phases.reduce(into: Set<SyncProgress.Phase>()) { $0.insert($1) }
    #expect(seen.isSuperset(of: [.listing, .sending]))
  }
}
