// SPDX-License-Identifier: MIT

import DecentDocuments
import Foundation
import TestInputs
import Testing

/// Sync where the caller runs, at once and by a watch.
@Suite(.ends) struct LibrarySyncingTests {
  private let folder: TemporaryFolder
  private let store: FolderStore
  private let one: DocumentLibrary
  private let two: DocumentLibrary
  private let mine: DocumentCollection<Recipe>
  private let theirs: DocumentCollection<Recipe>
  private let cloud = RemoteName("cloud")

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/cloud", withIntermediateDirectories: false)
    store = FolderStore(path: "\(folder.path)/cloud")
    (one, two) = (try folder.library("one/a"), try folder.library("two/a"))
    (mine, theirs) = (try one.collection(), try two.collection())
  }

  @Test func editsOfTwoDevicesMeet() async throws {
    let id = try await mine.add(Recipe(title: "Bread"))
    var questions = 0
    let sent = try await one.sync(
      with: store, as: cloud, options: SyncOptions(deviceName: "desk"),
      progress: { _ in questions += 1 })
    #expect(sent.uploaded.objects == 1 && questions > 1)
    let received = try await two.sync(with: store, as: cloud)
    #expect(received.changedDocuments.compactMap { $0.id(in: Recipe.self) } == [id])
    #expect(try await two.devices().compactMap(\.name) == ["desk"])
    try await theirs.edit(id) { $0.title.value = "Rolls" }
    for library in [two, one] { try await library.sync(with: store, as: cloud) }
    #expect(try await mine.document(of: id)?.title.value == "Rolls")
  }

  /// No transaction is open while the store is asked.
  @Test func theLibraryIsEditedMeanwhile() async throws {
    try await mine.add(Recipe(title: "Bread"))
    var others: [UUID] = []
    try await one.sync(
      with: store, as: cloud,
      progress: { _ in
        // The run sends these, too, and would not end if each question brought a new one.
        guard others.count < 3, let id = try? mine.add(Recipe(title: "Rolls")) else { return }
        others.append(id)
      })
    #expect(others.count == 3)
    try await one.sync(with: store, as: cloud)
    try await two.sync(with: store, as: cloud)
    #expect(try await theirs.ids().count == others.count + 1)
  }

  @Test func removedDocumentsAreTold() async throws {
    let id = try await mine.add(Recipe(title: "Bread"))
    for library in [one, two] { try await library.sync(with: store, as: cloud) }
    try await mine.remove(id)
    try await one.sync(with: store, as: cloud)
    let changed = try await two.sync(with: store, as: cloud).changedDocuments
    #expect(changed.compactMap { $0.removedID(in: Recipe.self) } == [id])
    #expect(changed.compactMap { $0.removedID(in: Shelf.self) } == [])
    #expect(changed.compactMap { $0.id(in: Shelf.self) } == [])
  }

  /// The first sync is due at once, and each change has another be due, here and in the remote.
  @Test func aWatchSyncsAtEachChange() async throws {
    let watch = RemoteWatch(one, with: store, pace: pace)
    func next() async throws -> SyncReport {
      try await watch.next { sendsForOthers in
        try await one.sync(
          with: store, as: cloud, options: SyncOptions(sendsForOthers: sendsForOthers))
      }
    }
    let id = try await mine.add(Recipe(title: "Bread"))
    #expect(try await next().uploaded.objects == 1)
    try await mine.edit(id) { $0.title.value = "Rolls" }
    while try await next().uploaded.objects == 0 {}
    try await two.sync(with: store, as: cloud)
    try await theirs.edit(id) { $0.title.value = "Toast" }
    try await two.sync(with: store, as: cloud)
    while try await mine.document(of: id)?.title.value != "Toast" { _ = try await next() }
  }

  /// No sync writes anything, so nothing else changes.
  @Test(arguments: [true, false]) func aChangeHasASyncBeDue(isHere: Bool) async throws {
    let watch = RemoteWatch(one, with: store, pace: pace)
    _ = try await watch.next { _ in SyncReport() }
    if isHere {
      try await mine.add(Recipe(title: "Bread"))
    } else {
      try await theirs.add(Recipe(title: "Bread"))
      try await two.sync(with: store, as: cloud)
    }
    _ = try await watch.next { _ in SyncReport() }
  }

  /// Nothing changes, and no time passes within the limit.
  @Test func aWatchSyncsWhenItIsTold() async throws {
    let watch = RemoteWatch(one, with: store, pace: pace)
    for _ in 0..<20 {
      _ = try await watch.next { _ in SyncReport() }
      watch.syncSoon()
    }
  }

  @Test func aWatchEndsWithItsTask() async throws {
    let task = Task { [one, store, pace] in
      let watch = RemoteWatch(one, with: store, pace: pace)
      while true { _ = try await watch.next { _ in SyncReport() } }
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  /// A day passes from a sync to the next one if nothing changes.
  private var pace: RemoteWatch.Pace {
    var pace = RemoteWatch.Pace()
    pace.poll = 86_400_000
    pace.settle = 0
    return pace
  }
}
