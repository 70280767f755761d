// SPDX-License-Identifier: MIT

import Causality
import Synchronization

/// The box in which a log keeps its tracker from one merge to the next.
///
/// The box is no part of a log's state: a log without a tracker comes to the same result, but more
/// slowly. Copies of a log share the box. All events that the tracker has replayed were in the log
/// when the tracker was put into the box. So every log with the box has these events, in the same
/// places. A log that merges takes the tracker out, so the other logs find none. The merging log
/// then puts the tracker into a box of its own.
final class TrackerBox: Sendable {
  private let tracker: Mutex<Tracker?>

  init(_ tracker: Tracker) {
    self.tracker = Mutex(tracker)
  }

  /// Takes the tracker out, if it is still there.
  func take() -> Tracker? {
    tracker.withLock { tracker in
      let taken = tracker
      tracker = nil
      return taken
    }
  }

  #if !hasFeature(Embedded)
    /// Calls `body` with the tracker, if it is there. A merge that needs the tracker meanwhile
    /// waits.
    ///
    /// - Parameter body: Must replay nothing, because copies of the log share the box.
    func withTracker<Result: Sendable>(_ body: (Tracker) -> Result?) -> Result? {
      tracker.withLock { $0.flatMap(body) }
    }
  #endif

  /// Puts a tracker in. Only for the sole owner of the box.
  func put(_ tracker: Tracker) {
    self.tracker.withLock { $0 = tracker }
  }
}
