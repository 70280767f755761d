// SPDX-License-Identifier: MIT

/// A plan of what happens to a few replicas of one value: a value itself,
/// drawn from a seed and then carried out.
public struct Schedule: Sendable {
  /// What everything in the schedule follows from.
  public let seed: UInt64

  /// How many replicas there are at the start.
  public let replicaCount: Int

  /// Whether the replicas start as copies of one value, rather than each as a
  /// value of its own.
  public let startsFromOneValue: Bool

  /// What happens; any part of it may be left out.
  public var steps: [Step]

  /// How far apart the devices' clocks are.
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
