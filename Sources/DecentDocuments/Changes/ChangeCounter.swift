// SPDX-License-Identifier: MIT

import Synchronization

/// Wakes those who wait for a change, however many.
final class ChangeCounter: Sendable {
  private struct State {
    /// How many changes there were.
    var count = 0
    var nextID = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  /// How many changes there were.
  var count: Int { state.withLock(\.count) }

  /// Tells of a change.
  func notify() {
    let waiting = state.withLock { state in
      state.count += 1
      defer { state.waiting = [:] }
      return Array(state.waiting.values)
    }
    waiting.forEach { $0.resume() }
  }

  /// Waits until there were more changes than a number, or the task is cancelled.
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
