// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import ReplicatingText

/// The engine against an independent tree: the same events give the same text.
@Suite struct TextLockstep {
  private func edit(_ text: inout ReplicatingText, _ random: inout SeededGenerator) {
    let count = text.unicodeScalars.count
    let position = random.below(count + 1)
    switch random.below(8) {
    case 0, 1: text.unicodeScalars.insert(random.pick(["cat", "dog", "x"]), at: position)
    case 2: for _ in 0..<3 { text.unicodeScalars.insert("é", at: position) }
    case 3: text.unicodeScalars.removeSubrange(position..<min(count, position + 3))
    case 4 where position > 1:
      for end in [position, position - 1] { text.unicodeScalars.removeSubrange(end - 1..<end) }
    case 5: text.dropDeleted()
    case 6:
      let sessions = text.sessions
      if !sessions.isEmpty { try? text.dropDeleted(upTo: random.pick(sessions).version) }
    default: text.unicodeScalars.insert("ab", at: min(position, 2))
    }
  }

  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func randomSchedules(seed: UInt64) throws {
    for schedule in 0..<500 {
      var random = SeededGenerator(seed: seed << 32 + UInt64(schedule))
      var replicas = [ReplicatingText](repeating: ReplicatingText(), count: 3 + random.below(3))
      for step in 0..<(20 + random.below(20)) {
        let (index, other) = (random.below(replicas.count), random.below(replicas.count))
        switch random.below(10) {
        case 0..<6: edit(&replicas[index], &random)
        case 6, 7: replicas[index].merge(replicas[other])
        case 8:
          if let delta = replicas[other].delta(since: replicas[index].version) {
            try replicas[index].merge(delta: delta)
          }
        default: replicas[index] = replicas[other]
        }
        if random.below(4) == 0, replicas[index].string != NaiveText(replicas[index]).string {
          Issue.record("seed \(seed), schedule \(schedule), step \(step)")
          return
        }
      }
      let merged = replicas.reduce(replicas[0]) { $0.merged(with: $1) }
      let decoded = try ReplicatingText(encoded: merged.encoded())
      let naive = NaiveText(merged).string
      if merged.string != naive || decoded.string != naive {
        Issue.record(
          "seed \(seed), schedule \(schedule): \(merged), decoded \(decoded), naive \(naive)")
        return
      }
    }
  }
}
