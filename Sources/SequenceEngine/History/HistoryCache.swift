// SPDX-License-Identifier: MIT

import Causality
import Synchronization

/// Keeps the ``HistoryIndex`` of a log from one question to the next. A question is a call of
/// `withIndex(of:_:)`.
///
/// The cache lies in the storage object of a value, and is no part of the state of the value. The
/// first question builds the index, and each later question adds the new events to the index.
/// Copies of the value that share the storage share the index too, on any threads. An edited copy
/// gets storage of its own, and takes the index along. The other copies build another index at
/// their next question. A copy that adopts the log of another copy takes the index of that copy,
/// too.
package struct HistoryCache: ~Copyable, Sendable {
  private let index: Mutex<HistoryIndex?>

  /// Makes an empty cache, or a cache that continues with an index.
  package init(_ index: HistoryIndex? = nil) {
    self.index = Mutex(index)
  }

  /// Calls `body` with the index, after adding all events of the log to the index.
  ///
  /// - Parameter log: The log of the same storage.
  /// - Complexity: The cost of `body`, plus the cost of merging the events since the last question.
  package borrowing func withIndex<Result: Sendable>(
    of log: SequenceLog, _ body: (HistoryIndex) -> Result
  ) -> Result {
    index.withLock { kept in
      let index = kept ?? HistoryIndex()
      kept = index
      index.feed(log)
      return body(index)
    }
  }

  /// Whether there is an index.
  package var isEmpty: Bool { index.withLock { $0 == nil } }

  /// Replaces the index with an index of the same log. Nil empties the cache.
  package borrowing func put(_ index: HistoryIndex?) {
    self.index.withLock { $0 = index }
  }

  /// Takes the index out, for a copy of the value that will be edited or that adopts the log. This
  /// cache is empty afterwards.
  package borrowing func take() -> HistoryIndex? {
    index.withLock { index in
      let taken = index
      index = nil
      return taken
    }
  }
}
