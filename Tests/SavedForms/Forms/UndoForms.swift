// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

/// The steps to undo in a text and in an array. Forged steps are undone and redone in a value that
/// knows all edits of the samples.
enum UndoForms {
  static let all: [any SavedForm] = [undo, arrayUndo]

  private static let undo = PlainForm(name: "undo") {
    undoSamples.steps
  } show: { (undo: TextUndo) in
    "\(undo.canUndo ? "can undo" : "-"), \(undo.canRedo ? "can redo" : "-")"
  } complain: {
    complaint(about: $0)
  }

  private static let undoSamples:
    (text: ReplicatingText, steps: [(name: String, content: TextUndo)]) = {
      var text = HistoryForms.text
      var undo = TextUndo()
      let fresh = undo
      SampleDevice.second.run {
        undo.edit(&text, at: 1_000) { $0.append("abc") }
        undo.edit(&text, at: 9_000) { $0.unicodeScalars.removeSubrange(3..<9) }
        undo.edit(&text, at: 99_000) { $0.unicodeScalars.replaceSubrange(0..<2, with: "日本") }
      }
      var undone = undo
      // The text takes in the undoing, and knows all edits of the samples.
      SampleDevice.second.run { _ = try? undone.undo(&text.unicodeScalars) }
      return (text, [("fresh", fresh), ("three-steps", undo), ("one-undone", undone)])
    }()

  private static func complaint(about undo: TextUndo) -> String? {
    var (undo, text) = (undo, undoSamples.text)
    SampleDevice.editor.run {
      for _ in 0..<2 {
        // Steps that name other edits are refused.
        while undo.canUndo, (try? undo.undo(&text.unicodeScalars)) != nil {}
        while undo.canRedo, (try? undo.redo(&text.unicodeScalars)) != nil {}
      }
    }
    guard let read = try? ReplicatingText(encoded: text.encoded()), read == text,
      read.string == text.string
    else { return "what is undone cannot be saved and read" }
    let bytes = undo.encoded()
    return (try? TextUndo(encoded: bytes))?.encoded() == bytes
      ? nil : "what is left to undo cannot be saved and read"
  }

  // MARK: Arrays

  private static let arrayUndo = PlainForm(name: "array-undo") {
    arrayUndoSamples.steps
  } show: { (undo: ArrayUndo) in
    "\(undo.canUndo ? "can undo" : "-"), \(undo.canRedo ? "can redo" : "-")"
  } complain: {
    complaint(about: $0)
  }

  private static let arrayUndoSamples:
    (array: ReplicatingArray<Int>, steps: [(name: String, content: ArrayUndo)]) = {
      var array = ReplicatingArray<Int>()
      SampleDevice.first.run { array.append(contentsOf: 0..<20) }
      var undo = ArrayUndo()
      let fresh = undo
      SampleDevice.second.run {
        undo.edit(&array, at: 1_000) { $0.append(contentsOf: [20, 21]) }
        undo.edit(&array, at: 9_000) { $0.removeSubrange(3..<9) }
        undo.edit(&array, at: 99_000) { $0[1] = -1 }
      }
      var undone = undo
      // The array takes in the undoing, and knows all edits of the samples.
      SampleDevice.second.run { _ = try? undone.undo(&array) }
      return (array, [("fresh", fresh), ("three-steps", undo), ("one-undone", undone)])
    }()

  private static func complaint(about undo: ArrayUndo) -> String? {
    var (undo, array) = (undo, arrayUndoSamples.array)
    SampleDevice.editor.run {
      for _ in 0..<2 {
        while undo.canUndo, (try? undo.undo(&array)) != nil {}
        while undo.canRedo, (try? undo.redo(&array)) != nil {}
      }
    }
    guard let saved = try? array.encoded(), let read = try? ReplicatingArray<Int>(encoded: saved),
      read == array
    else { return "what is undone cannot be saved and read" }
    let bytes = undo.encoded()
    return (try? ArrayUndo(encoded: bytes))?.encoded() == bytes
      ? nil : "what is left to undo cannot be saved and read"
  }
}
