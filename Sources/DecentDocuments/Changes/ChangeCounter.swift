// SPDX-License-Identifier: MIT

import Synchronization

/// Wakes all tasks that wait for a change.
final class ChangeCounter: Sendable {
  private struct State {
    /// The number of changes so far.
    var count = 0
    var nextID = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// The number of changes so far.
  var count: Int { state.withLock(\.count) }

  /// Counts a change and wakes the waiting tasks.
  func notify() {
    let waiting = state.withLock { state in
      state.count += 1
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    waiting.forEach { $0.resume() }
  }

  /// Waits until there are more than `count` changes, or the task is cancelled.
  func wait(beyond count: Int) async {
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
}
