// SPDX-License-Identifier: MIT

import ReplicatingTypes

/// The cost of recording edits for undo, and of undoing them.
enum Undoing: BenchmarkTask {
  static let name = "undo"

  private static let size = 100_000
  private static let edits = 10_000

  static func run(_ inputs: Inputs, _ recorder: Recorder) throws {
    let saved = ReplicatingText(String(repeating: "plain text", count: size / 10)).encoded()
    let middle = size / 2
    try compare("typing", saved, leaving: size + edits, recorder) { text, edit in
      text.unicodeScalars.insert("e", at: middle + edit)
    }
    try compare("backspaces", saved, leaving: size - edits, recorder) { text, edit in
      text.unicodeScalars.removeSubrange((middle - edit - 1)..<(middle - edit))
    }
  }

  /// Times the same edits without a record, and recorded in a `TextUndo`. Then times undoing them.
  private static func compare(
    _ how: String, _ saved: [UInt8], leaving count: Int, _ recorder: Recorder,
    _ edit: (inout ReplicatingText, Int) -> Void
  ) throws {
    let input = "\(size) characters, \(how)"
    try recorder.time(
      name, "\(input), per edit", operations: edits,
      setUp: { try ReplicatingText(encoded: saved) }
    ) { text in
      for index in 0..<edits { edit(&text, index) }
    } checkState: {
      try WrongResult.check($0, counts: count, input)
    }
    func recorded() throws -> (text: ReplicatingText, undo: TextUndo) {
      (try ReplicatingText(encoded: saved), TextUndo())
    }
    func editAll(_ state: inout (text: ReplicatingText, undo: TextUndo)) {
      for index in 0..<edits { state.undo.edit(&state.text) { edit(&$0, index) } }
    }
    try recorder.time(
      name, "\(input), to be undone, per edit", operations: edits, setUp: recorded, run: editAll,
      checkState: { try WrongResult.check($0.text, counts: count, "\(input), to be undone") })
    let original = try ReplicatingText(encoded: saved).string
    try recorder.time(
      name, "\(input), all undone",
      setUp: {
        var state = try recorded()
        editAll(&state)
        return state
      },
      run: { state in
        while state.undo.canUndo { try state.undo.undo(&state.text.unicodeScalars) }
        return state.text
      },
      check: { try WrongResult.check($0.string == original, "undoing left something") })
  }
}
