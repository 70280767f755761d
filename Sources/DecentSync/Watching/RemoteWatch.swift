// SPDX-License-Identifier: MIT

import Synchronization

/// Decides when to sync with a remote: at once, soon after each change here or in the remote, and
/// now and then. It is for programs that perform each sync themselves. `RemoteSync.watch` both
/// decides and syncs.
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
/// The loop ends when its task is cancelled, either while it waits or when a sync calls the store.
/// Nothing is lost: the next sync does the rest, with this watch or another.
///
/// The system does not report all changes, so a sync is due every ``Pace/poll`` milliseconds in any
/// case.
public final class RemoteWatch: Sendable {
  fileprivate struct State {
    var schedule: WatchSchedule
    /// The number of changes that the schedule has received.
    var seen: Int
    /// Whether a task awaits the next sync.
    var isInUse = false
  }

  private let state: Mutex<State>
  /// The folder watch has a lock of its own, because adding a folder may wait for a disk, and
  /// ``syncSoon()`` must not wait.
  private let watched: Mutex<FolderWatch>
  private let changes: ChangeCounter
  /// The folders and files whose changes make a sync due, as of now.
  private let folders: @Sendable () -> [String]
  /// Milliseconds since the watch began.
  private let now: @Sendable () -> UInt64
  /// Waits until a number of changes is exceeded, or until a time.
  private let wait: @Sendable (_ beyond: Int, _ until: UInt64) async -> Void

  /// Makes a watch whose first sync is due at once.
  ///
  /// - Parameters:
  ///   - changes: Counts the changes here and in the remote.
  ///   - folders: Returns further paths to watch: folders, and the files in them that are written
  ///     in place. The paths need not exist.
  ///   - pace: The times between syncs.
  ///   - clock: The clock that measures these times. It must never be set.
  package init<Time: Clock>(
    _ changes: ChangeCounter = ChangeCounter(),
    in folders: @escaping @Sendable () -> [String] = { [] },
    pace: Pace = Pace(), clock: Time = ContinuousClock()
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
    state = Mutex(State(schedule: WatchSchedule(pace: pace), seen: changes.count))
    watched = Mutex(FolderWatch { changes.notify() })
  }

  /// Makes a sync due at once, even after a failed sync. An app calls it for a button, or when the
  /// app is shown again. May be called on any thread. A sync that is going on ends first.
  public func syncSoon() {
    state.withLock { $0.schedule.noteRequest() }
    changes.notify()
  }

  /// Waits until a sync is due, and performs it. One task at a time makes this call.
  ///
  /// - Parameter sync: Performs the sync, with ``SyncOptions/sendsForOthers`` or without. It runs
  ///   on the actor of the caller.
  /// - Returns: The report of the sync.
  /// - Throws: `CancellationError` if the task was cancelled, any error of `sync`, or
  ///   ``WatchInUse`` at once if another task makes this call. The caller may go on with the watch
  ///   after each of these errors. A cancelled sync is due again at once. A sync that failed is
  ///   tried again later, as after a failure of the store.
  public nonisolated(nonsending) func next(
    sync: nonisolated(nonsending) (_ sendsForOthers: Bool) async throws -> SyncReport
  ) async throws -> SyncReport {
    try state.withLock { state in
      if state.isInUse { throw WatchInUse() }
      state.isInUse = true
    }
    defer { state.withLock { $0.isInUse = false } }
    let paths = folders()
    watched.withLock { paths.forEach($0.add) }
    let sendsForOthers = try await beginWhenDue()
    var chance = SystemRandomNumberGenerator()
    do {
      let report = try await sync(sendsForOthers)
      state.withLock { $0.schedule.end(report, at: now(), chance: &chance) }
      return report
    } catch {
      state.withLock { state in
        if Task.isCancelled {
          state.schedule.noteRequest()
        } else {
          state.schedule.fail(at: now(), chance: &chance)
        }
      }
      throw error
    }
  }

  private nonisolated(nonsending) func beginWhenDue() async throws -> Bool {
    while true {
      try Task.checkCancellation()
      let (step, seen) = state.withLock { ($0.step(at: now(), after: changes.count), $0.seen) }
      switch step {
      case .sync(let sendsForOthers): return sendsForOthers
      case .wait(let time): await wait(seen, time)
      }
    }
  }
}

extension RemoteWatch.State {
  /// The next step, which is begun if it is a sync.
  fileprivate mutating func step(at time: UInt64, after changes: Int) -> WatchSchedule.Step {
    if changes > seen {
      seen = changes
      schedule.noteChange(at: time)
    }
    let step = schedule.next(at: time)
    if case .sync = step { schedule.begin(at: time) }
    return step
  }
}

/// Two tasks await the next sync of one watch.
public struct WatchInUse: Error, Equatable, CustomStringConvertible {
  /// Makes the error.
  public init() {}

  public var description: String {
    "another task awaits the next sync of this watch; make a watch of its own for each task"
  }
}
