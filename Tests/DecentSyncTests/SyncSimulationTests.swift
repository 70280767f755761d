// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Testing

/// After whatever happened, once the faults end: every device holds everything
/// anybody wrote, a newcomer gets it from either remote alone, and all is idle.
@Suite struct SyncSimulationTests {
  private struct Schedules: Sequence {
    let seeds: [UInt64]

    init(_ count: Int) {
      let environment = ProcessInfo.processInfo.environment
      let scale = environment["DECENT_SCALE"].flatMap(Double.init) ?? 1
      let scaled = Swift.max(1, Int(Double(count) * scale))
      seeds =
        environment["DECENT_SEED"].flatMap(UInt64.init).map { [$0] }
        ?? (1...scaled).map(UInt64.init)
    }

    func makeIterator() -> some IteratorProtocol<UInt64> { seeds.makeIterator() }
  }

  @Test func losesNothingAndComesToRest() throws {
    for seed in Schedules(1000) {
      if let failure = try outcome(seed: seed) {
        Issue.record("DECENT_SEED=\(seed): \(failure)")
        return
      }
    }
  }

  private func outcome(seed: UInt64) throws -> String? {
    var simulation = SyncSimulation(seed: seed)
    for _ in 0..<150 { try simulation.step() }
    guard try simulation.settle() != nil else { return "the devices never came to rest" }
    let everything = simulation.everything
    for party in simulation.parties where party.device.holding != everything {
      return "device \(party.device.author) holds \(party.device.holding), not \(everything)"
    }
    let before = try simulation.remotes.map { try Set($0.list(prefix: "")) }
    for (number, remote) in simulation.remotes.enumerated() {
      let newcomer = Device(author: 100)
      let report = try newcomer.sync(remote)
      guard newcomer.holding == everything else {
        return "a newcomer gets \(newcomer.holding) from remote \(number), not \(everything)"
      }
      guard report.uploaded.objects == 0 else { return "a newcomer uploads to remote \(number)" }
    }
    let after = try simulation.remotes.map { try Set($0.list(prefix: "")) }
    return before == after ? nil : "objects changed at rest"
  }

  @Test func repeatsItselfForOneSeed() throws {
    func trace(_ seed: UInt64) throws -> [[[UInt8]]] {
      var simulation = SyncSimulation(seed: seed)
      for _ in 0..<150 { try simulation.step() }
      return try simulation.remotes.map { store in try store.names().map { try store.read($0) } }
    }
    #expect(try trace(5) == trace(5))
    #expect(try trace(5) != trace(6))
  }
}
