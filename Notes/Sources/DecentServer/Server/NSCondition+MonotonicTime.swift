// SPDX-License-Identifier: MIT

import Dispatch
import Foundation

extension NSCondition {
  /// Waits until `isDone`, which is asked at once, and again after each broadcast. The caller holds
  /// the lock.
  ///
  /// The time is that of a monotonic clock. The deadline of `wait(until:)` is a date, which comes
  /// too late if the system's clock is set back meanwhile.
  ///
  /// - Parameter milliseconds: The longest time to wait.
  func wait(atMost milliseconds: UInt64, until isDone: () -> Bool) {
    let alarm = Alarm()
    let ring = DispatchWorkItem {
      self.withLock {
        alarm.isOver = true
        self.broadcast()
      }
    }
    let time = DispatchTimeInterval.milliseconds(Int(clamping: milliseconds))
    DispatchQueue.global().asyncAfter(deadline: .now() + time, execute: ring)
    defer { ring.cancel() }
    while !isDone(), !alarm.isOver { wait() }
  }
}

/// Whether the time of a wait is over.
private final class Alarm: @unchecked Sendable {
  // The condition's lock guards the flag.
  var isOver = false
}
