// SPDX-License-Identifier: MIT

/// Syncs with one remote whenever its ``WatchSchedule`` says that a sync is due, as after a change.
///
/// ```
/// let changes = ChangeSignal()
/// let folders = FolderWatch(noting: changes)
/// var watch = RemoteWatch(changes)
/// while true {
///   for folder in [library.folder] + store.watchedFolders { folders.add(folder) }
///   let report = try await watch.next { sendsForOthers in
///     try await library.sync(
///       with: store, as: name, options: SyncOptions(sendsForOthers: sendsForOthers),
///       progress: { … })
///   }
///   …
/// }
/// ```
///
/// It ends when its task is cancelled, while it waits or at a question of a sync to its store.
/// Nothing is lost: the next sync, in this watch or another, goes on.
package struct RemoteWatch<Time: Clock> where Time.Duration == Duration {
  private let changes: ChangeSignal
  private let clock: Time
  private let start: Time.Instant
  private var schedule: WatchSchedule

  /// Makes a watch whose first sync is due at once.
  ///
  /// - Parameters:
  ///   - changes: The signal of changes here and in the remote. No other task may wait for it.
  ///   - pace: The times between syncs.
  ///   - clock: The clock that measures them. It is never set.
  package init(
    _ changes: ChangeSignal, pace: WatchSchedule.Pace = WatchSchedule.Pace(),
    clock: Time = ContinuousClock()
  ) {
    self.changes = changes
    self.clock = clock
    start = clock.now
    schedule = WatchSchedule(pace: pace)
  }

  /// Milliseconds since the watch began.
  private var now: UInt64 {
    let (seconds, attoseconds) = start.duration(to: clock.now).components
    return UInt64(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
  }

  /// Waits until a sync is due, and performs it.
  ///
  /// - Parameter sync: The function that performs it, with ``SyncOptions/sendsForOthers`` or
  ///   without, and runs where the caller does.
  /// - Returns: The report of the sync.
  /// - Throws: `CancellationError` if the task was cancelled; what `sync` throws. The caller may go
  ///   on with the watch after either. A sync that failed is due again at once.
  package nonisolated(nonsending) mutating func next(
    sync: nonisolated(nonsending) (_ sendsForOthers: Bool) async throws -> SyncReport
  ) async throws -> SyncReport {
    let sendsForOthers = try await waitUntilDue()
    // A sync that throws leaves the schedule as it was.
    var schedule = schedule
    schedule.begin(at: now)
    let report = try await sync(sendsForOthers)
    var chance = SystemRandomNumberGenerator()
    schedule.end(report, at: now, chance: &chance)
    self.schedule = schedule
    return report
  }

  private mutating func waitUntilDue() async throws -> Bool {
    while true {
      try Task.checkCancellation()
      switch schedule.next(at: now) {
      case .sync(let sendsForOthers): return sendsForOthers
      case .wait(let time):
        let deadline = start.advanced(by: .milliseconds(time))
        if await changes.wait(until: deadline, on: clock) { schedule.noteChange(at: now) }
      }
    }
  }
}
