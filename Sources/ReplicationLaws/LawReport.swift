// SPDX-License-Identifier: MIT

/// What a run of a ``LawDriver`` did: a law never checked is a law not kept.
public struct LawReport: Sendable {
  /// The type that was checked.
  public let subject: String

  /// The seed of the run.
  public let seed: UInt64

  /// How many schedules were carried out.
  public internal(set) var schedules = 0

  /// How many steps of each kind did something.
  public internal(set) var steps: [Step.Kind: Int] = [:]

  /// How often each law was checked.
  public internal(set) var checks: [Law: Int] = [:]

  /// How many late deltas were taken in, and how many refused.
  public internal(set) var lateDeltas = (accepted: 0, refused: 0)

  /// How many deltas were nil: nothing was missing.
  public internal(set) var emptyDeltas = 0

  init(subject: String, seed: UInt64) {
    self.subject = subject
    self.seed = seed
  }

  mutating func count(_ kind: Step.Kind) { steps[kind, default: 0] += 1 }
  mutating func count(_ law: Law) { checks[law, default: 0] += 1 }
}

extension LawReport: CustomStringConvertible {
  /// All counts, in a few lines.
  public var description: String {
    let stepCounts = Step.Kind.allCases.map { "\($0.rawValue) \(steps[$0] ?? 0)" }
    let checkCounts = Law.allCases.map { "\($0.rawValue) \(checks[$0] ?? 0)" }
    return """
      \(subject): \(schedules) schedules, seed \(seed)
        steps: \(stepCounts.joined(separator: ", "))
        late deltas: \(lateDeltas.accepted) accepted, \(lateDeltas.refused) refused; \
      nothing to send \(emptyDeltas) times
        checks: \(checkCounts.joined(separator: ", "))
      """
  }
}
