// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// The number of known events of each session. Unlike ``version``, these counts can be compared
  /// without a log.
  ///
  /// - Complexity: O(*s*) in the sessions.
  package var eventCounts: VersionVector {
    var counts = VersionVector()
    for session in graph.sessions { counts.advance(session, to: graph.count(of: session)) }
    return counts
  }

  /// The greatest run id of all sessions; nil without sessions. Edits and merges never lower it.
  package var newestRun: RunID? { graph.sessions.newestRun }

  /// The version, with the last event of each session as a hint. This version covers all known
  /// events.
  ///
  /// - Complexity: O(*s* log *s*) in the sessions.
  package var reach: SequenceVersion {
    let tips = Set(version.tips)
    let last = eventCounts.counts.map { Dot(session: $0.key, number: $0.value - 1) }
    return version.hinting(at: last.filter { !tips.contains($0) })
  }
}
