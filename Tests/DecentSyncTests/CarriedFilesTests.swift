// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Testing

/// A folder whose service keeps some files elsewhere.
@Suite struct CarriedFilesTests {
  private let folder: TemporaryFolder
  private let service: FakeService
  private let store: FolderStore

  init() throws {
    folder = try TemporaryFolder()
    service = FakeService()
    store = service.store(in: folder.path)
  }

  private func name(_ text: String) throws -> ObjectName { try #require(ObjectName(text)) }

  @Test(arguments: [true, false]) func whatIsElsewhereIsListed(knowsSizes: Bool) throws {
    try store.create(name("log/a-1"), holding: [1, 2, 3])
    try store.create(name("log/b-1"), holding: [4])
    try service.takeAway("\(folder.path)/decent-7/log/a-1")
    if !knowsSizes { service.forgetSizes() }
    let size = knowsSizes ? 3 : 0
    #expect(
      try store.list(prefix: "log/").sorted { $0.name < $1.name } == [
        ObjectInfo(name: name("log/a-1"), size: size), ObjectInfo(name: name("log/b-1"), size: 1),
      ])
  }

  @Test func whatIsElsewhereIsFetchedToBeRead() throws {
    try store.create(name("log/a-1"), holding: [1, 2, 3])
    try service.takeAway("\(folder.path)/decent-7/log/a-1")
    #expect(try store.read(name("log/a-1")) == [1, 2, 3])
    #expect(try folder.files() == ["decent-7/log/a-1"])
  }

  @Test func whatCannotBeFetchedIsTriedLater() throws {
    try store.create(name("log/a-1"), holding: [1])
    try service.takeAway("\(folder.path)/decent-7/log/a-1")
    service.disconnect()
    let error = #expect(throws: StoreError.self) { try store.read(name("log/a-1")) }
    #expect(error?.kind == .tryLater)
    #expect(error?.scope == .object)
  }

  @Test func whatIsElsewhereIsNotReplaced() throws {
    try store.create(name("log/a-1"), holding: [1])
    try service.takeAway("\(folder.path)/decent-7/log/a-1")
    let error = #expect(throws: StoreError.self) {
      try store.create(name("log/a-1"), holding: [2])
    }
    #expect(error?.kind == .exists)
    #expect(try store.read(name("log/a-1")) == [1])
  }

  @Test func whatIsElsewhereIsDeleted() throws {
    try store.create(name("log/a-1"), holding: [1])
    try service.takeAway("\(folder.path)/decent-7/log/a-1")
    try store.delete(name("log/a-1"))
    #expect(try store.list(prefix: "").isEmpty)
    #expect(try folder.files().isEmpty)
  }

  /// Files that are hidden for another reason are not placeholders.
  @Test func aNameOfNothingIsNoPlaceholder() throws {
    try store.create(name("log/a-1"), holding: [1])
    try folder.write("x", to: "decent-7/log/.icloud")
    try folder.write("x", to: "decent-7/log/.a.b.icloud")
    let names = try store.list(prefix: "").map(\.name.text).sorted()
    #expect(names == ["log/a-1", "log/a.b"])
  }
}
