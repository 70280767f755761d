// SPDX-License-Identifier: MIT

import Synchronization

/// Keeps the ``HistoryIndex`` of a log from one question to the next.
///
/// It lies in the storage object of a value, outside its state: it is built at
/// the first question, and fed what is new at each later one. Copies of the
/// value that share the storage share it too, on any threads. Of a copy that is
/// edited it is the edited one that goes on with the index, as with the
/// session: the one left behind builds another, if it is ever asked.
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
    of log: SequenceLog, _ body: (inout HistoryIndex) -> Result
  ) -> Result {
    index.withLock { kept in
      // Out of its place meanwhile, so that it is not copied.
      var index = kept.take() ?? HistoryIndex()
      index.feed(log)
      defer { kept = index }
      return body(&index)
    }
  }

  /// Whether there is an index.
  package var isEmpty: Bool { index.withLock { $0 == nil } }

  /// The index, for a storage with the same log: they share it until either
  /// learns of something.
  package borrowing func share() -> HistoryIndex? { index.withLock { $0 } }

  /// The index, for a copy that will be edited. This cache is empty then.
  package borrowing func take() -> HistoryIndex? { index.withLock { $0.take() } }
}
