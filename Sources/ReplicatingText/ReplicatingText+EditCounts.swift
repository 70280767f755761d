// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingText {
  /// How many edits of each session this text has seen: a larger version that can
  /// be compared by one who does not have the text.
  ///
  /// - Complexity: O(*s*) in the sessions.
  package var editCounts: VersionVector { storage.log.eventCounts }
}
