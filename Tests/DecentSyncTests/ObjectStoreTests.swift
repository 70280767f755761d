// SPDX-License-Identifier: MIT

import DecentSync
import Testing

/// The laws of every store, whatever stands behind it.
@Suite struct ObjectStoreTests {
  enum Backend: CaseIterable {
    case memory, folder, folderWithoutLinks, carriedFolder
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
    case .carriedFolder: FakeService().store(in: folder.path)
    }
  }

  private func name(_ text: String) throws -> ObjectName { try #require(ObjectName(text)) }

  @Test(arguments: Backend.allCases) func beginsEmpty(backend: Backend) async throws {
    #expect(try await store(backend).list(prefix: "").isEmpty)
    #expect(try await store(backend).list(prefix: "log/").isEmpty)
  }

  @Test(arguments: Backend.allCases, [0, 1, 100_000])
  func readsWhatWasCreated(backend: Backend, count: Int) async throws {
    let store = store(backend)
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    try await store.create(name("log/a-1"), holding: bytes)
    #expect(try await store.read(name("log/a-1")) == bytes)
    #expect(try await store.list(prefix: "") == [ObjectInfo(name: name("log/a-1"), size: count)])
  }

  @Test(arguments: Backend.allCases) func neverReplaces(backend: Backend) async throws {
    let store = store(backend)
    try await store.create(name("log/a"), holding: [1])
    let error = await #expect(throws: StoreError.self) {
      try await store.create(name("log/a"), holding: [2, 3])
    }
    #expect(error?.kind == .exists)
    #expect(error?.subject == "log/a")
    #expect(try await store.read(name("log/a")) == [1])
    #expect(try await store.list(prefix: "").count == 1)
  }

  @Test(arguments: Backend.allCases) func saysWhatIsMissing(backend: Backend) async throws {
    let store = store(backend)
    try await store.create(name("log/a"), holding: [1])
    for absent in ["log/b", "other/a", "log/a/b"] {
      let error = await #expect(throws: StoreError.self) { try await store.read(name(absent)) }
      #expect(error?.kind == .missing)
      #expect(error?.scope == .object)
      #expect(error?.subject == absent)
    }
  }

  @Test(arguments: Backend.allCases) func deletes(backend: Backend) async throws {
    let store = store(backend)
    try await store.create(name("log/a"), holding: [1])
    try await store.delete(name("log/a"))
    #expect(try await store.list(prefix: "").isEmpty)
    await #expect(throws: StoreError.missing(try name("log/a"))) {
      try await store.read(name("log/a"))
    }
    try await store.delete(name("log/a"))
    try await store.delete(name("log/never/was"))
    try await store.create(name("log/a"), holding: [2])
    #expect(try await store.read(name("log/a")) == [2])
  }

  @Test(arguments: Backend.allCases) func listsByPrefix(backend: Backend) async throws {
    let store = store(backend)
    let names = ["log/a-1", "log/a-2", "log/b-1", "logs/x", "parts/00/long", "top"]
    for text in names { try await store.create(name(text), holding: Array(text.utf8)) }
    func listed(_ prefix: String) async throws -> [String] {
      try await store.list(prefix: prefix).map(\.name.text).sorted()
    }
    #expect(try await listed("") == names)
    #expect(try await listed("log/") == ["log/a-1", "log/a-2", "log/b-1"])
    #expect(try await listed("log/a") == ["log/a-1", "log/a-2"])
    #expect(try await listed("log") == ["log/a-1", "log/a-2", "log/b-1", "logs/x"])
    #expect(try await listed("parts/00/") == ["parts/00/long"])
    #expect(try await listed("nothing/") == [])
    #expect(try await listed("../") == [])
  }

  @Test(arguments: Backend.allCases) func takesAnyName(backend: Backend) async throws {
    let store = store(backend)
    let odd = try name("log/0f-1 (Zoë's \"copy\" \\ 2024)\n* é.seg")
    try await store.create(odd, holding: [7])
    #expect(try await store.list(prefix: "log/").map(\.name) == [odd])
    #expect(try await store.read(odd) == [7])
  }
}
