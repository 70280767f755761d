// SPDX-License-Identifier: MIT

import NotesCore
import ReplicatingTypes

/// The own bytes of a device: texts, with all that they may have dropped, and the two documents of
/// `NotesCore`.
enum OwnForms {
  static let all: [any SavedForm] = [
    text,
    OwnForm(of: HistoryForms.textWithoutDeletedText) { $0 },
    OwnForm(of: ModelForms.note) { $0.text },
    OwnForm(of: ModelForms.purges) { _ in nil },
  ]

  /// Three devices each typed before they saw the last letters of the others, round after round.
  private static var neverAgreed: ReplicatingText {
    var texts = [ReplicatingText](repeating: HistoryForms.text, count: 3)
    let devices = [SampleDevice.first, SampleDevice.second, SampleDevice.third]
    for round in 0..<100 {
      for (place, device) in devices.enumerated() {
        device.run {
          let count = texts[place].unicodeScalars.count
          texts[place].unicodeScalars.insert("x", at: (7 * round + place) % count)
          if count > 12 { texts[place].unicodeScalars.removeSubrange(3 * place..<3 * place + 1) }
        }
      }
      for place in texts.indices { texts[place].merge(texts[(place + 1) % 3]) }
    }
    return texts[0]
  }

  private static let text = OwnForm("own-text", mergedWith: HistoryForms.text) {
    var joined = HistoryForms.text
    var other = joined
    SampleDevice.second.run { joined.append(" One.") }
    SampleDevice.third.run { other.append(" Two.") }
    joined.merge(other)
    SampleDevice.third.run { joined.unicodeScalars.insert("\u{10ffff}", at: 0) }
    return [
      ("empty", ReplicatingText()), ("base", HistoryForms.text), ("joined", joined),
      ("never-agreed", neverAgreed),
    ]
  } text: {
    $0
  } edit: { text in
    SampleDevice.editor.run { text.append("edit") }
  } show: {
    ShownText.quoted($0.string)
  }
}
