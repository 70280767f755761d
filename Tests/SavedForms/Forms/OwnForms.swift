// SPDX-License-Identifier: MIT

import DecentNotes
import ReplicatingTypes

/// What a device keeps for itself: texts, with all that they may have dropped, and the two
/// documents of `DecentNotes`.
enum OwnForms {
  static let all: [any SavedForm] = [
    text,
    OwnForm(of: HistoryForms.textWithoutDeletedText) { $0 },
    OwnForm(of: HistoryForms.textWithoutHistory) { $0 },
    OwnForm(of: ModelForms.note) { $0.text },
    EarlierForm(OwnForm(of: ModelForms.ofEarlier) { _ in nil }, readAs: index),
    index,
  ]

  private static let index = OwnForm(of: ModelForms.index) { _ in nil }

  private static let text = OwnForm("own-text", mergedWith: HistoryForms.text) {
    var joined = HistoryForms.text
    var other = joined
    SampleDevice.second.run { joined.append(" One.") }
    SampleDevice.third.run { other.append(" Two.") }
    joined.merge(other)
    SampleDevice.third.run { joined.unicodeScalars.insert("\u{10ffff}", at: 0) }
    return [("empty", ReplicatingText()), ("base", HistoryForms.text), ("joined", joined)]
  } text: {
    $0
  } edit: { text in
    SampleDevice.editor.run { text.append("edit") }
  } show: {
    ShownText.quoted($0.string)
  }
}
