// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import NotesCore
import ReplicatingTypes
import ReplicationLaws
import TestInputs
import Testing

/// Notes and indexes in the module for browsers are those of the library here, byte for byte.
@Suite struct BrowserNoteTests {
  private let letters = ["a", "b", " ", "\n", "é", "e\u{301}", "世", "👩🏽‍💻", "𝄞", "word ", ""]
  private let tags = ["home", "work", "e\u{301}", "é", "garden"]

  private func expectNoDifference(_ runs: TwoNoteRuns) throws {
    let differences = try runs.differences()
    #expect(differences.isEmpty, "\(differences)")
  }

  @Test func everyField() throws {
    let runs = TwoNoteRuns()
    runs.create("mine", title: "Shopping", text: "milk", tags: ["b", "a"], priority: .high)
    for edit in [
      NoteEdit.title("Shopping 🛒"), .adding(tag: "c"), .removing(tag: "a"), .removing(tag: "x"),
      .priority(.low), .trashed(true), .replace(4..<4, with: " and bread"), .trashed(false),
    ] {
      runs.edit("mine", edit)
      try runs.compare(Note.self, "mine")
    }
    runs.refuse("refuseTitle", " ", of: "mine")
    runs.refuse("refuseTitle", String(repeating: "x", count: 1001), of: "mine")
    runs.refuse("refuseTag", "a\nb", of: "mine")
    runs.refuse("refusePriority", "urgent", of: "mine")
    try runs.compare(Note.self, "mine")
    #expect(runs.note("mine").tags.values.sorted() == ["b", "c"])
    #expect(runs.note("mine").text.string == "milk and bread")
    try expectNoDifference(runs)
  }

  /// Three devices edit one note at random, send each other their news, and merge copies.
  @Test func randomNotes() throws {
    var chance = TestRun.generator(seed: 1)
    let runs = TwoNoteRuns(devices: 3)
    let names = ["laptop", "phone", "tablet"]
    runs.create("laptop", title: "Plan", text: "Dear all,\n")
    for device in 1...2 {
      runs.make(Note.self, names[device], on: device)
      try runs.send(Note.self, "laptop", to: names[device])
    }
    for round in 0..<TestRun.length(200) {
      let name = names[chance.below(3)]
      edit(name, in: runs, &chance)
      if chance.oneIn(2) { try runs.send(Note.self, name, to: names[chance.below(3)]) }
      if chance.oneIn(10) {
        runs.copy(Note.self, name, to: "copy")
        edit(name, in: runs, &chance)
        edit("copy", in: runs, &chance)
        runs.merge(Note.self, "copy", into: name)
      }
      if round % 20 == 0 { for name in names { try runs.compare(Note.self, name) } }
    }
    for _ in 0..<2 {
      for name in names { for other in names { try runs.send(Note.self, name, to: other) } }
    }
    for name in names { try runs.compare(Note.self, name) }
    #expect(runs.note("laptop") == runs.note("phone"))
    #expect(runs.note("laptop") == runs.note("tablet"))
    try expectNoDifference(runs)
  }

  private func edit(_ name: String, in runs: TwoNoteRuns, _ chance: inout SeededGenerator) {
    let string = (0..<(1 + chance.below(3))).map { _ in letters[chance.below(letters.count)] }
      .joined()
    let tag = tags[chance.below(tags.count)]
    switch chance.below(10) {
    case 0: runs.edit(name, .title("Plan \(string)"))
    case 1: runs.edit(name, .adding(tag: tag))
    case 2: runs.edit(name, .removing(tag: tag))
    case 3: runs.edit(name, .priority(Priority.allCases[chance.below(3)]))
    case 4: runs.edit(name, .trashed(chance.oneIn(2)))
    default:
      let count = runs.note(name).text.utf16.count
      let start = chance.below(count + 1)
      let end = min(count, start + (chance.oneIn(2) ? 0 : chance.below(6)))
      runs.edit(name, .replace(start..<end, with: string))
    }
  }

  /// Two devices move notes at random. A third one purges notes.
  @Test func randomIndexes() throws {
    var chance = TestRun.generator(seed: 2)
    let runs = TwoNoteRuns(devices: 3)
    let listed = (0..<12).map { number -> NotebookIndex.Listed in
      (NoteID(rawValue: UInt128(chance.next()) << 64 | UInt128(number)), UInt64(number / 3) * 1000)
    }
    let names = ["laptop", "phone"]
    runs.make(NotebookIndex.self, "laptop")
    runs.make(NotebookIndex.self, "phone", on: 1)
    runs.create("purged", title: "Old")
    for _ in 0..<TestRun.length(80) {
      let name = names[chance.below(2)]
      let order = runs.index(name).sorted(listed).compactMap { id in
        listed.first { $0.id == id }
      }
      let place = chance.below(order.count + 1)
      runs.move(
        name, listed[chance.below(listed.count)].id, after: place > 0 ? order[place - 1] : nil,
        before: place < order.count ? order[place] : nil)
      if chance.oneIn(3) { try runs.send(NotebookIndex.self, name, to: names[chance.below(2)]) }
      if chance.oneIn(10) { try runs.purge(listed[chance.below(6)].id, "purged", in: name) }
      if chance.oneIn(5) {
        runs.sort(name, listed)
        try runs.compare(NotebookIndex.self, name)
      }
    }
    try runs.send(NotebookIndex.self, "laptop", to: "phone")
    try runs.send(NotebookIndex.self, "phone", to: "laptop")
    #expect(runs.index("laptop") == runs.index("phone"))
    for note in listed { runs.drops("laptop", "purged", note.id) }
    runs.edit("purged", .title("New"))
    for note in listed { runs.drops("laptop", "purged", note.id) }
    #expect(!runs.index("laptop").purges.isEmpty)
    try expectNoDifference(runs)
  }
}
