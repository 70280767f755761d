// SPDX-License-Identifier: MIT

import Synchronization

/// Wakes all tasks that wait for a change.
///
/// Changes are counted on any thread: by a ``FolderWatch``, or after an edit. A task misses no
/// change if it waits for more changes than the last `count` that it read.
package final class ChangeCounter: Sendable {
  private struct State {
    var count = 0
    var nextID = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of changes so far.
  package var count: Int { state.withLock(\.count) }

  /// Counts a change and wakes the waiting tasks.
  package func notify() {
    let waiting = state.withLock { state in
      state.count += 1
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    waiting.forEach { $0.resume() }
  }

  /// Waits until there are more than `count` changes, or the task is cancelled.
  package func wait(beyond count: Int) async {
    let id = state.withLock { state in
      state.nextID += 1
      return state.nextID
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isOver = state.withLock { state in
          guard state.count <= count, !Task.isCancelled else { return true }
          state.waiting[id] = continuation
          return false
        }
        if isOver { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
    }
  }

  /// Waits as ``wait(beyond:)`` does, but at most until a deadline.
  package func wait<Time: Clock>(
    beyond count: Int, until deadline: Time.Instant, on clock: Time
  ) async {
    guard self.count <= count else { return }
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.wait(beyond: count) }
      group.addTask { try? await clock.sleep(until: deadline, tolerance: nil) }
      await group.next()
      group.cancelAll()
    }
  }
}
