// SPDX-License-Identifier: MIT

/// The schedule of sync with a watched remote: a value that receives events and returns the next
/// step.
///
/// ```
/// var schedule = WatchSchedule()
/// switch schedule.next(at: now) {
/// case .wait(let time): …                 // until then, or until something changes
/// case .sync(let sendsForOthers):
///   schedule.begin(at: now)
///   let report = …                        // or fail(at:chance:), if it throws
///   schedule.end(report, at: now, chance: &generator)
/// }
/// ```
///
/// Times are milliseconds of any clock that is never set.
package struct WatchSchedule: Sendable {
  /// The next step.
  package enum Step: Equatable, Sendable {
    /// Wait until this time, or until a change.
    case wait(until: UInt64)
    /// Sync, with ``SyncOptions/sendsForOthers`` or without.
    case sync(sendsForOthers: Bool)
  }

  private let pace: RemoteWatch.Pace
  /// The time of the next sync if no change is noticed.
  private var poll: UInt64 = 0
  /// The time of the sync that a change asked for.
  private var change: UInt64?
  /// The time from which other devices' changes are uploaded.
  private var repair: UInt64?
  /// Whether the sync that began last may upload other devices' changes.
  private var isRepairing = false
  /// The time before which a failed sync is not tried again.
  private var retry: UInt64?
  /// Whether a sync was asked for.
  private var isAsked = false
  private var failures = 0

  /// Makes a schedule whose first sync is due at once.
  package init(pace: RemoteWatch.Pace = RemoteWatch.Pace()) {
    self.pace = pace
  }

  /// Notes that something changed, on this device or in the remote.
  package mutating func noteChange(at time: UInt64) {
    if change == nil { change = Self.time(pace.settle, after: time) }
  }

  /// Notes that a sync was asked for. That sync waits neither for other changes nor for the end of
  /// a back-off.
  package mutating func noteRequest() { isAsked = true }

  /// The step that is due at a time.
  package func next(at time: UInt64) -> Step {
    let wanted = [change, repair].compactMap(\.self).reduce(poll, min)
    let due = isAsked ? time : max(wanted, retry ?? 0)
    return time < due ? .wait(until: due) : .sync(sendsForOthers: mayRepair(at: time))
  }

  /// Notes that a sync begins. Changes from now on need another sync. Other devices' changes stay
  /// due until a sync that may upload them ends without a failure of the store.
  package mutating func begin(at time: UInt64) {
    isRepairing = mayRepair(at: time)
    change = nil
    isAsked = false
  }

  /// Notes the outcome of a sync.
  package mutating func end(
    _ report: SyncReport, at time: UInt64, chance: inout some RandomNumberGenerator
  ) {
    let poll = Self.time(pace.poll, after: time)
    switch report.stopped?.kind {
    case .needsUser?: tryAgain(at: poll)
    case _?: fail(at: time, chance: &chance)
    case nil: succeed(report, at: time, polling: poll, chance: &chance)
    }
  }

  /// Notes that a sync threw. The next sync waits as long as after a failure of the store.
  package mutating func fail(at time: UInt64, chance: inout some RandomNumberGenerator) {
    tryAgain(at: Self.time(backOff(&chance), after: time))
  }

  private mutating func tryAgain(at time: UInt64) { (retry, poll) = (time, time) }

  private mutating func succeed(
    _ report: SyncReport, at time: UInt64, polling poll: UInt64,
    chance: inout some RandomNumberGenerator
  ) {
    (retry, self.poll, failures) = (nil, poll, 0)
    if isRepairing { repair = nil }
    if repair == nil, report.missed > 0 || !report.postponed.isEmpty {
      repair = Self.time(.random(in: pace.repair, using: &chance), after: time)
    }
  }

  /// The time `wait` milliseconds after `time`, or the greatest `UInt64` if the sum overflows.
  private static func time(_ wait: UInt64, after time: UInt64) -> UInt64 {
    let (sum, isBeyond) = time.addingReportingOverflow(wait)
    return isBeyond ? .max : sum
  }

  private func mayRepair(at time: UInt64) -> Bool { repair.map { $0 <= time } ?? false }

  /// A random delay, between half of the longest delay and all of it, so that many devices do not
  /// sync again at the same moment. The longest delay doubles with each failure, up to
  /// ``RemoteWatch/Pace/lastRetry``.
  private mutating func backOff(_ chance: inout some RandomNumberGenerator) -> UInt64 {
    let longest = min(pace.lastRetry, pace.firstRetry << min(failures, 20))
    failures += 1
    return .random(in: (longest / 2)...longest, using: &chance)
  }
}
