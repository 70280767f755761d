// SPDX-License-Identifier: MIT

/// A random course of events for a few replicas. A schedule follows from a seed alone, before a
/// ``LawDriver`` carries it out.
public struct Schedule: Sendable {
  /// The seed from which the whole schedule follows.
  public let seed: UInt64

  /// The number of replicas at the start.
  public let replicaCount: Int

  /// Whether the replicas start as copies of one value. If false, each replica starts as a value of
  /// its own.
  public let startsFromOneValue: Bool

  /// The steps. Any step may be left out.
  public var steps: [Step]

  /// The distance between the devices' clocks.
  let spread: ClockSpread

  /// Draws a schedule: 3 to 6 replicas, 20 to 40 steps.
  public init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    self.seed = seed
    replicaCount = 3 + random.below(4)
    startsFromOneValue = random.oneIn(2)
    spread = random.pick(ClockSpread.allCases)
    let count = 20 + random.below(21)
    steps = []
    for _ in 0..<count { steps.append(Step(&random)) }
  }
}
