// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import ReplicatingText

/// The grouping of edits into steps.
@Suite struct UndoGroupingTests {
  /// An edit by `Character`s, and the time since the edit before.
  private struct Edit {
    var range: Range<Int>
    var string: String
    var delay: UInt64 = 100

    static func type(_ string: String, at place: Int, after delay: UInt64 = 100) -> Edit {
      Edit(range: place..<place, string: string, delay: delay)
    }
  }

  /// The text after each step undone.
  private func steps(
    _ start: String, _ edits: [Edit], _ prepare: (inout TextUndo) -> Void = { _ in },
    between: (inout ReplicatingText) -> Void = { _ in }
  ) throws -> [String] {
    var text = ReplicatingText(start)
    var undo = TextUndo()
    var time: UInt64 = 1_000_000
    for (number, edit) in edits.enumerated() {
      if number > 0 {
        between(&text)
        prepare(&undo)
      }
      time += edit.delay
      undo.edit(&text, at: time) { $0.characters.replaceSubrange(edit.range, with: edit.string) }
    }
    var shown: [String] = []
    while try !undo.undo(&text.characters).isEmpty { shown.append(text.string) }
    return shown
  }

  /// Merges an edit that another device makes at the end.
  private func othersType(_ text: inout ReplicatingText) {
    var other = text
    other.append("!")
    text.merge(other)
  }

  private func without(_ strings: [String]) -> [String] {
    strings.map { String($0.filter { $0 != "!" }) }
  }

  private static let cases:
    [(name: String, start: String, edits: [(Range<Int>, String)], steps: [String])] = [
      ("typing", ".", [(0..<0, "a"), (1..<1, "b"), (2..<2, "cd"), (4..<4, "e")], ["."]),
      ("backspace", "abcd.", [(3..<4, ""), (2..<3, ""), (1..<2, "")], ["abcd."]),
      ("delete", "abcd.", [(1..<2, ""), (1..<2, ""), (1..<2, "")], ["abcd."]),
      ("both ways", "abcd.", [(2..<3, ""), (1..<2, ""), (1..<2, "")], ["abcd."]),
      ("typing then deleting", ".", [(0..<0, "ab"), (1..<2, "")], ["ab.", "."]),
      ("deleting then typing", "ab.", [(1..<2, ""), (1..<1, "c")], ["a.", "ab."]),
      ("typing over", "ab cd.", [(3..<5, "x"), (4..<4, "y"), (5..<5, "z")], ["ab cd."]),
      ("composing", "k.", [(0..<1, "か"), (0..<1, "かn"), (0..<2, "かな")], ["k."]),
      ("caret moved", "abc.", [(0..<0, "x"), (3..<3, "y")], ["xabc.", "abc."]),
      ("before what was typed", ".", [(0..<0, "b"), (0..<0, "a")], ["b.", "."]),
      ("deleting elsewhere", "abcd.", [(0..<1, ""), (2..<3, "")], ["bcd.", "abcd."]),
      ("replacing elsewhere", "abcd.", [(0..<1, "x"), (3..<4, "y")], ["xbcd.", "abcd."]),
    ]

  @Test func likeEditsAtOnePlaceAreOneStep() throws {
    for (name, start, edits, wanted) in Self.cases {
      let edits = edits.map { Edit(range: $0.0, string: $0.1) }
      #expect(try steps(start, edits) == wanted, "\(name)")
      let shared = try steps(start, edits, between: othersType)
      #expect(without(shared) == wanted, "\(name), with somebody else")
    }
  }

  @Test func timeEndsAStep() throws {
    #expect(try steps("", [.type("a", at: 0), .type("b", at: 1, after: 500)]) == [""])
    #expect(try steps("", [.type("a", at: 0), .type("b", at: 1, after: 501)]) == ["a", ""])
    let slowly = (0..<20).map { Edit.type("a", at: $0, after: 400) }
    #expect(try steps("", slowly) == [""], "it counts from the last edit")
  }

  @Test func aClockThatGoesBackEndsAStep() throws {
    var text = ReplicatingText()
    var undo = TextUndo(joiningWithin: .max)
    for time in [UInt64.max, 0, 5] { undo.edit(&text, at: time) { $0.append("a") } }
    try undo.undo(&text.utf16)
    #expect(text.string == "a")
  }

  @Test func aStepCanBeClosed() throws {
    let edits = [Edit.type("a", at: 0), .type("b", at: 1)]
    #expect(try steps("", edits, { $0.closeStep() }) == ["a", ""])
  }

  @Test func undoingClosesAStep() throws {
    var text = ReplicatingText()
    var undo = TextUndo()
    undo.edit(&text, at: 0) { $0.append("a") }
    try undo.undo(&text.utf16)
    try undo.redo(&text.utf16)
    undo.edit(&text, at: 1) { $0.append("b") }
    try undo.undo(&text.utf16)
    #expect(text.string == "a")
  }

  @Test func anEditAtSeveralPlacesIsAStepOfItsOwn() throws {
    var text: ReplicatingText = "one two one"
    var undo = TextUndo()
    undo.edit(&text, at: 0) { $0.update(to: "1 two 1") }
    undo.edit(&text, at: 1) { $0.characters.insert("x", at: 1) }
    try undo.undo(&text.utf16)
    #expect(text.string == "1 two 1")
    let changes = try undo.undo(&text.utf16)
    #expect(text.string == "one two one")
    #expect(changes.count == 2)
  }

  @Test func theTimeIsThatOfTheEnvironment() throws {
    var text = ReplicatingText()
    var undo = TextUndo()
    for (time, letter) in [(1_000, "a"), (1_400, "b"), (2_000, "c")] as [(UInt64, String)] {
      let device = ReplicationEnvironment(milliseconds: { time }, random: { time })
      device.run { undo.edit(&text) { $0.append(letter) } }
    }
    try undo.undo(&text.utf16)
    #expect(text.string == "ab")
    try undo.undo(&text.utf16)
    #expect(text.string == "")
  }
}
