// SPDX-License-Identifier: MIT

import Testing

@testable import ReplicatingText

/// The example of Documentation/Undo.md.
@Suite struct UndoExampleTests {
  @Test func onesOwnEditIsUndone() throws {
    let device = ReplicationEnvironment(milliseconds: { 1_000 }, random: { 7 })
    try device.run {
      var text: ReplicatingText = "Buy milk"
      var undo = TextUndo()

      undo.edit(&text) { $0.append(" and bread") }
      var yours = text
      yours.characters.insert("oat ", at: 4)
      text.merge(yours)
      #expect(text.string == "Buy oat milk and bread")

      let changes = try undo.undo(&text.utf16)
      #expect(text.string == "Buy oat milk")
      let caret = changes.last?.new.upperBound
      #expect(caret == 12)

      try undo.redo(&text.utf16)
      #expect(text.string == "Buy oat milk and bread")
    }
  }
}
