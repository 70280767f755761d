// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// The greatest run id of all sessions; nil without sessions. Edits and merges never lower it.
  package var newestRun: RunID? { graph.sessions.newestRun }

  /// The version, with the last event of each session as a hint. This version covers all known
  /// events.
  ///
  /// - Complexity: O(*s* log *s*) in the sessions.
  package var reach: SequenceVersion {
    let tips = Set(version.tips)
    let last = graph.sessions.map { Dot(session: $0, number: graph.count(of: $0) - 1) }
      .filter { $0.number >= 0 }
    return version.hinting(at: last.filter { !tips.contains($0) })
  }
}
