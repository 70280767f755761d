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

  /// What had happened in the schedule.
  public let script: [String]
}

extension LawViolation: CustomStringConvertible {
  /// The finding, and the script that led to it.
  public var description: String {
    let steps = script.enumerated().map { "  \($0.offset + 1). \($0.element)" }
    return """
      \(subject) breaks a law: \(law.rawValue)
      \(finding)
      in schedule \(schedule) of seed \(seed) (run again with DECENT_SEED=\(seed)):
      \(steps.joined(separator: "\n"))
      """
  }
}
