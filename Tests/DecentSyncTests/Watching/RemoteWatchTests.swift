// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization
import TestInputs
import Testing

@Suite(.ends) struct RemoteWatchTests {
  private struct Failure: Error {}

  private let changes = ChangeCounter()
  private let clock = SleepersClock()

  /// The time, which is whole milliseconds. The quotient of durations is a `Double`, which may lie below.
  private var milliseconds: Int64 {
    let (seconds, attoseconds) = clock.now.offset.components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }

  @Test func syncsAtOnceAndAtEachPoll() async throws {
    let watch = RemoteWatch(changes, clock: clock)
    var times: [Int64] = []
    for _ in 0..<3 {
      _ = try await watch.next { sendsForOthers in
        #expect(!sendsForOthers)
        times.append(milliseconds)
        return SyncReport()
      }
    }
    #expect(times == [0, 20_000, 40_000])
  }

  @Test func whatChangesDuringASyncIsSyncedAfterwards() async throws {
    let watch = RemoteWatch(changes, clock: clock)
    var times: [Int64] = []
    for round in 0..<3 {
      _ = try await watch.next { _ in
        times.append(milliseconds)
        if round == 0 { for _ in 0..<3 { changes.notify() } }
        return SyncReport()
      }
    }
    #expect(times == [0, 300, 20_300])
  }

  @Test func aChangeWakesAWatchThatWaits() async throws {
    let changes = changes
    let standing = SleepersClock { changes.notify() }
    var pace = RemoteWatch.Pace()
    pace.settle = 0
    let watch = RemoteWatch(changes, pace: pace, clock: standing)
    var count = 0
    for _ in 0..<3 {
      _ = try await watch.next { _ in
        count += 1
        return SyncReport()
      }
    }
    #expect(count == 3)
  }

  @Test func whatOthersLostIsSentByALaterSync() async throws {
    var pace = RemoteWatch.Pace()
    pace.repair = 15_000...15_000
    let watch = RemoteWatch(changes, pace: pace, clock: clock)
    var lacking = SyncReport()
    lacking.missed = 1
    #expect(try await watch.next { _ in lacking } == lacking)
    _ = try await watch.next { sendsForOthers in
      #expect(sendsForOthers)
      #expect(milliseconds == 15_000)
      return SyncReport()
    }
    _ = try await watch.next { sendsForOthers in
      #expect(!sendsForOthers)
      return SyncReport()
    }
  }

  /// A loop that catches errors used to call `sync` without a pause.
  @Test func aSyncThatThrowsBacksOff() async throws {
    let watch = RemoteWatch(changes, clock: clock)
    var times: [Int64] = []
    for _ in 0..<20 {
      changes.notify()
      await #expect(throws: Failure.self) {
        _ = try await watch.next { _ in
          times.append(milliseconds)
          throw Failure()
        }
      }
    }
    for (number, (last, time)) in zip(times, times.dropFirst()).enumerated() {
      let longest = min(300_000, Int64(1000) << number)
      #expect((longest / 2...longest).contains(time - last), "\(number)")
    }
    _ = try await watch.next { _ in SyncReport() }
    let end = milliseconds
    changes.notify()
    _ = try await watch.next { _ in SyncReport() }
    #expect(milliseconds == end + 300)
  }

  /// An error of cancellation that no cancelled task threw is a failure like others.
  @Test func anErrorOfCancellationAloneBacksOff() async throws {
    let watch = RemoteWatch(changes, clock: clock)
    await #expect(throws: CancellationError.self) {
      try await watch.next { _ in throw CancellationError() }
    }
    _ = try await watch.next { _ in SyncReport() }
    #expect(milliseconds >= 500)
  }

  @Test func aSyncThatIsAskedForComesAtOnce() async throws {
    let watch = RemoteWatch(changes, clock: clock)
    var times: [Int64] = []
    for round in 0..<4 {
      _ = try await watch.next { _ in
        times.append(milliseconds)
        if round == 0 { for _ in 0..<3 { watch.syncSoon() } }
        return SyncReport()
      }
      if round == 1 { for _ in 0..<3 { watch.syncSoon() } }
    }
    #expect(times == [0, 0, 0, 20_000])
  }

  /// A button on the main actor must not wait for a disk with a watched folder.
  @Test func aSyncMayBeAskedForWhileFoldersAreLookedFor() async throws {
    let asking = Mutex<RemoteWatch?>(nil)
    let watch = RemoteWatch(
      changes,
      in: {
        asking.withLock(\.self)?.syncSoon()
        return []
      }, clock: clock)
    asking.withLock { $0 = watch }
    defer { asking.withLock { $0 = nil } }
    for _ in 0..<2 { _ = try await watch.next { _ in SyncReport() } }
    #expect(milliseconds == 0)
  }

  @Test func aSyncThatIsAskedForWaitsForNoRetry() async throws {
    let watch = RemoteWatch(changes, clock: clock)
    var stopped = SyncReport()
    for kind in [StoreError.Kind.tryLater, .needsUser] {
      stopped.stopped = StoreError(
        kind: kind, scope: .store, subject: "s", reason: "r", advice: "a")
      for _ in 0..<3 {
        #expect(try await watch.next { _ in stopped } == stopped)
        watch.syncSoon()
      }
    }
    await #expect(throws: Failure.self) { try await watch.next { _ in throw Failure() } }
    watch.syncSoon()
    _ = try await watch.next { _ in SyncReport() }
    #expect(milliseconds == 0)
  }

  @Test func aSecondTaskIsRefused() async throws {
    let watch = RemoteWatch(changes, clock: clock)
    for _ in 0..<2 {
      _ = try await watch.next { _ in
        await #expect(throws: WatchInUse()) { try await watch.next { _ in SyncReport() } }
        return SyncReport()
      }
    }
    await #expect(throws: Failure.self) { try await watch.next { _ in throw Failure() } }
    _ = try await watch.next { _ in SyncReport() }
  }

  @Test func cancellingEndsAWatchThatWaits() async throws {
    let isAsleep = ChangeCounter()
    let run = Task { [changes] in
      let watch = RemoteWatch(changes, clock: SleepersClock { isAsleep.notify() })
      for _ in 0..<2 { _ = try await watch.next { _ in SyncReport() } }
    }
    await isAsleep.wait(beyond: 0)
    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }
    // Another watch continues with the same changes.
    let watch = RemoteWatch(changes, clock: clock)
    for round in 0..<2 {
      changes.notify()
      _ = try await watch.next { _ in SyncReport() }
      #expect(milliseconds == (round == 0 ? 0 : 300))
    }
  }

  /// The sync that was cancelled is due again at once.
  @Test func cancellingEndsASync() async throws {
    let store = CancellingStore(MemoryStore(), at: 1, .answered)
    let watch = RemoteWatch(changes, clock: clock)
    let run = Task {
      let ada = Device(author: 1)
      try ada.add("alpha")
      _ = try await watch.next { _ in try await ada.sync(store) }
    }
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(store.questions == 2)
    _ = try await watch.next { _ in SyncReport() }
    #expect(milliseconds == 0)
  }
}
