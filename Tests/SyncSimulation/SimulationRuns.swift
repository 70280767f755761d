// SPDX-License-Identifier: MIT

import ReplicationLaws

/// Simulations on many seeds: `DECENT_SEED` or the usual one, and others far from it, so that no run
/// of the next seed repeats them. `DECENT_SCALE` multiplies their number.
package struct SimulationRuns {
  /// The failures after which no further simulation is run.
  private static let mostFailures = 10
  private let seeds: [UInt64]
  /// Whether neither variable is set. Each event is then known to happen.
  private let isUsual: Bool

  /// - Parameter usualSeed: A seed with which each event happens.
  package init(count: Int, usualSeed: UInt64 = 1) {
    let settings = RunSettings()
    let first = settings.seed ?? usualSeed
    isUsual = settings.seed == nil && settings.scale == 1
    // The odd number nearest to 2^64 divided by the golden ratio: multiples of it meet late.
    let stride: UInt64 = 0x9e37_79b9_7f4a_7c15
    seeds = (0..<UInt64(settings.scheduleCount(count))).map { first &+ $0 &* stride }
  }

  /// Runs the simulation of one seed.
  @discardableResult
  package static func run<Shelf: SimulatedShelf>(
    _ seed: UInt64, on shelf: Shelf
  ) throws -> LogSimulation<Shelf> {
    let simulation = try LogSimulation(seed: seed, on: shelf)
    for _ in 0..<[60, 150, 300][Int(seed % 3)] { try simulation.step() }
    try simulation.settle()
    return simulation
  }

  /// Runs all simulations.
  ///
  /// - Returns: The failures of the first simulations that fail; nil if none does.
  package func failure<Shelf: SimulatedShelf>(
    on makeShelf: () throws -> Shelf
  ) -> SimulationFailure? {
    var events: [LogSimulation<Shelf>.Event: Int] = [:]
    var failures: [String] = []
    for seed in seeds where failures.count < Self.mostFailures {
      do {
        events.merge(try Self.run(seed, on: makeShelf()).events, uniquingKeysWith: +)
      } catch {
        failures.append("DECENT_SEED=\(seed): \(error)")
      }
    }
    if !failures.isEmpty { return SimulationFailure(failures.joined(separator: "\n")) }
    let missing = LogSimulation<Shelf>.Event.allCases.filter {
      events[$0] == nil && ($0 != .documentRemoval || Shelf.removesDocuments)
    }
    if isUsual, !missing.isEmpty {
      return SimulationFailure("never happened: \(missing.map(\.rawValue))")
    }
    print(
      "\(Shelf.self): \(seeds.count) schedules, seed \(seeds[0]);",
      events.sorted { $0.key.rawValue < $1.key.rawValue }.map { "\($0.key.rawValue) \($0.value)" }
        .joined(separator: ", "))
    return nil
  }
}
