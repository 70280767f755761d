// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// The number of edits of each session that this text has seen: a longer version, which can be
  /// compared without the text.
  ///
  /// - Complexity: O(*s*) in the sessions.
  package var editCounts: VersionVector { storage.log.eventCounts }

  /// The run that began last of those that edited this text; nil if none did.
  package var newestRun: RunID? { storage.log.newestRun }
}
