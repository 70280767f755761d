// SPDX-License-Identifier: MIT

/// A law was broken, and how to see it again.
public struct LawViolation: Error, Equatable, Sendable {
  /// The type that broke it.
  public let subject: String

  /// The law.
  public let law: Law

  /// What was found.
  public let finding: String

  /// The seed of the whole run; `DECENT_SEED` set to it repeats the run.
  public let seed: UInt64

  /// Which schedule of the run it was, counted from 0.
  public let schedule: Int

  /// How many steps were left when the schedule was made as short as possible:
  /// making, copying, editing, merging, sending, checking.
  public let steps: Int

  /// What led there, as lines of Swift source: a function that is true only
  /// while the law is kept. Edits that were described without code are
  /// comments.
  public let script: [String]
}

extension LawViolation: CustomStringConvertible {
  /// The finding, and the script that led to it.
  public var description: String {
    """
    \(subject) breaks a law: \(law.rawValue)
    \(finding)
    in schedule \(schedule) of seed \(seed) (run again with DECENT_SEED=\(seed)), \
    shrunk to \(steps) steps:

    \(script.joined(separator: "\n"))
    """
  }
}
