// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// The number of known events of each session. Unlike ``version``, it can be compared without the
  /// log.
  ///
  /// - Complexity: O(*s*) in the sessions.
  package var eventCounts: VersionVector {
    var counts = VersionVector()
    for session in graph.sessions { counts.advance(session, to: graph.count(of: session)) }
    return counts
  }

  /// The greatest run of all sessions; nil if there is none. Edits and merges never make it less.
  package var newestRun: RunID? { graph.sessions.newestRun }

  /// The version with each session's last event as a hint. It covers all known events.
  ///
  /// - Complexity: O(*s* log *s*) in the sessions.
  package var reach: SequenceVersion {
    let tips = Set(version.tips)
    let last = eventCounts.counts.map { Dot(session: $0.key, number: $0.value - 1) }
    return version.hinting(at: last.filter { !tips.contains($0) })
  }
}
