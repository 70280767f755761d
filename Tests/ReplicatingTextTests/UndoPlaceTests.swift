// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// Where text that comes back stands among the text of others.
@Suite struct UndoPlaceTests {
  private typealias Edit = @Sendable (inout ReplicatingText) -> Void

  /// The text after an edit of one person, one that another person then makes, and the undoing.
  private func undone(_ start: String, _ edit: Edit, then others: Edit) throws -> String {
    var text = ReplicatingText(start)
    var undo = TextUndo()
    undo.edit(&text, at: 0, edit)
    var yours = text
    others(&yours)
    text.merge(yours)
    let before = text.string
    try undo.undo(&text.utf16)
    let after = text.string
    try undo.redo(&text.utf16)
    #expect(text.string == before)
    try undo.undo(&text.utf16)
    #expect(text.string == after)
    yours.merge(text)
    #expect(yours == text && yours.string == text.string)
    return after
  }

  // MARK: Replacements

  /// The ways to replace `milk` by `bread`.
  private static let replacements: [Edit] = [
    { $0.characters.replaceSubrange(4..<8, with: "bread") },
    { $0.update(to: "Buy bread") },
    { text in
      text.characters.removeSubrange(4..<8)
      text.append("bread")
    },
    { text in
      text.append("bread")
      text.characters.removeSubrange(4..<8)
    },
    { text in
      text.characters.insert("bread", at: 4)
      text.characters.removeSubrange(9..<13)
    },
  ]

  @Test(arguments: replacements.indices)
  func replacedTextComesBackWhereTheInsertionStands(way: Int) throws {
    let edit = Self.replacements[way]
    let behind = try undone("Buy milk", edit) { $0.append(" today") }
    #expect(behind == "Buy milk today")
    let before = try undone("Buy milk", edit) { $0.characters.insert("oat ", at: 4) }
    #expect(before == "Buy oat milk")
    let amid = try undone("Buy milk", edit) { $0.characters.insert("-", at: 6) }
    #expect(["Buy -milk", "Buy milk-"].contains(amid))
    let instead = try undone("Buy milk", edit) { $0.characters.replaceSubrange(4..<9, with: "rye") }
    #expect(["Buy ryemilk", "Buy milkrye"].contains(instead))
  }

  @Test func aWholeTextTypedOverComesBackBeforeALaterLine() throws {
    let text = try undone("first\nsecond\n") {
      $0.characters.replaceSubrange(0..<13, with: "new\n")
    } then: {
      $0.append("added by another\n")
    }
    #expect(text == "first\nsecond\nadded by another\n")
  }

  @Test func aCorrectedWordComesBackBeforeWhatFollowsIt() throws {
    let ful = try undone("colour") {
      $0.update(to: "color")
    } then: {
      $0.append("ful")
    }
    #expect(ful == "colourful")
    let big = try undone("teh cat") {
      $0.characters.replaceSubrange(0..<3, with: "the")
    } then: {
      $0.characters.insert(" big", at: 3)
    }
    #expect(big == "teh big cat")
  }

  @Test func whatIsAddedOutsideTheStepsStaysBehind() throws {
    var text: ReplicatingText = "Buy milk"
    var undo = TextUndo()
    undo.edit(&text, at: 0) { $0.characters.replaceSubrange(4..<8, with: "bread") }
    text.append("\n")
    undo = try TextUndo(encoded: undo.encoded())
    text = try ReplicatingText(encoded: text.encoded())
    try undo.undo(&text.utf16)
    #expect(text.string == "Buy milk\n")
  }

  // MARK: Deletions

  @Test func deletedTextComesBackRightBehindItsLeftNeighbour() throws {
    let delete: Edit = { $0.characters.removeSubrange(4..<8) }
    #expect(try undone("Buy milk", delete) { $0.append("today") } == "Buy milktoday")
    #expect(
      try undone("Buy milk.", delete) { $0.characters.insert(" now", at: 4) } == "Buy milk now.")
    #expect(
      try undone("milk.") {
        $0.characters.removeSubrange(0..<4)
      } then: {
        $0.characters.insert("A", at: 0)
      } == "milkA.")
  }

  /// Text that others typed before they saw the deletion keeps its place beside the deleted text.
  @Test func textTypedAtTheSameTimeKeepsItsPlace() throws {
    for isReplacement in [false, true] {
      var text: ReplicatingText = "Buy milk"
      var yours = text
      var undo = TextUndo()
      undo.edit(&text, at: 0) {
        $0.characters.replaceSubrange(4..<8, with: isReplacement ? "bread" : "")
      }
      yours.characters.insert("oat ", at: 4)
      yours.append(" today")
      text.merge(yours)
      try undo.undo(&text.utf16)
      #expect(text.string == "Buy oat milk today")
    }
  }

  // MARK: Steps upon steps

  /// The left neighbour was deleted and put back in between, and is a new element since.
  @Test(arguments: [false, true])
  func itFollowsALeftNeighbourThatCameBack(isRead: Bool) throws {
    for insertion in ["", "bread"] {
      var text: ReplicatingText = "Buy milk."
      var undo = TextUndo()
      undo.edit(&text, at: 0) { $0.characters.replaceSubrange(4..<8, with: insertion) }
      let end = 4 + insertion.count
      undo.edit(&text, at: 9_000) { $0.characters.removeSubrange(0..<(end + 1)) }
      try undo.undo(&text.utf16)
      if isRead { undo = try TextUndo(encoded: undo.encoded()) }
      var yours = text
      yours.characters.insert(" today", at: end)
      text.merge(yours)
      try undo.undo(&text.utf16)
      #expect(text.string == "Buy milk today.")
    }
  }

  /// One person replaces, deletes, undoes and redoes; another types at each place but amid what
  /// the first typed, deleted or put back.
  @Test(arguments: [1, 2, 3, 4] as [UInt64])
  func amongLaterTextOfOthers(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(500) {
      var page = PageOfLetters(&random)
      for step in 0..<(4 + random.below(20)) {
        guard let fault = try page.step(&random) else { continue }
        Issue.record("schedule \(schedule), step \(step): \(fault)")
        return
      }
    }
  }

  /// Undoing a step shows what the others made of the text without it.
  @Test(arguments: [5, 6] as [UInt64])
  func amongTextTypedAtTheSameTime(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(1_000) {
      var text: ReplicatingText = "abcdefgh"
      var yours = text
      var undo = TextUndo()
      let start = random.below(9)
      let end = min(8, start + 1 + random.below(4))
      let typed = random.oneIn(2) ? "XY" : ""
      undo.edit(&text, at: 0) { $0.characters.replaceSubrange(start..<end, with: typed) }
      for letter in "123" {
        yours.characters.insert(String(letter), at: random.below(yours.characters.count + 1))
      }
      text.merge(yours)
      try undo.undo(&text.utf16)
      if text.string == yours.string { continue }
      Issue.record("schedule \(schedule): \(start..<end), \(typed): \(text), not \(yours)")
      return
    }
  }
}

/// A text of letters that are all different, and a list of where each must stand.
private struct PageOfLetters {
  /// The text that a step took out, and the text that it put in.
  private struct Step {
    var gone: [Unicode.Scalar]
    var came: [Unicode.Scalar]
    /// The letter before that place; nil for the start.
    var leader: Unicode.Scalar?
  }

  private var text = ReplicatingText()
  private var undo = TextUndo(limit: 1_000)
  private var letters: [Unicode.Scalar] = []
  private var undos: [Step] = []
  private var redos: [Step] = []
  private var next: UInt32 = 0x4e00
  private var time: UInt64 = 0

  init(_ random: inout SeededGenerator) {
    letters = newLetters(random.below(12))
    text = ReplicatingText(string(letters))
  }

  mutating func step(_ random: inout SeededGenerator) throws -> String? {
    let before = letters
    var others: [[Unicode.Scalar]] = []
    switch random.below(10) {
    case 0..<3: edit(&random)
    case 3..<6: type(&random)
    case 6..<9:
      if let step = undos.popLast() {
        redos.append(reversed(step, &others))
        try undo.undo(&text.unicodeScalars)
      }
    case 9 where !redos.isEmpty:
      undos.append(reversed(redos.removeLast(), &others))
      try undo.redo(&text.unicodeScalars)
    default:
      text = try ReplicatingText(encoded: text.encoded())
      undo = try TextUndo(encoded: undo.encoded())
    }
    let shown = Array(text.string.unicodeScalars)
    if others.contains(shown) { letters = shown }
    // The parts of what was torn apart have left neighbours of their own from now on.
    if !others.isEmpty { forgetSteps() }
    return shown == letters
      ? nil : "\(string(before)) became \(string(shown)), not \(string(letters))"
  }

  private mutating func forgetSteps() {
    undo.removeAll()
    undos = []
    redos = []
  }

  private mutating func edit(_ random: inout SeededGenerator) {
    let start = random.below(letters.count + 1)
    let end = min(letters.count, start + random.below(5))
    let typed = newLetters(random.oneIn(3) && start < end ? 0 : 1 + random.below(3))
    let new = string(typed)
    let way = random.below(3)
    time += 1_000
    undo.edit(&text, at: time) { text in
      if way == 0 { return text.unicodeScalars.replaceSubrange(start..<end, with: new) }
      if way == 1 { text.unicodeScalars.insert(new, at: end) }
      text.unicodeScalars.removeSubrange(start..<end)
      if way == 2 { text.unicodeScalars.insert(new, at: start) }
    }
    undos.append(
      Step(
        gone: Array(letters[start..<end]), came: typed,
        leader: start > 0 ? letters[start - 1] : nil))
    letters.replaceSubrange(start..<end, with: typed)
    redos = []
  }

  /// Another person types somewhere.
  private mutating func type(_ random: inout SeededGenerator) {
    let place = random.below(letters.count + 1)
    if place > 0, place < letters.count {
      let around = letters[(place - 1)...place]
      for step in undos + redos {
        for block in [step.came, step.gone] where around.allSatisfy(block.contains) { return }
      }
    }
    let typed = newLetters(1 + random.below(2))
    var yours = text
    yours.unicodeScalars.insert(string(typed), at: place)
    text.merge(yours)
    letters.insert(contentsOf: typed, at: place)
  }

  /// - Parameter others: The results that are right too: what came in was torn apart, and what went
  ///   may come back before each part.
  private mutating func reversed(_ step: Step, _ others: inout [[Unicode.Scalar]]) -> Step {
    let behindLeader = step.leader.flatMap { letters.firstIndex(of: $0) }.map { $0 + 1 } ?? 0
    let starts = letters.indices.filter { place in
      step.came.contains(letters[place])
        && (place == 0 || !step.came.contains(letters[place - 1]))
    }
    let start = starts.first ?? behindLeader
    let leader = start > 0 ? letters[start - 1] : nil
    others = starts.dropFirst().map { replaced(step, at: $0) }
    letters = replaced(step, at: start)
    return Step(gone: step.came, came: step.gone, leader: leader)
  }

  private func replaced(_ step: Step, at start: Int) -> [Unicode.Scalar] {
    (letters[..<start] + step.gone + letters[start...]).filter { !step.came.contains($0) }
  }

  private func string(_ letters: [Unicode.Scalar]) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: letters)
    return String(scalars)
  }

  private mutating func newLetters(_ count: Int) -> [Unicode.Scalar] {
    defer { next += UInt32(count) }
    return (next..<(next + UInt32(count))).compactMap(Unicode.Scalar.init)
  }
}
