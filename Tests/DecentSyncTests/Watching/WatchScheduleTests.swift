// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import DecentSync

@Suite struct WatchScheduleTests {
  private var schedule = WatchSchedule()
  private var chance = SeededGenerator(seed: 1)

  private mutating func sync(_ report: SyncReport = SyncReport(), at time: UInt64) {
    schedule.begin(at: time)
    schedule.end(report, at: time, chance: &chance)
  }

  private func report(_ kind: StoreError.Kind) -> SyncReport {
    var report = SyncReport()
    report.stopped = StoreError(kind: kind, scope: .store, subject: "s", reason: "r", advice: "a")
    return report
  }

  @Test mutating func beginsAtOnceAndPolls() {
    #expect(schedule.next(at: 5) == .sync(sendsForOthers: false))
    sync(at: 5)
    #expect(schedule.next(at: 6) == .wait(until: 20_005))
    #expect(schedule.next(at: 20_005) == .sync(sendsForOthers: false))
  }

  @Test mutating func changesGoTogetherAndSoon() {
    sync(at: 0)
    for time in 1000..<1100 { schedule.noteChange(at: UInt64(time)) }
    #expect(schedule.next(at: 1100) == .wait(until: 1300))
    #expect(schedule.next(at: 1300) == .sync(sendsForOthers: false))
    sync(at: 1300)
    #expect(schedule.next(at: 1300) == .wait(until: 21_300))
  }

  @Test mutating func aChangeDuringASyncNeedsAnother() {
    schedule.begin(at: 0)
    schedule.noteChange(at: 10)
    schedule.end(SyncReport(), at: 20, chance: &chance)
    #expect(schedule.next(at: 20) == .wait(until: 310))
  }

  @Test mutating func whatOthersLostIsSentAfterSomeTime() {
    var report = SyncReport()
    report.missed = 1
    sync(report, at: 0)
    guard case .wait(let first) = schedule.next(at: 0) else { return #expect(Bool(false)) }
    #expect((10_000...20_000).contains(first))
    schedule.noteChange(at: 1)
    #expect(schedule.next(at: 400) == .sync(sendsForOthers: false))
    sync(report, at: 400)
    var time: UInt64 = 400
    while schedule.next(at: time) != .sync(sendsForOthers: true), time < 100_000 {
      if case .sync = schedule.next(at: time) { sync(report, at: time) }
      time += 100
    }
    #expect((10_000...60_100).contains(time))
    sync(at: time)
    #expect(schedule.next(at: time + 20_000) == .sync(sendsForOthers: false))
  }

  @Test mutating func whatOthersLostIsStillDueAfterAFailure() {
    var lacking = SyncReport()
    lacking.missed = 1
    sync(lacking, at: 0)
    #expect(schedule.next(at: 60_000) == .sync(sendsForOthers: true))
    sync(report(.tryLater), at: 60_000)
    schedule.begin(at: 61_000)
    schedule.fail(at: 61_000, chance: &chance)
    #expect(schedule.next(at: 63_000) == .sync(sendsForOthers: true))
    sync(at: 63_000)
    #expect(schedule.next(at: 83_000) == .sync(sendsForOthers: false))
  }

  @Test func devicesDoNotRepairAtOneMoment() {
    var report = SyncReport()
    report.missed = 1
    let times = (1...20).map { seed in
      var schedule = WatchSchedule()
      var chance = SeededGenerator(seed: UInt64(seed))
      schedule.end(report, at: 0, chance: &chance)
      var time: UInt64 = 0
      while schedule.next(at: time) != .sync(sendsForOthers: true) { time += 1000 }
      return time
    }
    #expect(Set(times).count > 10)
  }

  @Test mutating func failuresBackOffUpToALimitAndAreForgotten() {
    var time: UInt64 = 0
    var waits: [UInt64] = []
    for _ in 0..<30 {
      sync(report(.tryLater), at: time)
      schedule.noteChange(at: time)
      guard case .wait(let next) = schedule.next(at: time) else { return #expect(Bool(false)) }
      waits.append(next - time)
      time = next
    }
    #expect((500...1000).contains(waits[0]))
    for (number, wait) in waits.enumerated() {
      let longest = min(300_000, UInt64(1000) << min(number, 20))
      #expect((longest / 2...longest).contains(wait), "\(number)")
    }
    sync(at: time)
    sync(report(.tryLater), at: time)
    guard case .wait(let next) = schedule.next(at: time) else { return #expect(Bool(false)) }
    #expect(next - time <= 1000)
  }

  /// An app that syncs only when it is asked to has no times at all.
  @Test mutating func theLongestTimesNeverEnd() {
    var pace = RemoteWatch.Pace()
    (pace.poll, pace.settle, pace.repair) = (.max, .max, .max ... .max)
    (pace.firstRetry, pace.lastRetry) = (.max, .max)
    schedule = WatchSchedule(pace: pace)
    var lacking = SyncReport()
    lacking.missed = 1
    sync(lacking, at: 5)
    schedule.noteChange(at: 5)
    #expect(schedule.next(at: 5) == .wait(until: .max))
    sync(report(.tryLater), at: .max - 1)
    #expect(schedule.next(at: .max - 1) == .wait(until: .max))
    schedule.noteRequest()
    #expect(schedule.next(at: 5) == .sync(sendsForOthers: false))
  }

  @Test mutating func whatNeedsTheUserIsTriedAtEachPoll() {
    for round in 0..<5 {
      let time = UInt64(round) * 20_000
      sync(report(.needsUser), at: time)
      schedule.noteChange(at: time)
      #expect(schedule.next(at: time) == .wait(until: time + 20_000))
    }
  }
}
