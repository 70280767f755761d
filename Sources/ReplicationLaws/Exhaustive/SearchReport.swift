// SPDX-License-Identifier: MIT

/// The counts of an ``ExhaustiveSearch``.
public struct SearchReport: Sendable {
  /// The search with one setting of the clocks.
  public struct Part: Sendable {
    /// The times of the replicas' clocks, in milliseconds since 1970.
    public let clocks: [UInt64]

    /// The number of different global states. A global state is the values of
    /// the three replicas and the number of edits that each has made.
    public internal(set) var states = 0

    /// The number of edits and merges that lead from a state to another state, or to the same
    /// state.
    public internal(set) var transitions = 0

    /// The number of different values that the replicas hold or that checks make of them.
    public internal(set) var values = 0

    /// The number of checks of each law, without repeated checks on the same values.
    public internal(set) var checks: [Law: Int] = [:]

    init(clocks: [UInt64]) {
      self.clocks = clocks
    }
  }

  /// The type that was checked.
  public let subject: String

  /// The limits of the search.
  public let scope: SearchScope

  /// The number of kinds of edits.
  public let editCount: Int

  /// The searches, one for each setting of the clocks.
  public internal(set) var parts: [Part] = []

  /// The number of different global states in all searches.
  public var states: Int { parts.reduce(0) { $0 + $1.states } }

  /// The number of transitions that all searches tried.
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
