// SPDX-License-Identifier: MIT

import DecentSync
import SyncSimulation
import Testing

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A run ends at every possible point, and the next run completes its work.
@Suite struct CrashPointTests {
  /// Ada is about to take in, upload, compact and delete.
  private func meet(_ store: some ObjectStore) async throws -> (Device, Device) {
    let ada = Device(author: 1)
    let bob = Device(author: 2)
    ada.options.fanOut = 2
    for place in 0..<2 {
      try ada.add("first \(place)")
      try await ada.sync(store, at: 0)
    }
    try await bob.sync(store)
    try bob.add("early", to: "set")
    try await bob.sync(store)
    for note in 0..<2 {
      try ada.add(String(repeating: "a long word ", count: 15), to: "note/\(note)")
    }
    return (ada, bob)
  }

  private func checkAll(_ store: some ObjectStore, _ ada: Device, _ bob: Device) async throws {
    for device in [ada, bob] { try await device.sync(store) }
    // A torn object stays until the grace period is over.
    ada.time += ada.options.grace
    for device in [ada, bob] { try await device.sync(store) }
    #expect(try ada.contents() == bob.contents())
    #expect(try ada.contents().count == 4)
    #expect(try ada.words() == ["first 0", "first 1"])
    let newcomer = Device(author: 3)
    #expect(try await newcomer.sync(store).uploaded.objects == 0)
    #expect(try newcomer.contents() == ada.contents())
    for device in [ada, bob] {
      #expect(try device.faults() == [])
      #expect(try await device.sync(store) == SyncReport())
    }
  }

  /// A run that is cancelled at a question to the store touches no row afterwards.
  @Test func atAnyQuestionToTheStore() async throws {
    for count in 0..<100 {
      let store = MemoryStore()
      let (ada, bob) = try await meet(store)
      var run: SteppedRun? = try ada.run(store, at: ada.options.grace)
      var isOver = false
      for _ in 0..<count where !isOver { isOver = try run?.advance() != nil }
      let (calls, objects) = (ada.rows.calls, try store.names())
      run = nil
      #expect(ada.rows.calls == calls)
      #expect(try store.names() == objects)
      try ada.add("after the crash", to: "note/0")
      try await checkAll(store, ada, bob)
      if isOver {
        #expect(count > 12)
        return
      }
    }
    Issue.record("the run never ended")
  }

  @Test func atAnyCallToTheRows() async throws {
    for call in 0..<5000 {
      let store = MemoryStore()
      let (ada, bob) = try await meet(store)
      ada.rows.resetCounts()
      ada.rows.failingCall = call
      do {
        try await ada.sync(store, at: ada.options.grace)
        ada.rows.failingCall = nil
        try await checkAll(store, ada, bob)
        #expect(call > 150)
        return
      } catch is ProbedRows.Failure {
        ada.rows.failingCall = nil
        try await checkAll(store, ada, bob)
      }
    }
    Issue.record("the calls never ended")
  }

  @Test(arguments: zip([false, true], [EIO, ENOSPC]))
  func atAnyCallToTheFileSystem(linksFail: Bool, code: Int32) async throws {
    for call in 0..<1000 {
      let folder = try TemporaryFolder()
      let (ada, bob) = try await meet(FolderStore(path: folder.path))
      let files = FailingFiles(linksFail: linksFail, failingCall: call, code: code, forGood: true)
      let report = try await ada.sync(
        FolderStore(path: folder.path, files: files), at: ada.options.grace)
      if files.calls <= call {
        #expect(report.isComplete)
        #expect(call > 20)
        return
      }
      let mended = FailingFiles(linksFail: linksFail)
      try await checkAll(FolderStore(path: folder.path, files: mended), ada, bob)
    }
    Issue.record("the calls never ended")
  }

  /// The next run completes the work of a cancelled one, with the same result as without
  /// cancellation.
  @MainActor @Test(arguments: CancellingStore.Moment.allCases)
  func cancelledAtAnyQuestionToTheStore(_ moment: CancellingStore.Moment) async throws {
    let untroubled = MemoryStore()
    let (ada, bob) = try await meet(untroubled)
    try await ada.sync(untroubled, at: ada.options.grace)
    try await checkAll(untroubled, ada, bob)
    let expected = try ada.contents()
    for question in 0..<100 {
      let store = MemoryStore()
      let (ada, bob) = try await meet(store)
      let cancelling = CancellingStore(store, at: question, moment)
      let run = Task { try await ada.sync(cancelling, at: ada.options.grace) }
      let outcome = await run.result
      try await checkAll(store, ada, bob)
      #expect(try ada.contents() == expected)
      #expect(try !ada.hasSealed())
      if cancelling.questions <= question {
        #expect(try outcome.get().isComplete)
        #expect(question > 12)
        return
      }
      #expect(cancelling.questions == question + 1)
      // The run had nothing left to do after the last answer.
      if moment == .answered, case .success = outcome { continue }
      #expect(throws: CancellationError.self) { try outcome.get() }
    }
    Issue.record("the questions never ended")
  }
}
