// SPDX-License-Identifier: MIT

import DecentSync
import Testing

/// What every store must keep, whatever stands behind it.
@Suite struct ObjectStoreTests {
  enum Backend: CaseIterable {
    case memory, folder, folderWithoutLinks
  }

  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func store(_ backend: Backend) -> any ObjectStore {
    switch backend {
    case .memory: MemoryStore()
    case .folder: FolderStore(path: folder.path)
    case .folderWithoutLinks: FolderStore(path: folder.path, files: FailingFiles(linksFail: true))
    }
  }

  private func name(_ text: String) throws -> ObjectName { try #require(ObjectName(text)) }

  @Test(arguments: Backend.allCases) func beginsEmpty(backend: Backend) throws {
    #expect(try store(backend).list(prefix: "").isEmpty)
    #expect(try store(backend).list(prefix: "log/").isEmpty)
  }

  @Test(arguments: Backend.allCases, [0, 1, 100_000])
  func readsWhatWasCreated(backend: Backend, count: Int) throws {
    let store = store(backend)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try store.create(name("log/a-1"), holding: bytes)
    #expect(try store.read(name("log/a-1")) == bytes)
    #expect(try store.list(prefix: "") == [ObjectInfo(name: name("log/a-1"), size: count)])
  }

  @Test(arguments: Backend.allCases) func neverReplaces(backend: Backend) throws {
    let store = store(backend)
    try store.create(name("log/a"), holding: [1])
    let error = #expect(throws: StoreError.self) {
      try store.create(name("log/a"), holding: [2, 3])
    }
    #expect(error?.kind == .exists)
    #expect(error?.subject == "log/a")
    #expect(try store.read(name("log/a")) == [1])
    #expect(try store.list(prefix: "").count == 1)
  }

  @Test(arguments: Backend.allCases) func saysWhatIsMissing(backend: Backend) throws {
    let store = store(backend)
    try store.create(name("log/a"), holding: [1])
    for absent in ["log/b", "other/a", "log/a/b"] {
      let error = #expect(throws: StoreError.self) { try store.read(name(absent)) }
      #expect(error?.kind == .missing)
      #expect(error?.scope == .object)
      #expect(error?.subject == absent)
    }
  }

  @Test(arguments: Backend.allCases) func deletes(backend: Backend) throws {
    let store = store(backend)
    try store.create(name("log/a"), holding: [1])
    try store.delete(name("log/a"))
    #expect(try store.list(prefix: "").isEmpty)
    #expect(throws: StoreError.missing(try name("log/a"))) { try store.read(name("log/a")) }
    try store.delete(name("log/a"))
    try store.delete(name("log/never/was"))
    try store.create(name("log/a"), holding: [2])
    #expect(try store.read(name("log/a")) == [2])
  }

  @Test(arguments: Backend.allCases) func listsByPrefix(backend: Backend) throws {
    let store = store(backend)
    let names = ["log/a-1", "log/a-2", "log/b-1", "logs/x", "parts/00/long", "top"]
    for text in names { try store.create(name(text), holding: Array(text.utf8)) }
    func listed(_ prefix: String) throws -> [String] {
      try store.list(prefix: prefix).map(\.name.text).sorted()
    }
    #expect(try listed("") == names)
    #expect(try listed("log/") == ["log/a-1", "log/a-2", "log/b-1"])
    #expect(try listed("log/a") == ["log/a-1", "log/a-2"])
    #expect(try listed("log") == ["log/a-1", "log/a-2", "log/b-1", "logs/x"])
    #expect(try listed("parts/00/") == ["parts/00/long"])
    #expect(try listed("nothing/") == [])
    #expect(try listed("../") == [])
  }

  @Test(arguments: Backend.allCases) func takesAnyName(backend: Backend) throws {
    let store = store(backend)
    let odd = try name("log/0f-1 (Zoë's \"copy\" \\ 2024)\n* é.seg")
    try store.create(odd, holding: [7])
    #expect(try store.list(prefix: "log/").map(\.name) == [odd])
    #expect(try store.read(odd) == [7])
  }
}
