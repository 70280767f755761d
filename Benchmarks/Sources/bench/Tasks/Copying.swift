// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// A text is copied and one character typed into the copy.
enum Copying: BenchmarkTask {
  static let name = "copy"

  private static let copies = 1_000

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    for size in [10_000, 1_000_000] {
      let text = edited(size: size, seed: inputs.seed)
      let original = text.string
      var longer = text
      longer.unicodeScalars.insert("x", at: size / 2)
      try WrongResult.check(longer, counts: size + 1, "\(size) characters, the copy")
      try recorder.time(name, "\(size) characters, edit one", operations: copies) {
        for copy in 0..<copies {
          var other = text
          other.unicodeScalars.insert("x", at: (copy &* 7_919) % size)
        }
      } check: {
        try WrongResult.check(text, shows: original, "\(size) characters, the original")
      }
    }
  }

  /// A text with a history of one scattered edit in ten characters.
  private static func edited(size: Int, seed: UInt64) -> ReplicatingText {
    let edits = size / 10
    var text = ReplicatingText(String(repeating: "a", count: size - edits))
    var typing = Typing(seed: seed, length: size - edits)
    Edits(typing.scattered(edits)).apply(to: &text)
    return text
  }
}
