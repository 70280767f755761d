// SPDX-License-Identifier: MIT

/// The counts of an ``ExhaustiveSearch``.
public struct SearchReport: Sendable {
  /// The counts of a search with one setting of the clocks.
  public struct Part: Sendable {
    /// The times of the replicas' clocks, in milliseconds since 1970.
    public let clocks: [UInt64]

    /// The number of different global states. A global state holds, for each of the three replicas,
    /// the value and the number of the replica's own edits. If sessions are `.continued`, the state
    /// also holds the session. If the type makes a promise, the state also holds the seen edits.
    public internal(set) var states = 0

    /// The number of edits that lead from a state to another state, plus the number of merges, also
    /// of merges that change nothing.
    public internal(set) var transitions = 0

    /// The number of different values that the replicas hold or that the checks make.
    public internal(set) var values = 0

    /// The number of checks of each law, without repeated checks on the same values.
    public internal(set) var checks: [Law: Int] = [:]

    init(clocks: [UInt64]) {
      self.clocks = clocks
    }
  }

  /// The name of the type that was checked.
  public let subject: String

  /// The limits of the search.
  public let scope: SearchScope

  /// The number of kinds of edits.
  public let editCount: Int

  /// The counts of the searches, one for each setting of the clocks.
  public internal(set) var parts: [Part] = []

  /// The number of different global states in all searches.
  public var states: Int { parts.reduce(0) { $0 + $1.states } }

  /// The number of transitions in all searches.
  public var transitions: Int { parts.reduce(0) { $0 + $1.transitions } }

  /// The number of checks of each law.
  public var checks: [Law: Int] {
    parts.reduce(into: [:]) { $0.merge($1.checks, uniquingKeysWith: +) }
  }
}

extension SearchReport: CustomStringConvertible {
  /// All counts, in a few lines.
  public var description: String {
    let counts = Law.allCases.compactMap { law in
      checks[law].map { "\(law.rawValue) \($0)" }
    }
    let lines = parts.map { part in
      "  clocks \(part.clocks): \(part.states) states, \(part.transitions) transitions, "
        + "\(part.values) values"
    }
    return
      ([
        "\(subject): all states of \(SearchScope.replicaCount) replicas, "
          + "\(editCount) kinds of edits, up to \(scope.edits) edits and \(scope.merges) merges, "
          + scope.sessions.rawValue
      ] + lines + ["  checks: \(counts.joined(separator: ", "))"])
      .joined(separator: "\n")
  }
}
