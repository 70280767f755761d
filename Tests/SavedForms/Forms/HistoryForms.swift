// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes

/// What is kept beside a text, and what a device keeps of one for itself.
enum HistoryForms {
  static let all: [any SavedForm] = [
    anchor, undo, arrayUndo, textWithoutHistory, OwnTextForm(),
  ]

  static let text: ReplicatingText = {
    var text = ReplicatingText()
    SampleDevice.first.run { text.append("Hello, wörld 👍🏽.") }
    SampleDevice.last.run { text.unicodeScalars.removeSubrange(2..<4) }
    return text
  }()

  private static let anchor = PlainForm(name: "anchor") {
    [
      ("start", ReplicatingText.Anchor.start),
      ("end", .end),
      ("before", text.characters.anchor(at: 3, .before)),
      ("after", text.characters.anchor(at: 3, .after)),
      ("farthest", ReplicatingText.Anchor(.after, text.version.tips.last)),
    ]
  } show: { (anchor: ReplicatingText.Anchor) in
    let place = text.characters.offset(of: anchor).map { "\($0)" } ?? "unknown"
    return "\(anchor.side) \(anchor.element.map(\.description) ?? "-"): \(place)"
  }

  private static let textWithoutHistory = ReplicatingForm(
    "text-without-history", ReplicatingText()
  ) { text, step in
    let scalars = text.unicodeScalars.count
    switch step {
    case 0:
      text.append("Hello, wörld 👍🏽.")
      text.unicodeScalars.removeSubrange(1..<3)
      if scalars == 0 { text.dropHistory() }
    case 1: text.unicodeScalars.insert("brave ", at: min(4, scalars))
    case 2:
      text.unicodeScalars.insert("日本", at: min(4, scalars))
      text.unicodeScalars.removeSubrange(0..<min(2, scalars))
    case 3:
      text.dropDeletedText()
      // What of it others had not seen is kept.
      if let first = text.sessions.first { try? text.dropHistory(upTo: first.version) }
      text.update(to: text.string.replacing("l", with: "L"))
    default:
      text.unicodeScalars.removeSubrange(0..<scalars / 2)
      text.append("\0\u{feff}\u{10ffff}e\u{301}\u{301}\r\n" + String(repeating: "a", count: 200))
      text.dropHistory()
      text.unicodeScalars.removeSubrange(1..<3)
      text.dropDeletedText()
    }
  } show: {
    ShownText.quoted($0.string)
  }

  private static let undo = PlainForm(name: "undo") {
    var text = HistoryForms.text
    var undo = TextUndo()
    let fresh = undo
    SampleDevice.second.run {
      undo.edit(&text, at: 1_000) { $0.append("abc") }
      undo.edit(&text, at: 9_000) { $0.unicodeScalars.removeSubrange(3..<9) }
      undo.edit(&text, at: 99_000) { $0.unicodeScalars.replaceSubrange(0..<2, with: "日本") }
    }
    var undone = undo
    // It has all that is undone.
    SampleDevice.second.run { _ = try? undone.undo(&text.unicodeScalars) }
    return [("fresh", fresh), ("three-steps", undo), ("one-undone", undone)]
  } show: { (undo: TextUndo) in
    "\(undo.canUndo ? "can undo" : "-"), \(undo.canRedo ? "can redo" : "-")"
  }

  private static let arrayUndo = PlainForm(name: "array-undo") {
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
    // It has all that is undone.
    SampleDevice.second.run { _ = try? undone.undo(&array) }
    return [("fresh", fresh), ("three-steps", undo), ("one-undone", undone)]
  } show: { (undo: ArrayUndo) in
    "\(undo.canUndo ? "can undo" : "-"), \(undo.canRedo ? "can redo" : "-")"
  }
}

/// A text as a device keeps it for itself: believed, so forged bytes may show anything, but
/// nothing that is done with it may trap.
private struct OwnTextForm: SavedForm {
  let name = "own-text"

  var kinds: [SavedPart: FrameKind] { [.value: ReplicatingText.frameKind] }

  func samples() throws(EncodingFailure) -> [SavedSample] {
    var joined = HistoryForms.text
    var other = joined
    SampleDevice.second.run { joined.append(" One.") }
    SampleDevice.third.run { other.append(" Two.") }
    joined.merge(other)
    SampleDevice.third.run { joined.unicodeScalars.insert("\u{10ffff}", at: 0) }
    return [
      SavedSample(.value, "empty", ReplicatingText().encoded(for: .ownDevice)),
      SavedSample(.value, "base", HistoryForms.text.encoded(for: .ownDevice)),
      SavedSample(.value, "joined", joined.encoded(for: .ownDevice)),
    ]
  }

  func shown(
    _ bytes: [UInt8], as part: SavedPart, to samples: [SavedSample]
  ) throws(DecodingFailure) -> [String] {
    let text = try read(bytes)
    return [ShownText.quoted(text.string), text.version.description]
  }

  func rewritten(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> [UInt8] {
    try read(bytes).encoded(for: .ownDevice)
  }

  func read(_ bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) {
    _ = try read(bytes).string
  }

  private func read(_ bytes: [UInt8]) throws(DecodingFailure) -> ReplicatingText {
    try ReplicatingText(encoded: bytes, from: .ownDevice)
  }

  func complaint(about bytes: [UInt8], as part: SavedPart) throws(DecodingFailure) -> String? {
    var text = try read(bytes)
    text.merge(HistoryForms.text)
    SampleDevice.editor.run { text.append("edit") }
    let saved = text.encoded()
    _ = text.merged(with: HistoryForms.text).string
    return (try? ReplicatingText(encoded: saved)) == nil ? "it cannot be saved and read" : nil
  }
}
