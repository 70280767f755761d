// SPDX-License-Identifier: MIT

import Causality
import Synchronization

/// Keeps the ``HistoryIndex`` of a log from one question to the next.
///
/// It lies in the storage object of a value, outside its state: it is built at
/// the first question, and fed what is new at each later one. Copies of the
/// value that share the storage share it too, on any threads. Of a copy that is
/// edited it is the edited one that goes on with the index, as with the
/// session: the one left behind builds another, if it is ever asked. So it is
/// with one that catches up with a copy.
package struct HistoryCache: ~Copyable, Sendable {
  private let index: Mutex<HistoryIndex?>

  /// Makes an empty cache, or one that goes on with an index.
  package init(_ index: HistoryIndex? = nil) {
    self.index = Mutex(index)
  }

  /// Answers a question.
  ///
  /// - Parameter log: The log of the same storage.
  /// - Complexity: what `body` takes, and that of merging the events that are new since
  ///   the last question.
  package borrowing func withIndex<Result: Sendable>(
    of log: SequenceLog, _ body: (HistoryIndex) -> Result
  ) -> Result {
    index.withLock { kept in
      let index = kept ?? HistoryIndex(of: log)
      kept = index
      index.feed(log)
      return body(index)
    }
  }

  /// Whether there is an index.
  package var isEmpty: Bool { index.withLock { $0 == nil } }

  /// Keeps an index of the same log.
  package borrowing func put(_ index: HistoryIndex?) {
    self.index.withLock { $0 = index }
  }

  /// The index, for a copy that will be edited, or that takes over the log. This
  /// cache is empty then.
  package borrowing func take() -> HistoryIndex? {
    index.withLock { index in
      let taken = index
      index = nil
      return taken
    }
  }
}
