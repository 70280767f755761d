// SPDX-License-Identifier: MIT

import Synchronization

/// Says when to sync with a remote: at once, soon after each change here or in the remote, and now and then.
/// For programs that sync where they run; others have the whole of it from `RemoteSync.watch`.
///
/// ```swift
/// let watch = RemoteWatch(library, with: store)
/// while true {
///   let report = try await watch.next { sendsForOthers in
///     try await library.sync(
///       with: store, as: name, options: SyncOptions(sendsForOthers: sendsForOthers))
///   }
///   show(report)
/// }
/// ```
///
/// The loop ends when its task is cancelled, while it waits or at a question of a sync to its store. Nothing is
/// lost: the next sync, in this watch or another, goes on.
///
/// The system does not tell of all changes, so a sync is due every ``WatchSchedule/Pace/poll`` milliseconds in
/// any case.
public final class RemoteWatch: Sendable {
  private struct State {
    var schedule: WatchSchedule
    /// The number of the changes that the schedule was told of.
    var seen: Int
    let folders: FolderWatch
  }

  private let state: Mutex<State>
  private let changes: ChangeCounter
  /// The folders whose changes have a sync be due, as of now.
  private let folders: @Sendable () -> [String]
  /// Milliseconds since the watch began.
  private let now: @Sendable () -> UInt64
  /// Waits for more changes, but not beyond a time.
  private let wait: @Sendable (_ beyond: Int, _ until: UInt64) async -> Void

  /// Makes a watch whose first sync is due at once.
  ///
  /// - Parameters:
  ///   - changes: The changes here and in the remote.
  ///   - folders: Returns the folders whose changes are counted, too. They need not exist.
  ///   - pace: The times between syncs.
  ///   - clock: The clock that measures them. It is never set.
  package init<Time: Clock>(
    _ changes: ChangeCounter = ChangeCounter(),
    in folders: @escaping @Sendable () -> [String] = { [] },
    pace: WatchSchedule.Pace = WatchSchedule.Pace(), clock: Time = ContinuousClock()
  ) where Time.Duration == Duration {
    self.changes = changes
    self.folders = folders
    let start = clock.now
    now = {
      let (seconds, attoseconds) = start.duration(to: clock.now).components
      return UInt64(clamping: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }
    wait = { count, time in
      await changes.wait(
        beyond: count, until: start.advanced(by: .milliseconds(time)), on: clock)
    }
    state = Mutex(
      State(
        schedule: WatchSchedule(pace: pace), seen: changes.count,
        folders: FolderWatch { changes.notify() }))
  }

  /// Has a sync be due soon, as after a change: for a button, or when an app is shown again. May be called on
  /// any thread. The sync comes ``WatchSchedule/Pace/settle`` milliseconds later; after a failed one it waits
  /// for its time.
  public func syncSoon() { changes.notify() }

  /// Waits until a sync is due, and performs it. One task at a time makes this call.
  ///
  /// - Parameter sync: The function that performs it, with ``SyncOptions/sendsForOthers`` or
  ///   without, and runs where the caller does.
  /// - Returns: The report of the sync.
  /// - Throws: `CancellationError` if the task was cancelled; what `sync` throws. The caller may go
  ///   on with the watch after either. A sync that failed is due again at once.
  public nonisolated(nonsending) func next(
    sync: nonisolated(nonsending) (_ sendsForOthers: Bool) async throws -> SyncReport
  ) async throws -> SyncReport {
    state.withLock { state in folders().forEach(state.folders.add) }
    let sendsForOthers = try await waitUntilDue()
    // A sync that throws leaves the schedule as it was.
    var schedule = state.withLock(\.schedule)
    schedule.begin(at: now())
    let report = try await sync(sendsForOthers)
    var chance = SystemRandomNumberGenerator()
    schedule.end(report, at: now(), chance: &chance)
    state.withLock { [schedule] in $0.schedule = schedule }
    return report
  }

  private nonisolated(nonsending) func waitUntilDue() async throws -> Bool {
    while true {
      try Task.checkCancellation()
      let (step, seen) = state.withLock { ($0.schedule.next(at: now()), $0.seen) }
      switch step {
      case .sync(let sendsForOthers): return sendsForOthers
      case .wait(let time):
        await wait(seen, time)
        state.withLock { state in
          guard changes.count > state.seen else { return }
          state.seen = changes.count
          state.schedule.noteChange(at: now())
        }
      }
    }
  }
}
