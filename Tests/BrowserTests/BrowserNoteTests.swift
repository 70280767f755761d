// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import NotesCore
import ReplicatingTypes
import ReplicationLaws
import TestInputs
import Testing

/// Notes and purges in the module for browsers are those of the library here, byte for byte.
@Suite struct BrowserNoteTests {
  private let letters = ["a", "b", " ", "\n", "é", "e\u{301}", "世", "👩🏽‍💻", "𝄞", "word ", ""]
  private let tags = ["home", "work", "e\u{301}", "é", "garden"]

  @Test func everyField() throws {
    let runs = TwoNoteRuns()
    runs.create("mine", title: "Shopping", text: "milk", tags: ["b", "a"], priority: .high)
    for edit in [
      NoteEdit.title("Shopping 🛒"), .adding(tag: "c"), .removing(tag: "a"), .removing(tag: "x"),
      .priority(.low), .folder("Work/Garden"), .pinned(true), .folder(" a / b "), .pinned(false),
      .folder(""), .order(FractionalIndex(bytes: [0x41])), .trashed(true),
      .replace(4..<4, with: " and bread"), .trashed(false),
    ] {
      runs.edit("mine", edit)
      try runs.compare(Note.self, "mine")
    }
    runs.refuse("refuseTitle", " ", of: "mine")
    runs.refuse("refuseTitle", String(repeating: "x", count: 1001), of: "mine")
    runs.refuse("refuseTitle", "e" + String(repeating: "\u{301}", count: 10_000), of: "mine")
    runs.refuse("refuseTag", "a\nb", of: "mine")
    runs.refuse("refuseTag", "e" + String(repeating: "\u{301}", count: 10_000), of: "mine")
    runs.refuse("refusePriority", "urgent", of: "mine")
    runs.refuse("refuseFolder", "../x", of: "mine")
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
    switch chance.below(15) {
    case 0: runs.edit(name, .title("Plan \(string)"))
    case 1: runs.edit(name, .adding(tag: tag))
    case 2: runs.edit(name, .removing(tag: tag))
    case 3: runs.edit(name, .priority(Priority.allCases[chance.below(3)]))
    case 4: runs.edit(name, .trashed(chance.oneIn(2)))
    case 5: runs.edit(name, .folder(["", "Work", "Été/🏕"][chance.below(3)]))
    case 6: runs.edit(name, .pinned(chance.oneIn(2)))
    case 7: runs.edit(name, .order(FractionalIndex(ofTime: UInt64(chance.below(3)))))
    default:
      let count = runs.note(name).text.utf16.count
      let start = chance.below(count + 1)
      let end = min(count, start + (chance.oneIn(2) ? 0 : chance.below(6)))
      runs.edit(name, .replace(start..<end, with: string))
    }
  }

  /// Keys between others, which are those of the library.
  @Test func randomPlaces() throws {
    var chance = TestRun.generator(seed: 2)
    let runs = TwoNoteRuns()
    runs.create("mine", title: "Plan")
    var keys: [FractionalIndex.Key] = []
    for _ in 0..<TestRun.length(80) {
      let id = NoteID(rawValue: UInt128(chance.next()) << 64 | UInt128(chance.next()))
      let place = chance.below(keys.count + 1)
      let key = runs.order(
        id, after: place > 0 ? keys[place - 1] : nil, before: place < keys.count ? keys[place] : nil
      )
      keys.insert(key, at: place)
      runs.edit("mine", .order(key.index))
      runs.summary("mine", id: id)
    }
    #expect(keys == keys.sorted())
    try runs.compare(Note.self, "mine")
    try expectNoDifference(runs)
  }

  /// Two devices purge a note, one of them with an edit that the other lacks. Both purges count together.
  @Test func purges() throws {
    let runs = TwoNoteRuns(devices: 2)
    runs.create("mine", title: "Plan", text: "x")
    runs.make(Note.self, "yours", on: 1)
    try runs.send(Note.self, "mine", to: "yours")
    #expect(!runs.drops("gone", "mine"))
    try runs.purge("mine", in: "gone")
    #expect(runs.drops("gone", "mine"))
    runs.make(DocumentRemoval.self, "gone there", on: 1)
    try runs.send(DocumentRemoval.self, "gone", to: "gone there")
    #expect(runs.drops("gone there", "yours"))
    runs.edit("yours", .replace(0..<1, with: "y"))
    #expect(!runs.drops("gone there", "yours"))
    try runs.purge("yours", in: "gone there")
    runs.edit("mine", .title("Other"))
    try runs.purge("mine", in: "gone")
    try runs.send(DocumentRemoval.self, "gone", to: "gone there")
    try runs.send(Note.self, "mine", to: "yours")
    #expect(runs.drops("gone there", "yours"))
    runs.edit("yours", .pinned(true))
    #expect(!runs.drops("gone there", "yours"))
    try runs.compare(DocumentRemoval.self, "gone there")
    try runs.open(DocumentRemoval.self, runs.reaches["gone"]?.encoded() ?? [], as: "read")
    try expectNoDifference(runs)
  }
}
