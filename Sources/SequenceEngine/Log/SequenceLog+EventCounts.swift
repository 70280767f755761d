// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// How many events of each session are known: unlike ``version`` it can be
  /// compared by one who does not have the log.
  ///
  /// - Complexity: O(*s*) in the sessions.
  package var eventCounts: VersionVector {
    var counts = VersionVector()
    for session in graph.sessions { counts.advance(session, to: graph.count(of: session)) }
    return counts
  }
}
