// SPDX-License-Identifier: MIT

/// What an ``ExhaustiveSearch`` went through.
public struct SearchReport: Sendable {
  /// The search with one setting of the clocks.
  public struct Part: Sendable {
    /// What the clocks of the replicas showed, in milliseconds since 1970.
    public let clocks: [UInt64]

    /// How many different global states there are: what the three replicas hold, and how
    /// many edits each has made.
    public internal(set) var states = 0

    /// How many edits and merges lead from one of them to another, or back to it.
    public internal(set) var transitions = 0

    /// How many different values the replicas hold, or checks made of them.
    public internal(set) var values = 0

    /// How often each law was checked on values that it was not checked on before.
    public internal(set) var checks: [Law: Int] = [:]

    init(clocks: [UInt64]) {
      self.clocks = clocks
    }
  }

  /// The type that was checked.
  public let subject: String

  /// How far the search went.
  public let scope: SearchScope

  /// How many kinds of edits there were.
  public let editCount: Int

  /// The searches, one for each setting of the clocks.
  public internal(set) var parts: [Part] = []

  /// How many different global states all searches found.
  public var states: Int { parts.reduce(0) { $0 + $1.states } }

  /// How many transitions all searches tried.
  public var transitions: Int { parts.reduce(0) { $0 + $1.transitions } }

  /// How often each law was checked.
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
