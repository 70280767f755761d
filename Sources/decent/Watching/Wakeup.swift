// SPDX-License-Identifier: MIT

import Foundation
import Synchronization

/// What wakes a program that waits: changes in folders, and being asked to end.
final class Wakeup: Sendable {
  private struct State {
    var hasChanged = false
    var isEnding = false
  }

  private let state = Mutex(State())
  private let semaphore = DispatchSemaphore(value: 0)

  /// Notes a change.
  func noteChange() {
    let isNew = state.withLock { state in
      defer { state.hasChanged = true }
      return !state.hasChanged
    }
    if isNew { semaphore.signal() }
  }

  /// Asks to end.
  func end() {
    state.withLock { $0.isEnding = true }
    semaphore.signal()
  }

  /// Whether to end.
  var isEnding: Bool { state.withLock(\.isEnding) }

  /// Waits for a change or for being asked to end.
  ///
  /// - Returns: Whether something changed since the last call.
  func wait(milliseconds: UInt64) -> Bool {
    let limit = Int(clamping: min(milliseconds, 3_600_000))
    _ = semaphore.wait(timeout: .now() + .milliseconds(limit))
    return state.withLock { state in
      defer { state.hasChanged = false }
      return state.hasChanged
    }
  }

  /// Has the signals to end, such as that of control-C, call ``end()``, as long as what is
  /// returned is kept.
  func endOnSignals() -> [any DispatchSourceSignal] {
    [SIGINT, SIGTERM].map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
      source.setEventHandler { [self] in end() }
      source.activate()
      return source
    }
  }
}
