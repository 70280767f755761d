// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import TestInputs
import Testing

/// Changes that the system reports of folders.
@Suite(.ends) struct FolderWatchTests {
  private let folder: TemporaryFolder
  private let store: FolderStore
  private let changes = ChangeCounter()

  init() throws {
    folder = try TemporaryFolder()
    store = FolderStore(path: folder.path)
  }

  private func create(_ name: String) throws {
    try store.create(#require(ObjectName(name)), holding: [1])
  }

  @Test func anObjectThatAppearsIsNoticed() async throws {
    try create("log/a")
    let watch = FolderWatch { [changes] in changes.notify() }
    store.watchedFolders.forEach(watch.add)
    try create("log/b")
    await changes.wait(beyond: 0)
    withExtendedLifetime(watch) {}
  }

  @Test func theFirstObjectOfAllIsNoticed() async throws {
    let watch = FolderWatch { [changes] in changes.notify() }
    store.watchedFolders.forEach(watch.add)
    try create("log/a")
    await changes.wait(beyond: 0)
    withExtendedLifetime(watch) {}
  }

  /// A folder that was absent when it was added is watched once it is added again.
  @Test func aFolderMayBeAddedAgain() async throws {
    let log = try #require(store.watchedFolders.last)
    let watch = FolderWatch { [changes] in changes.notify() }
    watch.add(log)
    try create("log/a")
    watch.add(log)
    try create("log/b")
    await changes.wait(beyond: 0)
    withExtendedLifetime(watch) {}
  }

  /// Some systems report of a folder only that its names change. The folder has many files.
  @Test func aFileThatIsWrittenInPlaceIsNoticed() async throws {
    for number in 0..<20 { try folder.write("a", to: "\(number)") }
    let path = "\(folder.path)/7"
    let watch = FolderWatch { [changes] in changes.notify() }
    for path in [folder.path, path, path + "-wal"] { watch.add(path) }
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.write(contentsOf: Array("b".utf8))
    await changes.wait(beyond: 0)
    withExtendedLifetime(watch) {}
  }
}
