// SPDX-License-Identifier: MIT

/// The schedule of sync with a watched remote: a value that is told of events and returns the next
/// step.
///
/// ```
/// var schedule = WatchSchedule()
/// switch schedule.next(at: now) {
/// case .wait(let time): …                 // until then, or until something changes
/// case .sync(let sendsForOthers):
///   schedule.begin(at: now)
///   let report = …
///   schedule.end(report, at: now, chance: &generator)
/// }
/// ```
///
/// Times are milliseconds of any clock that is never set.
public struct WatchSchedule: Sendable {
  /// The times that a schedule keeps.
  public struct Pace: Equatable, Sendable {
    /// The time from a sync to the next one if no change is noticed before.
    public var poll: UInt64 = 20_000
    /// The time from a change to the sync, so that changes made together travel together.
    public var settle: UInt64 = 300
    /// The time from finding that others' changes are missing in the remote to uploading them.
    public var repair: ClosedRange<UInt64> = 10_000...60_000
    /// The longest time from a first failure to the next sync. It doubles with each further
    /// failure.
    public var firstRetry: UInt64 = 1_000
    /// The longest time between a failure and the next sync.
    public var lastRetry: UInt64 = 300_000

    /// Makes the usual times.
    public init() {}
  }

  /// The next step.
  public enum Step: Equatable, Sendable {
    /// Nothing until this time, or a change.
    case wait(until: UInt64)
    /// Sync, with ``SyncOptions/sendsForOthers`` or without.
    case sync(sendsForOthers: Bool)
  }

  private let pace: Pace
  /// The time of the next sync if no change is noticed.
  private var poll: UInt64 = 0
  /// The time of the sync that a change asked for.
  private var change: UInt64?
  /// The time from which others' changes are uploaded.
  private var repair: UInt64?
  /// The time before which a failed sync is not tried again.
  private var retry: UInt64?
  private var failures = 0

  /// Begins with a sync.
  public init(pace: Pace = Pace()) {
    self.pace = pace
  }

  /// Notes that something changed, here or there.
  public mutating func noteChange(at time: UInt64) {
    if change == nil { change = time + pace.settle }
  }

  /// The step at a time.
  public func next(at time: UInt64) -> Step {
    let wanted = [change, repair].compactMap(\.self).reduce(poll, min)
    let due = max(wanted, retry ?? 0)
    return time < due ? .wait(until: due) : .sync(sendsForOthers: mayRepair(at: time))
  }

  /// Notes that a sync begins. Changes from now on need another sync.
  public mutating func begin(at time: UInt64) {
    if mayRepair(at: time) { repair = nil }
    change = nil
  }

  /// Notes how a sync ended.
  public mutating func end(
    _ report: SyncReport, at time: UInt64, chance: inout some RandomNumberGenerator
  ) {
    poll = UInt64(clamping: UInt128(time) + UInt128(pace.poll))
    retry = nil
    if let error = report.stopped {
      retry = error.kind == .needsUser ? poll : time + backOff(&chance)
      poll = retry ?? poll
      return
    }
    failures = 0
    if repair == nil, report.missed > 0 || !report.postponed.isEmpty {
      repair = time + .random(in: pace.repair, using: &chance)
    }
  }

  private func mayRepair(at time: UInt64) -> Bool { repair.map { $0 <= time } ?? false }

  /// A random delay, between half of the longest delay and all of it, so that many devices do not
  /// come back at one moment. The longest delay doubles with each failure, up to
  /// ``Pace/lastRetry``.
  private mutating func backOff(_ chance: inout some RandomNumberGenerator) -> UInt64 {
    let longest = min(pace.lastRetry, pace.firstRetry << min(failures, 20))
    failures += 1
    return .random(in: (longest / 2)...longest, using: &chance)
  }
}
