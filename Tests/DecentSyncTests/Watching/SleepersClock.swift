// SPDX-License-Identifier: MIT

import DecentSync
import Synchronization

/// A clock on which time passes only for sleepers: each wakes at once, at the time that it waited
/// for.
final class SleepersClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Self { Self(offset: offset + duration) }
    func duration(to other: Self) -> Duration { other.offset - offset }
    static func < (left: Self, right: Self) -> Bool { left.offset < right.offset }
  }

  private let time = Mutex(Duration.zero)
  private let onSleep: (@Sendable () -> Void)?

  /// Makes a clock.
  ///
  /// - Parameter onSleep: Called for each sleeper. If it is given, sleepers wake only when they are
  ///   cancelled.
  init(onSleep: (@Sendable () -> Void)? = nil) { self.onSleep = onSleep }

  var now: Instant { Instant(offset: time.withLock(\.self)) }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    guard let onSleep else { return time.withLock { $0 = max($0, deadline.offset) } }
    onSleep()
    await ChangeCounter().wait(beyond: 0)
    throw CancellationError()
  }
}
