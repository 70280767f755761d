// SPDX-License-Identifier: MIT

import ReplicationLaws

@testable import ReplicatingText

/// A few copies of one text, edited, merged, copied and reloaded at random. Edits are made at a few
/// places, in whole characters.
struct ManyReplicas {
  private(set) var texts: [ReplicatingText]

  static let pieces = [
    "cat", "dog", "x", "\n", "é", "e\u{301}", "\u{301}", "日本", "👍", "👍🏽", "🏽", "👨‍👩‍👧", "\u{200d}", "👩",
    "🇩🇪", "🇩", "🇳🇴🇳🇴", "\r\n", "\r", "𐍈", "각", "\u{1100}", "\u{1161}", "क्", "ष",
  ]

  private let dropsText: Bool

  init(_ random: inout SeededGenerator, droppingText dropsText: Bool = false) {
    self.dropsText = dropsText
    texts = [ReplicatingText](repeating: ReplicatingText(), count: 2 + random.below(4))
  }

  /// One step.
  ///
  /// - Returns: The number of the changed text.
  mutating func step(_ random: inout SeededGenerator) throws -> Int {
    let (index, other) = (random.below(texts.count), random.below(texts.count))
    switch random.below(dropsText ? 14 : 12) {
    case 12: texts[index].dropDeleted()
    case 13:
      let sessions = texts[index].sessions
      guard !sessions.isEmpty else { break }
      try texts[index].dropDeleted(upTo: random.pick(sessions).version)
    case 0..<7: Self.edit(&texts[index], &random)
    case 7, 8: texts[index].merge(texts[other])
    case 9:
      if let delta = texts[other].delta(since: texts[index].version) {
        try texts[index].merge(delta: delta)
      }
    case 10: texts[index] = texts[other]
    default: texts[index] = try ReplicatingText(encoded: texts[index].encoded())
    }
    return index
  }

  static func edit(_ text: inout ReplicatingText, _ random: inout SeededGenerator) {
    let count = text.unicodeScalars.count
    let position = random.oneIn(2) ? min(count, 3) : random.below(count + 1)
    switch random.below(7) {
    case 0, 1, 2: text.unicodeScalars.insert(random.pick(pieces), at: position)
    case 3: for _ in 0..<3 { text.unicodeScalars.insert(random.pick(pieces), at: position) }
    case 4: text.unicodeScalars.removeSubrange(position..<min(count, position + 3))
    case 5 where position > 1:
      for end in [position, position - 1] { text.unicodeScalars.removeSubrange(end - 1..<end) }
    default:
      let pasted = (0..<6).map { _ in random.pick(pieces) }.joined()
      text.unicodeScalars.replaceSubrange(
        position..<min(count, position + random.below(6)), with: pasted)
    }
  }
}
