// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// A delta of a whole history is kept as it was read, for receivers without any history. A receiver
/// with some history takes in the same.
@Suite struct WholeDeltaTests {
  /// A text of two branches that merge now and then, and one of its earlier states.
  private func texts(
    _ random: inout SeededGenerator
  ) throws -> (whole: ReplicatingText, part: ReplicatingText) {
    var texts = [ReplicatingText("begun "), ReplicatingText()]
    texts[1].merge(texts[0])
    var part = texts[0]
    for step in 0..<(1 + random.below(30)) {
      let place = random.below(2)
      let scalars = texts[place].unicodeScalars.count
      let start = random.below(scalars + 1)
      let end = min(scalars, start + random.below(3))
      texts[place].unicodeScalars.replaceSubrange(start..<end, with: "é\(step)")
      if random.oneIn(4) { texts[place].merge(texts[1 - place]) }
      if random.oneIn(10) { part = texts[place] }
    }
    return (texts[0].merged(with: texts[1]), part)
  }

  @Test(arguments: [1, 2] as [UInt64])
  func aDeltaThatWasReadDoesWhatTheSameDoesUnread(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(100) {
      let (whole, part) = try texts(&random)
      let made = try #require(whole.delta(since: ReplicatingText.Version()))
      let read = try ReplicatingText.Delta(encoded: made.encoded())
      var other = part
      other.append("apart")
      let receivers = [ReplicatingText(), part, other, whole, ReplicatingText("of another")]
      let agree = try receivers.allSatisfy { receiver in
        var (one, two) = (receiver, receiver)
        try one.validate(read)
        try one.merge(delta: read)
        try two.merge(delta: made)
        return one == two && one.string == two.string
          && one.string == receiver.merged(with: whole).string
      }
      if !agree || read != made || read.encoded() != made.encoded() {
        Issue.record("schedule \(schedule): \(whole.string)")
        return
      }
    }
  }
}
