// SPDX-License-Identifier: MIT

import Synchronization

/// Changes that one task waits for. At most one is unread: further changes noted before it is read
/// add nothing.
///
/// Changes are noted on any thread: by a ``FolderWatch``, or after an edit. The sequence ends when
/// the task that reads it is cancelled. Another task can then read it.
package final class ChangeSignal: Sendable {
  private struct State {
    var isUnread = false
    var waiter: CheckedContinuation<Void, Never>?

    mutating func takeWaiter() -> CheckedContinuation<Void, Never>? {
      defer { waiter = nil }
      return waiter
    }
  }

  private let state = Mutex(State())

  /// Makes a signal without an unread change.
  package init() {}

  /// Notes a change.
  package func note() {
    let waiter = state.withLock { state in
      state.isUnread = true
      return state.takeWaiter()
    }
    waiter?.resume()
  }

  /// Waits for a change and reads it.
  ///
  /// - Returns: Whether there is one. There may be none if the task was cancelled.
  /// - Precondition: No other task waits.
  package nonisolated(nonsending) func wait() async -> Bool {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        if !self.suspend(waiter) { waiter.resume() }
      }
    } onCancel: {
      state.withLock { $0.takeWaiter() }?.resume()
    }
    return read()
  }

  /// Waits for a change and reads it, but not beyond a time.
  ///
  /// - Returns: Whether there is one. There may be none at that time, or if the task was cancelled.
  /// - Precondition: No other task waits.
  package nonisolated(nonsending) func wait<Time: Clock>(
    until deadline: Time.Instant, on clock: Time
  ) async -> Bool {
    if read() { return true }
    return await withTaskGroup(of: Bool.self) { group in
      group.addTask { await self.wait() }
      group.addTask {
        try? await clock.sleep(until: deadline, tolerance: nil)
        return false
      }
      let isChange = await group.next() == true
      group.cancelAll()
      // The other may have read a change before it was cancelled.
      return await group.next() == true || isChange
    }
  }

  /// - Returns: Whether the task is to wait.
  private func suspend(_ waiter: CheckedContinuation<Void, Never>) -> Bool {
    state.withLock { state in
      precondition(state.waiter == nil, "two tasks wait for one signal")
      if state.isUnread || Task.isCancelled { return false }
      state.waiter = waiter
      return true
    }
  }

  private func read() -> Bool {
    state.withLock { state in
      defer { state.isUnread = false }
      return state.isUnread
    }
  }
}

extension ChangeSignal: AsyncSequence {
  /// Waits for one change after the other.
  package struct AsyncIterator: AsyncIteratorProtocol {
    let signal: ChangeSignal

    package mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> Void? {
      await signal.wait() ? () : nil
    }
  }

  package func makeAsyncIterator() -> AsyncIterator { AsyncIterator(signal: self) }
}
