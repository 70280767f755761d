// SPDX-License-Identifier: MIT

import DecentSync
import TestInputs
import Testing

@Suite(.ends) struct RemoteWatchTests {
  private struct Failure: Error {}

  private let changes = ChangeCounter()
  private let clock = SleepersClock()

  private var milliseconds: Int64 { Int64(clock.now.offset / .milliseconds(1)) }

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
        if round == 0 { for _ in 0..<3 { watch.syncSoon() } }
        return SyncReport()
      }
    }
    #expect(times == [0, 300, 20_300])
  }

  @Test func aChangeWakesAWatchThatWaits() async throws {
    let changes = changes
    let standing = SleepersClock { changes.notify() }
    var pace = WatchSchedule.Pace()
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
    var pace = WatchSchedule.Pace()
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

  @Test func aSyncThatThrowsIsStillDue() async throws {
    let watch = RemoteWatch(changes, clock: clock)
    _ = try await watch.next { _ in SyncReport() }
    changes.notify()
    for _ in 0..<2 {
      await #expect(throws: Failure.self) { try await watch.next { _ in throw Failure() } }
      #expect(milliseconds == 300)
    }
    _ = try await watch.next { _ in SyncReport() }
    #expect(milliseconds == 300)
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

  @Test func cancellingEndsASync() async throws {
    let store = CancellingStore(MemoryStore(), at: 1, .answered)
    let run = Task { [changes, clock] in
      let ada = Device(author: 1)
      try ada.add("alpha")
      let watch = RemoteWatch(changes, clock: clock)
      _ = try await watch.next { _ in try await ada.sync(store) }
    }
    await #expect(throws: CancellationError.self) { try await run.value }
    #expect(store.questions == 2)
  }
}
