// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The cost of an edit in ever longer texts.
enum Growth: BenchmarkTask {
  static let name = "grow"

  private static let edits = 10_000

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for (alphabet, pattern, letter) in [
      ("ASCII", "plain text", "e"), ("non-ASCII", "größer 漢字🙂", "é"),
    ] {
      for size in [10_000, 100_000, 1_000_000, 10_000_000] {
        let length = pattern.unicodeScalars.count
        let content = String(repeating: pattern, count: size / length)
        let text = ReplicatingText(content)
        let count = text.unicodeScalars.count
        var typing = Typing(seed: inputs.seed, length: count)
        let scattered = Edits(typing.scattered(edits))
        let typed = Edits(
          (0..<edits).map { Trace.Patch(position: count / 2 + $0, deleted: 0, inserted: letter) })
        let input = "\(size) characters, \(alphabet)"
        try measure(input, text, typed, scattered, recorder)
      }
    }
  }

  private static func measure(
    _ input: String, _ text: ReplicatingText, _ typed: Edits, _ scattered: Edits,
    _ recorder: Recorder
  ) throws {
    let saved = text.encoded()
    let count = text.unicodeScalars.count
    for (how, edits) in [("typing", typed), ("scattered edits", scattered)] {
      try recorder.time(
        name, "\(input), \(how), per edit", operations: edits.count,
        setUp: { try ReplicatingText(encoded: saved) }
      ) {
        edits.apply(to: &$0)
      } checkState: {
        // Every edit inserts one scalar.
        try WrongResult.check($0, counts: count + edits.count, "\(input), \(how)")
      }
    }
  }
}
