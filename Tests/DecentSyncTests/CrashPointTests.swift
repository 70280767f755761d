// SPDX-License-Identifier: MIT

import DecentSync
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A run ends at every point it can end at; the next one makes good.
@Suite struct CrashPointTests {
  private func meet(_ store: some ObjectStore) throws -> (Device, Device) {
    let ada = Device(author: 1)
    let bob = Device(author: 2)
    try bob.add("early")
    try bob.sync(store)
    for note in 0..<3 { try ada.add("a word of note \(note)", to: "note/\(note)") }
    return (ada, bob)
  }

  private func checkAll(_ store: some ObjectStore, _ ada: Device, _ bob: Device) throws {
    for device in [ada, bob, ada] { try device.sync(store) }
    #expect(ada.journal.documents == bob.journal.documents)
    #expect(ada.holding.count == 4)
    #expect(try ada.sync(store) == SyncReport())
    #expect(try bob.sync(store) == SyncReport())
  }

  @Test func betweenAnyTwoActions() throws {
    for count in 0..<100 {
      let store = MemoryStore()
      let (ada, bob) = try meet(store)
      var run = try ada.run(store)
      var isOver = false
      for _ in 0..<count where try run.step() != nil { isOver = true }
      try ada.add("after the crash", to: "note/0")
      try checkAll(store, ada, bob)
      if isOver {
        #expect(count > 10)
        return
      }
    }
    Issue.record("the run never ended")
  }

  @Test(arguments: [false, true], [EIO, ENOSPC])
  func atAnyCallToTheFileSystem(linksFail: Bool, code: Int32) throws {
    for call in 0..<1000 {
      let folder = try TemporaryFolder()
      let (ada, bob) = try meet(FolderStore(path: folder.path))
      let files = FailingFiles(linksFail: linksFail, failingCall: call, code: code, forGood: true)
      let report = try ada.sync(FolderStore(path: folder.path, files: files))
      if files.calls <= call {
        #expect(report.isComplete)
        #expect(call > 20)
        return
      }
      let mended = FailingFiles(linksFail: linksFail)
      try checkAll(FolderStore(path: folder.path, files: mended), ada, bob)
    }
    Issue.record("the calls never ended")
  }
}
