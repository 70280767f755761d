// SPDX-License-Identifier: MIT

import ReplicationLaws

@testable import ReplicatingText

/// A text that many users edit concurrently at a few places, with every edit as the delta that its
/// author would send.
struct BranchedHistory {
  /// The text of each open branch. No branch has seen the last edit of another.
  private(set) var branches: [ReplicatingText]

  /// The deltas of all edits, one each.
  private(set) var deltas: [ReplicatingText.Delta] = []

  private static let words = ["cat", "dog", "Grüße", "日本語", "x"]

  /// Scalars that make one visible character, and scalars that join their neighbours.
  private static let clusters = [
    "👨‍👩‍👧‍👦", "🇩🇪", "🇳🇴", "👍🏽", "🏳️‍🌈", "e\u{301}\u{323}", "한", "\r\n", "\u{301}", "\u{200d}",
    "🏽", "🇫",
  ]

  init(branches count: Int, _ random: inout SeededGenerator) {
    branches = [ReplicatingText()]
    write(in: 0) { $0.append("The quick |brown 👩🏾‍🚀 fox and a café.") }
    branches = [ReplicatingText](repeating: branches[0], count: count)
    for _ in 0..<max(2, 24 / count) {
      for branch in random.shuffled(Array(branches.indices)) {
        if random.oneIn(4) { branches[branch].merge(random.pick(branches)) }
        edit(branch, &random)
      }
    }
    // An edit that no other branch sees before the end keeps every branch open.
    for branch in branches.indices {
      write(in: branch) { $0.unicodeScalars.insert("\(branch % 10)", at: 0) }
    }
  }

  private mutating func write(in branch: Int, _ body: (inout ReplicatingText) -> Void) {
    let before = branches[branch].version
    body(&branches[branch])
    if let delta = branches[branch].delta(since: before) { deltas.append(delta) }
  }

  // MARK: Edits

  private mutating func edit(_ branch: Int, _ random: inout SeededGenerator) {
    let place = Self.place(in: branches[branch], &random)
    let word = random.pick(random.oneIn(2) ? Self.words : Self.clusters)
    let choice = random.below(8)
    let pasted = (0..<8).map { _ in random.pick(Self.words + Self.clusters) }.joined()
    let length = random.below(12)
    write(in: branch) { text in
      switch choice {
      case 0: Self.type(word, at: place, in: &text)
      case 1: Self.typeBackwards(word, at: place, in: &text)
      case 2: text.unicodeScalars.insert(pasted, at: place)
      case 3, 4: Self.delete(length, from: place, in: &text)
      case 5: Self.pressBackspace(length / 2, from: place, in: &text)
      case 6: Self.replaceCharacter(near: place, with: word, in: &text)
      default: text.utf16.insert(word, at: min(place, text.utf16.count))
      }
    }
  }

  /// One of three places that all branches know, or any place; in scalars.
  private static func place(in text: ReplicatingText, _ random: inout SeededGenerator) -> Int {
    let scalars = Array(text.string.unicodeScalars)
    switch random.below(5) {
    case 0: return 0
    case 1: return scalars.count
    case 2, 3: return scalars.firstIndex(of: "|") ?? scalars.count / 2
    default: return random.below(scalars.count + 1)
    }
  }

  private static func type(_ word: String, at place: Int, in text: inout ReplicatingText) {
    for (offset, scalar) in word.unicodeScalars.enumerated() {
      text.unicodeScalars.insert(String(scalar), at: place + offset)
    }
  }

  private static func typeBackwards(_ word: String, at place: Int, in text: inout ReplicatingText) {
    for scalar in word.unicodeScalars.reversed() {
      text.unicodeScalars.insert(String(scalar), at: place)
    }
  }

  private static func delete(_ length: Int, from place: Int, in text: inout ReplicatingText) {
    let start = max(0, place - length / 2)
    text.unicodeScalars.removeSubrange(start..<min(start + length, text.unicodeScalars.count))
  }

  private static func pressBackspace(
    _ times: Int, from place: Int, in text: inout ReplicatingText
  ) {
    for end in (0...place).reversed().prefix(times) where end > 0 {
      text.unicodeScalars.removeSubrange((end - 1)..<end)
    }
  }

  private static func replaceCharacter(
    near place: Int, with word: String, in text: inout ReplicatingText
  ) {
    let count = text.characters.count
    let start = min(place, max(0, count - 1))
    text.characters.replaceSubrange(start..<min(start + 1, count), with: word)
  }
}
