// SPDX-License-Identifier: MIT

/// A law was broken, and how to see it again.
public struct LawViolation: Error, Equatable, Sendable {
  /// What found it.
  public enum Origin: Equatable, Sendable {
    /// A schedule, counted from 0, of a random run; `DECENT_SEED` set to the seed
    /// repeats the run.
    case schedule(Int, seed: UInt64)
    /// A search through all states, with these clocks, in milliseconds since 1970.
    case search(SearchScope, clocks: [UInt64])
  }

  /// The type that broke it.
  public let subject: String

  /// The law.
  public let law: Law

  /// What was found.
  public let finding: String

  /// What found it, and how to find it again.
  public let origin: Origin

  /// How many steps lead there when there are as few as possible: making, copying,
  /// editing, merging, sending, checking.
  public let steps: Int

  /// What led there, as lines of Swift source: a function that is true only
  /// while the law is kept. Where source cannot say that, it is false, and a comment in
  /// its last line says what to write there. Edits that were described without code are
  /// comments.
  public let script: [String]
}

extension LawViolation: CustomStringConvertible {
  /// The finding, and the script that led to it.
  public var description: String {
    """
    \(subject) breaks a law: \(law.rawValue)
    \(finding)
    \(origin) \(steps) steps:

    \(script.joined(separator: "\n"))
    """
  }
}

extension LawViolation.Origin {
  /// What ends the name of a script's function, so that several can stand in one target.
  func nameEnding(for subject: String) -> String {
    let name = Script.capitalized(subject)
    return switch self {
    case .schedule(let schedule, let seed): "Of\(name)InSchedule\(schedule)OfSeed\(seed)"
    case .search(let scope, _): "Of\(name)InSearchOf\(scope.edits)EditsAnd\(scope.merges)Merges"
    }
  }
}

extension LawViolation.Origin: CustomStringConvertible {
  /// Where to look again, up to the number of steps.
  public var description: String {
    switch self {
    case .schedule(let schedule, let seed):
      "in schedule \(schedule) of seed \(seed) (run again with DECENT_SEED=\(seed)), shrunk to"
    case .search(let scope, let clocks):
      "in a search of \(scope.edits) edits and \(scope.merges) merges with clocks \(clocks), "
        + "\(scope.sessions.rawValue), after"
    }
  }
}
