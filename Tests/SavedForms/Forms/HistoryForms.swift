// SPDX-License-Identifier: MIT

import Causality
import ReplicatingTypes

/// Places in a text, and texts that dropped deleted text.
enum HistoryForms {
  static let all: [any SavedForm] = [anchor, textWithoutDeletedText]

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

  /// A text that dropped deleted text and keeps its history.
  static let textWithoutDeletedText = ReplicatingForm(
    "text-without-deleted-text", ReplicatingText()
  ) { text, step in
    let scalars = text.unicodeScalars.count
    switch step {
    case 0:
      text.append("Hello, wörld 👍🏽.")
      text.unicodeScalars.removeSubrange(1..<3)
      if scalars == 0 { text.dropDeleted() }
    case 1: text.unicodeScalars.insert("brave ", at: min(4, scalars))
    case 2:
      text.unicodeScalars.insert("日本", at: min(4, scalars))
      text.unicodeScalars.removeSubrange(0..<min(2, scalars))
    case 3:
      text.dropDeleted()
      // Elements that are deleted from now on keep their text.
      text.update(to: text.string.replacing("l", with: "L"))
    default:
      text.unicodeScalars.removeSubrange(0..<scalars / 2)
      text.append("\0\u{feff}\u{10ffff}e\u{301}\u{301}\r\n" + String(repeating: "a", count: 200))
      text.dropDeleted()
      text.unicodeScalars.removeSubrange(1..<3)
    }
  } show: {
    ShownText.quoted($0.string)
  }
}
