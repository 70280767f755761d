// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingText
import ReplicationLaws
import TestInputs
import Testing

/// The module for browsers has the same results as the library here, byte for byte.
@Suite struct BrowserTests {
  private let letters = ["a", "b", " ", "\n", "é", "e\u{301}", "世", "👩🏽‍💻", "𝄞", "word ", ""]

  @Test func readmeExample() throws {
    let runs = TwoRuns()
    runs.make("mine", "Buy milk")
    runs.copy("mine", to: "yours")
    runs.replace("mine", 8..<8, with: " and bread")
    runs.replace("yours", 4..<4, with: "oat ")
    runs.merge("yours", into: "mine")
    runs.compare("mine")
    #expect(runs.read("mine").string == "Buy oat milk and bread")
    try expectNoDifference(runs)
  }

  /// Two devices type, delete, replace and rewrite, and send each other their new edits.
  @Test func randomEdits() throws {
    var chance = TestRun.generator(seed: 1)
    let runs = TwoRuns(devices: 2)
    runs.make("laptop", "Dear all,\n", on: 0)
    runs.make("phone", on: 1)
    for round in 0..<TestRun.length(300) {
      for name in ["laptop", "phone", chance.below(2) == 0 ? "laptop" : "phone"] {
        edit(name, in: runs, &chance)
      }
      if chance.oneIn(3) { try runs.send("laptop", to: "phone") }
      if chance.oneIn(3) { try runs.send("phone", to: "laptop") }
      if chance.oneIn(10) { mergeCopy(of: "laptop", in: runs, &chance) }
      if round % 25 == 0 { ["laptop", "phone"].forEach { runs.compare($0) } }
    }
    try runs.send("laptop", to: "phone")
    try runs.send("phone", to: "laptop")
    ["laptop", "phone"].forEach { runs.compare($0) }
    #expect(runs.read("laptop") == runs.read("phone"))
    try expectNoDifference(runs)
  }

  private func edit(_ name: String, in runs: TwoRuns, _ chance: inout SeededGenerator) {
    let count = runs.read(name).utf16.count
    let start = chance.below(count + 1)
    // Some positions lie within a pair.
    let end = min(count, start + (chance.oneIn(2) ? 0 : chance.below(6)))
    let string = (0..<(1 + chance.below(4))).map { _ in letters[chance.below(letters.count)] }
    if chance.oneIn(20) {
      runs.update(name, to: String(runs.read(name).string.dropFirst(3)) + string.joined())
    } else {
      runs.replace(name, start..<end, with: string.joined())
    }
  }

  private func mergeCopy(of name: String, in runs: TwoRuns, _ chance: inout SeededGenerator) {
    runs.copy(name, to: "copy")
    for _ in 0..<3 {
      edit(name, in: runs, &chance)
      edit("copy", in: runs, &chance)
    }
    runs.merge("copy", into: name)
  }

  /// One user types a long text.
  @Test func longText() throws {
    var chance = TestRun.generator(seed: 2)
    let runs = TwoRuns()
    runs.make("text")
    var caret = 0
    for _ in 0..<TestRun.length(20_000) {
      let count = runs.read("text").utf16.count
      if chance.oneIn(40) { caret = chance.below(count + 1) }
      if chance.oneIn(6), caret > 0 {
        caret -= 1
        runs.replace("text", caret..<(caret + 1), with: "")
      } else {
        runs.replace("text", caret..<caret, with: "x")
        caret += 1
      }
    }
    runs.compare("text")
    try expectNoDifference(runs)
  }

  @Test func deltaWithoutItsBeginning() throws {
    let runs = TwoRuns(devices: 2)
    runs.make("mine", "one")
    let version = runs.read("mine").version
    runs.replace("mine", 3..<3, with: " two")
    runs.make("yours", "other", on: 1)
    let delta = try #require(runs.read("mine").delta(since: version))
    try runs.refuseDelta(delta.encoded(), by: "yours")
    runs.compare("yours")
    try expectNoDifference(runs)
  }
}
