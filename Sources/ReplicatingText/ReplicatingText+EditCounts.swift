// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// For each session, the number of its edits that this text has seen. The counts take more room
  /// than ``version``, but the counts of two copies can be compared without a copy.
  ///
  /// - Complexity: O(*s*) for *s* sessions.
  package var editCounts: VersionVector { storage.log.eventCounts }

  /// The latest run of a program that edited this text; nil for an unedited text. The run's
  /// `milliseconds` are the time when the run began.
  ///
  /// A program that keeps the text open for hours calls ``leaveSession()`` now and then, so that
  /// its edits belong to newer runs.
  ///
  /// - Complexity: O(1)
  package var newestRun: RunID? { storage.log.newestRun }
}
