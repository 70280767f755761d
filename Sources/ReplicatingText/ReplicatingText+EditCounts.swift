// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// The number of edits that this text has seen of each session. The counts take more room than
  /// ``version``, but can be compared without the text.
  ///
  /// - Complexity: O(*s*) in the sessions.
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
