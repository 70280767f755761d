// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import DecentSync

/// After whatever happened, once the faults end: every device holds everything
/// anybody wrote, newcomers get it from either remote alone, nobody finds that others show
/// something else, and all is idle.
@Suite struct SyncSimulationTests {
  private let steps = 110

  private struct Schedules: Sequence {
    let seeds: [UInt64]

    init(_ count: Int) {
      let settings = RunSettings()
      let first = settings.seed ?? 1
      seeds = (0..<settings.scheduleCount(count)).map { first &+ UInt64($0) }
    }

    func makeIterator() -> some IteratorProtocol<UInt64> { seeds.makeIterator() }
  }

  @Test func losesNothingAndComesToRest() throws {
    for seed in Schedules(200) {
      if let failure = try outcome(seed: seed) {
        Issue.record("DECENT_SEED=\(seed): \(failure)")
        return
      }
    }
  }

  private func outcome(seed: UInt64) throws -> String? {
    var simulation = SyncSimulation(seed: seed)
    for _ in 0..<steps { try simulation.step() }
    if let failure = try simulation.settle() { return failure }
    simulation.enlistNewcomers()
    if let failure = try simulation.settle() { return "with newcomers, \(failure)" }
    let everything = simulation.everything
    for party in simulation.parties where party.device.holding != everything {
      return "device \(party.device.author) holds \(party.device.holding), not \(everything)"
    }
    let digests = Set(simulation.parties.map { $0.device.journal.digest })
    return digests.count == 1 ? nil : "equal documents have unequal digests"
  }

  /// Where nothing is ever lost, nobody says again what others said. A rare schedule may still make
  /// a device do so, where a run that did not end lies between two old listings. It costs a few
  /// bytes.
  @Test func nobodyRepeatsWhatOthersSay() throws {
    let schedules = Schedules(30)
    var repeating: [UInt64] = []
    // A device repeated others in the last two once, when an object could not be read in between.
    for seed in schedules.seeds + [821_245_239, 821_245_436] {
      var simulation = SyncSimulation(
        seed: seed, .init(listingsAlone: [.oldListing, .partialListing, .outage]))
      for _ in 0..<steps { try simulation.step() }
      #expect(try simulation.settle() == nil, "DECENT_SEED=\(seed)")
      let store = simulation.remotes[0]
      let said = try store.names().flatMap { name in
        try SealedSegment(bytes: store.read(name)).segment.changes.flatMap { change in
          WordList.words(in: change.delta).map { "\(change.document) \($0)" }
        }
      }
      let repeated = Dictionary(grouping: said, by: \.self).filter { $0.value.count > 1 }
      if !repeated.isEmpty { repeating.append(seed) }
      #expect(Set(said).count == simulation.everything.values.map(\.count).reduce(0, +))
    }
    // The seeds that are always run have none.
    let mostRepeating = RunSettings().seed == nil ? 0 : 1 + schedules.seeds.count / 100
    #expect(repeating.count <= mostRepeating, "seeds \(repeating)")
  }

  @Test func repeatsItselfForOneSeed() throws {
    func trace(_ seed: UInt64) throws -> [[[UInt8]]] {
      var simulation = SyncSimulation(seed: seed)
      for _ in 0..<steps { try simulation.step() }
      return try simulation.remotes.map { store in try store.names().map { try store.read($0) } }
    }
    #expect(try trace(5) == trace(5))
    #expect(try trace(5) != trace(6))
  }
}
