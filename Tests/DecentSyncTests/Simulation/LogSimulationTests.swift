// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import DecentSync

/// Whatever happens to devices and the folder between them: nothing that a user was told of is lost,
/// all devices show the same, a new device gets everything, and all come to rest with few objects.
@Suite struct LogSimulationTests {
  @Test func losesNothingAndComesToRest() throws {
    let settings = RunSettings()
    let first = settings.seed ?? 1
    for number in 0..<UInt64(settings.scheduleCount(60)) {
      let seed = first &+ number
      if let failure = outcome(seed: seed) {
        Issue.record("DECENT_SEED=\(seed): \(failure)")
        return
      }
    }
  }

  private func outcome(seed: UInt64) -> String? {
    do {
      let simulation = try LogSimulation(seed: seed)
      let steps = [60, 150, 300][Int(seed % 3)]
      for _ in 0..<steps { try simulation.step() }
      try simulation.settle()
      return nil
    } catch {
      return "\(error)"
    }
  }
}
