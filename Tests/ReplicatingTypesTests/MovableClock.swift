// SPDX-License-Identifier: MIT

import Causality
import Synchronization

/// A clock that tests move, for edits by devices that are right about the time.
final class MovableClock: Sendable {
  static let hour: UInt64 = 3_600_000

  private let time = Mutex<UInt64>(100_000_000)

  /// Lets time pass: by default, more than a removal needs to be forgotten.
  func pass(_ milliseconds: UInt64 = 2 * hour) { time.withLock { $0 += milliseconds } }

  /// Sets the clock, also back.
  func set(to milliseconds: UInt64) { time.withLock { $0 = milliseconds } }

  /// Runs an edit on a device of its own, a millisecond after the last one.
  func edit<Result>(_ body: () throws -> Result) rethrows -> Result {
    pass(1)
    let now = time.withLock(\.self)
    let bits = Mutex(now)
    let device = ReplicationEnvironment(
      milliseconds: { now },
      random: {
        bits.withLock {
          $0 = $0 &* 6_364_136_223_846_793_005 &+ 1
          return $0
        }
      })
    return try device.run(body)
  }
}
