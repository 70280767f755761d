// SPDX-License-Identifier: MIT

/// A broken law, and the steps that show the breach again.
public struct LawViolation: Error, Equatable, Sendable {
  /// The run or search that found a violation.
  public enum Origin: Equatable, Sendable {
    /// A schedule of a random run, counted from 0. `DECENT_SEED`, set to the seed, repeats the run.
    case schedule(Int, seed: UInt64)
    /// A search through all states, with these clocks, in milliseconds since 1970.
    case search(SearchScope, clocks: [UInt64])
  }

  /// The name of the type that broke the law.
  public let subject: String

  /// The broken law.
  public let law: Law

  /// The finding, in words.
  public let finding: String

  /// The run or search that found the violation.
  public let origin: Origin

  /// The number of steps in the shortest plan found that breaks the law. A step makes, copies,
  /// edits, merges, sends or checks values.
  public let steps: Int

  /// The steps as lines of Swift source: a function that returns true only while the law is kept.
  /// If source cannot express the law, the function returns false, and a comment in its last line
  /// says what to write there. Edits without code are comments. Empty if the breach needs no steps.
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
  /// The end of the name of a script's function, so that several scripts can stand in one target.
  func nameEnding(for subject: String) -> String {
    let name = Script.capitalized(subject)
    return switch self {
    case .schedule(let schedule, let seed): "Of\(name)InSchedule\(schedule)OfSeed\(seed)"
    case .search(let scope, _): "Of\(name)InSearchOf\(scope.edits)EditsAnd\(scope.merges)Merges"
    }
  }
}

extension LawViolation.Origin: CustomStringConvertible {
  /// The origin in words. In a report, the number of steps follows on the same line.
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
