// SPDX-License-Identifier: MIT

import Causality
import ReplicatingText
import Synchronization
import Testing

/// The start times of the runs of edits, in a program that runs for long.
@Suite struct RunTimeTests {
  private final class Clock: Sendable {
    let time: Mutex<UInt64>

    init(_ time: UInt64) {
      self.time = Mutex(time)
    }

    /// An environment whose random bits are always the same.
    var environment: ReplicationEnvironment {
      ReplicationEnvironment(milliseconds: { self.time.withLock(\.self) }, random: { 7 })
    }
  }

  /// The runs of edits made in copies at the given times.
  private func runs(at times: [UInt64]) -> [RunID] {
    let clock = Clock(times.first ?? 0)
    let environment = clock.environment
    let text = ReplicatingText()
    return times.flatMap { time in
      clock.time.withLock { $0 = time }
      var copy = text
      environment.run { copy.append("a") }
      return copy.version.tips.map(\.session.run)
    }
  }

  /// All edits used to have the time of the first one.
  @Test func aSessionAfterAMinuteIsOfALaterRun() {
    let runs = runs(at: [1_000, 61_000, 61_001, 121_001, 200_000])
    #expect(runs.map(\.milliseconds) == [1_000, 1_000, 61_001, 61_001, 200_000])
    #expect(runs[0] == runs[1] && runs[2] == runs[3])
  }

  /// A run with an older time could get the id of an earlier run.
  @Test func aClockThatGoesBackBeginsNoRun() {
    let runs = runs(at: [1_000_000, 2_000_000, 1_000_000, 0, 2_060_000, 2_060_001])
    let (first, second, last) = (runs[0], runs[1], runs[5])
    #expect(runs == [first, second, second, second, second, last])
    #expect(first < second && second < last)
  }

  @Test func theEndOfTimeBeginsOneRun() {
    let runs = runs(at: [0, .max, .max, 0])
    #expect(runs[1].milliseconds == 1 << 48 - 1)
    #expect(runs[1] == runs[2] && runs[2] == runs[3])
  }

  /// Typing continues its session, and begins no run.
  @Test func whoKeepsAValueGoesOnWithItsSession() {
    let clock = Clock(1_000)
    let environment = clock.environment
    var text = ReplicatingText()
    for _ in 0..<10 {
      environment.run { text.append("a") }
      clock.time.withLock { $0 += 100_000 }
    }
    #expect(text.version.tips.map(\.session.run.milliseconds) == [1_000])
  }
}
