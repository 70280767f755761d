// SPDX-License-Identifier: MIT

import ReplicatingText
import ReplicationLaws
import TestInputs
import Testing

/// Anchors, changes and steps to undo in the module for browsers are those of the library here.
@Suite struct BrowserPositionTests {
  private let letters = ["a", "b", " ", "\n", "é", "e\u{301}", "世", "👩🏽‍💻", "𝄞", "word ", ""]

  /// Two devices edit one text, undo and redo, and send each other their news. Anchors of both are
  /// looked up on both, and changes since earlier versions are compared.
  @Test func randomQuestions() throws {
    var chance = TestRun.generator(seed: 3)
    let runs = TwoRuns(devices: 2)
    let names = ["laptop", "phone"]
    runs.make("laptop", "Dear all,\n", on: 0)
    runs.make("phone", on: 1)
    try runs.send("laptop", to: "phone")
    var anchors: [[UInt8]] = []
    var versions: [[UInt8]] = []
    for round in 0..<TestRun.length(200) {
      let name = names[chance.below(2)]
      let other = names[chance.below(2)]
      edit(name, in: runs, &chance)
      if chance.oneIn(3) { runs.reverse(name, chance.oneIn(3)) }
      if chance.oneIn(5) { runs.closeStep(name) }
      if chance.oneIn(20) { try runs.loadUndo(runs.undo(name).encoded(), for: name) }
      if chance.oneIn(3) { try runs.send(name, to: other) }
      if chance.oneIn(4) {
        let offset = chance.below(runs.read(name).utf16.count + 1)
        anchors.append(runs.anchor(name, offset, chance.oneIn(2) ? .before : .after))
      }
      if chance.oneIn(4) { versions.append(runs.read(name).version.encoded()) }
      if !anchors.isEmpty { runs.offset(other, of: anchors[chance.below(anchors.count)]) }
      if !versions.isEmpty { runs.changes(other, since: versions[chance.below(versions.count)]) }
      if round % 25 == 0 { names.forEach { runs.compare($0) } }
    }
    names.forEach { runs.compare($0) }
    #expect(runs.undo("laptop").canUndo)
    try expectNoDifference(runs)
  }

  private func edit(_ name: String, in runs: TwoRuns, _ chance: inout SeededGenerator) {
    let count = runs.read(name).utf16.count
    let start = chance.below(count + 1)
    // Some positions lie within a pair.
    let end = min(count, start + (chance.oneIn(2) ? 0 : chance.below(6)))
    let string = (0..<(1 + chance.below(4))).map { _ in letters[chance.below(letters.count)] }
      .joined()
    switch chance.below(8) {
    case 0: runs.replace(name, start..<end, with: string)
    case 1: runs.undoably(name, updateTo: runs.read(name).string + string)
    default: runs.undoably(name, replace: start..<end, with: string)
    }
  }

  /// Undoing takes back one's own edits only. Undone edits come back.
  @Test func undoOfOwnEdits() throws {
    let runs = TwoRuns(devices: 2)
    runs.make("mine", "Buy milk")
    runs.make("yours", on: 1)
    try runs.send("mine", to: "yours")
    runs.undoably("mine", replace: 8..<8, with: " and bread")
    runs.replace("yours", 4..<4, with: "oat ")
    try runs.send("yours", to: "mine")
    runs.reverse("mine")
    #expect(runs.read("mine").string == "Buy oat milk")
    runs.reverse("mine", true)
    #expect(runs.read("mine").string == "Buy oat milk and bread")
    runs.reverse("mine", true)
    runs.compare("mine")
    try expectNoDifference(runs)
  }

  /// Replaced text comes back where the replacement stands, deleted text behind its left neighbour.
  @Test func undoOfReplacedAndDeletedText() throws {
    for (new, place) in [("bread", 9), ("", 4)] {
      let runs = TwoRuns(devices: 2)
      runs.make("mine", "Buy milk")
      runs.make("yours", on: 1)
      runs.undoably("mine", replace: 4..<8, with: new)
      try runs.send("mine", to: "yours")
      runs.replace("yours", place..<place, with: " today")
      try runs.send("yours", to: "mine")
      runs.reverse("mine")
      #expect(runs.read("mine").string == "Buy milk today")
      runs.reverse("mine", true)
      runs.reverse("mine")
      runs.compare("mine")
      try expectNoDifference(runs)
    }
  }

  /// Positions without a text, changes since a version that is not known, and steps of another text
  /// are refused.
  @Test func refusals() throws {
    let runs = TwoRuns(devices: 2)
    runs.make("mine", "one")
    runs.make("yours", "another", on: 1)
    runs.changes("mine", since: runs.read("yours").version.encoded())
    runs.offset("mine", of: runs.anchor("yours", 3, .before))
    for offset in [0, 3] {
      for side in [ReplicatingText.Anchor.Side.before, .after] {
        runs.offset("yours", of: runs.anchor("mine", offset, side))
      }
    }
    runs.undoably("mine", replace: 0..<1, with: "x")
    let steps = runs.undo("mine").encoded()
    for count in steps.indices { try runs.refuseUndo(Array(steps[..<count]), for: "mine") }
    for bit in 0..<(8 * steps.count) {
      var damaged = steps
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      try runs.refuseUndo(damaged, for: "mine")
    }
    let anchor = runs.anchor("mine", 1, .after)
    let version = runs.read("mine").version.encoded()
    for bytes in [anchor, version] {
      for count in bytes.indices {
        runs.offset("mine", of: Array(bytes[..<count]))
        runs.changes("mine", since: Array(bytes[..<count]))
      }
    }
    runs.open(runs.read("yours").encoded(), as: "mine")
    try runs.loadUndo(steps, for: "mine")
    runs.reverse("mine")
    runs.compare("mine")
    try expectNoDifference(runs)
  }
}
