// SPDX-License-Identifier: MIT

import BinaryCoding

/// The counts of a run of a ``LawDriver``. They show which laws were never checked.
public struct LawReport: Sendable {
  /// The name of the type that was checked.
  public let subject: String

  /// The seed of the run.
  public let seed: UInt64

  /// The number of schedules carried out.
  public internal(set) var schedules = 0

  /// The number of schedules by their number of replicas at the start.
  public internal(set) var replicas: [Int: Int] = [:]

  /// The number of schedules that began with copies of one value. The other schedules began with
  /// separately made values.
  public internal(set) var schedulesFromOneValue = 0

  /// The number of schedules by the distance of their clocks: `decades`, `close` (seconds) or
  /// `equal`.
  public internal(set) var clocks: [String: Int] = [:]

  /// The number of steps of each kind, without steps that had nothing to act on.
  public internal(set) var steps: [Step.Kind: Int] = [:]

  /// The number of merges of each effect: `concurrent` if each value lacked edits of the other,
  /// `forward` if only the receiver lacked edits, `idle` if the receiver lacked none.
  public internal(set) var merges = (concurrent: 0, forward: 0, idle: 0)

  /// The number of checks of each law.
  public internal(set) var checks: [Law: Int] = [:]

  /// The number of late deltas accepted and refused. A delta is late if the receiver has not seen
  /// the version that the delta was made for.
  public internal(set) var lateDeltas = (accepted: 0, refused: 0)

  /// The number of nil deltas: no edit was missing.
  public internal(set) var emptyDeltas = 0

  /// For each replicating property of a struct, the number of checks that merged two different
  /// values.
  public internal(set) var properties: [String: Int] = [:]

  private let abilities: Plan.Abilities

  init(subject: String, seed: UInt64, abilities: Plan.Abilities = Plan.Abilities()) {
    self.subject = subject
    self.seed = seed
    self.abilities = abilities
  }

  mutating func count(_ law: Law) { checks[law, default: 0] += 1 }

  mutating func count(_ schedule: Schedule, _ plan: Plan) {
    schedules += 1
    replicas[schedule.replicaCount, default: 0] += 1
    schedulesFromOneValue += schedule.startsFromOneValue ? 1 : 0
    clocks[schedule.spread.rawValue, default: 0] += 1
    steps.merge(plan.steps, uniquingKeysWith: +)
  }

  mutating func countMerge(keepsMine: Bool, keepsTheirs: Bool) {
    if keepsMine {
      merges.idle += 1
    } else if keepsTheirs {
      merges.forward += 1
    } else {
      merges.concurrent += 1
    }
  }
}

extension LawReport: CustomStringConvertible {
  /// All counts, in a few lines.
  public var description: String {
    let stepCounts = Step.Kind.allCases.compactMap { kind in
      steps[kind].map { "\(kind.rawValue) \($0)" }
    }
    let checkCounts = Law.allCases.compactMap { law in checks[law].map { "\(law.rawValue) \($0)" } }
    let replicaCounts = replicas.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let clockCounts = clocks.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
    var lines = [
      "\(subject): \(schedules) schedules, seed \(seed)",
      "  replicas: \(replicaCounts.joined(separator: ", ")); "
        + "copies of one value \(schedulesFromOneValue); clocks: "
        + clockCounts.joined(separator: ", "),
      "  steps: \(stepCounts.joined(separator: ", "))",
      "  merges: \(merges.concurrent) concurrent, \(merges.forward) forward, "
        + "\(merges.idle) without effect",
    ]
    if abilities.hasDeltas {
      lines.append(
        "  late deltas: \(lateDeltas.accepted) accepted, \(lateDeltas.refused) refused "
          + "for lack of earlier ones, as is allowed; nothing to send \(emptyDeltas) times")
    }
    if abilities.hasFields {
      let counts = properties.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      lines.append("  properties merged: \(counts.joined(separator: ", "))")
    }
    lines.append("  checks: \(checkCounts.joined(separator: ", "))")
    if let missing { lines.append("  not checked: \(missing)") }
    return lines.joined(separator: "\n")
  }

  /// The laws that were never checked, and the reasons.
  private var missing: String? {
    var laws = Law.allCases.filter { checks[$0] == nil }
    var parts: [String] = []
    if !abilities.hasBytes {
      laws.removeAll { $0 == .encoding }
      parts.append("bytes (it is neither BinaryCodable nor Codable)")
    }
    if !abilities.hasDeltas {
      laws.removeAll { Self.lawsOfDeltas.contains($0) }
      parts.append("versions and deltas (it is not DeltaReplicable)")
    }
    parts += laws.map { "\($0.rawValue) (\(reason(for: $0)))" }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }

  private static let lawsOfDeltas: Set<Law> = [
    .delta, .repeatedDelta, .refusal, .silence, .versions, .bootstrap,
  ]

  /// The reason why a law was never checked.
  private func reason(for law: Law) -> String {
    switch law {
    case .order: "it is no sequence of comparable elements, and order: is not given"
    case .dispatch where !abilities.hasDirectMerge: "directMerge: is not given"
    case .fields where !abilities.hasFields: "no property that replicates is to be checked"
    case .promise: "promise: is not given"
    default: "it did not come up"
    }
  }
}
