// SPDX-License-Identifier: MIT

import DecentSync
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Every call of a creation fails, or is the last one before a crash.
@Suite struct FolderStoreFailureTests {
  private static let bytes = [UInt8](repeating: 5, count: 1000)

  private func name() throws -> ObjectName { try #require(ObjectName("log/a-1")) }

  private func calls(linksFail: Bool) throws -> Int {
    let folder = try TemporaryFolder()
    let files = FailingFiles(linksFail: linksFail)
    try FolderStore(path: folder.path, files: files).create(name(), holding: Self.bytes)
    return files.calls
  }

  @Test(arguments: [false, true], [false, true])
  func leavesNoTornObject(linksFail: Bool, crashes: Bool) throws {
    let calls = try calls(linksFail: linksFail)
    #expect(calls > 8)
    for call in 0..<calls {
      let folder = try TemporaryFolder()
      let files = FailingFiles(linksFail: linksFail, failingCall: call, forGood: crashes)
      // Removing the temporary file may fail unnoticed; nothing else may.
      let created: Void? = try? FolderStore(path: folder.path, files: files)
        .create(name(), holding: Self.bytes)
      let store = FolderStore(path: folder.path)
      let there = try store.list(prefix: "log/")
      if created != nil { #expect(there.map(\.size) == [Self.bytes.count], "call \(call)") }
      for object in there where object.size > 0 {
        #expect(try store.read(object.name) == Self.bytes, "call \(call)")
      }
      #expect(linksFail || there.allSatisfy { $0.size > 0 }, "call \(call)")
      try? store.create(name(), holding: Self.bytes)
      #expect(try store.list(prefix: "log/").count == 1, "call \(call)")
    }
  }

  @Test(arguments: [
    (ENOSPC, StoreError.Kind.needsUser), (EDQUOT, .needsUser), (EROFS, .needsUser),
    (EACCES, .needsUser), (EIO, .tryLater), (EMFILE, .tryLater), (EBUSY, .tryLater),
  ])
  func classifiesWhatStopsAWrite(code: Int32, kind: StoreError.Kind) throws {
    let folder = try TemporaryFolder()
    let store = FolderStore(path: folder.path, files: FailingFiles(failingCall: 9, code: code))
    let error = #expect(throws: StoreError.self) { try store.create(name(), holding: Self.bytes) }
    #expect(error?.kind == kind)
    #expect(error?.scope == .store)
    #expect(error?.subject == "\(folder.path)/decent-7/log/a-1")
    #expect(error?.reason.contains(String(cString: strerror(code))) == true)
    #expect(try folder.files().isEmpty)
  }

  /// The folders that devices write to must be read. Any other folder may fail.
  @Test func aFolderThatCannotBeReadStandsForItself() throws {
    let folder = try TemporaryFolder()
    let whole = FolderStore(path: folder.path)
    for text in ["log/a-1", "log/sub/deep/b", "other/c"] {
      try whole.create(try #require(ObjectName(text)), holding: Self.bytes)
    }
    let count = FailingFiles()
    let all = try FolderStore(path: folder.path, files: count).list(prefix: "")
    #expect(all.count == 3)
    var (stopped, named) = (0, 0)
    for call in 0..<count.calls {
      let files = FailingFiles(failingCall: call, code: EACCES)
      guard let there = try? FolderStore(path: folder.path, files: files).list(prefix: "") else {
        stopped += 1
        continue
      }
      #expect(there.contains { $0.name.text == "log/a-1" }, "call \(call)")
      // Names beside the folder of objects need not be read.
      #expect(there.contains { $0.size == 0 } || there.count == all.count, "call \(call)")
      named += 1
    }
    #expect(stopped > 0 && named > 5)
  }

  @Test func blamesOneObjectForAFailedReading() throws {
    let folder = try TemporaryFolder()
    try FolderStore(path: folder.path).create(name(), holding: Self.bytes)
    let store = FolderStore(path: folder.path, files: FailingFiles(failingCall: 0, code: EIO))
    let error = #expect(throws: StoreError.self) { try store.read(name()) }
    #expect(error?.kind == .damaged)
    #expect(error?.scope == .object)
  }
}
