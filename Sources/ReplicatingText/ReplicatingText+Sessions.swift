// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// The latest run of a program that edited this text; nil for an unedited text. The run's
  /// `milliseconds` are the time when the run began.
  ///
  /// A program that keeps the text open for hours calls ``leaveSession()`` now and then, so that
  /// its edits belong to newer runs.
  ///
  /// - Complexity: O(1)
  package var newestRun: RunID? { storage.log.newestRun }

  /// Makes the next edit open a new session.
  ///
  /// All edits of a session have the same time: about the start of the session. A program that
  /// keeps a text for hours calls this method now and then, so that later edits get later times.
  ///
  /// - Complexity: O(1)
  public mutating func leaveSession() {
    if isKnownUniquelyReferenced(&storage) {
      storage.token.renounce()
    } else {
      storage = storage.copyLeavingSession()
    }
  }
}
