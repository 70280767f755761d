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

  @Test func everyField() throws {
    let runs = TwoNoteRuns()
    runs.create("mine", title: "Shopping", text: "milk", tags: ["b", "a"], priority: .high)
    for edit in [
      NoteEdit.title("Shopping 🛒"), .adding(tag: "c"), .removing(tag: "a"), .removing(tag: "x"),
      .priority(.low), .folder("Work/Garden"), .pinned(true), .folder(" a / b "), .pinned(false),
      .folder(""), .trashed(true), .replace(4..<4, with: " and bread"), .trashed(false),
    ] {
      runs.edit("mine", edit)
      try runs.compare(Note.self, "mine")
    }
    runs.refuse("refuseTitle", " ", of: "mine")
    runs.refuse("refuseTitle", String(repeating: "x", count: 1001), of: "mine")
    runs.refuse("refuseTag", "a\nb", of: "mine")
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
    switch chance.below(14) {
    case 0: runs.edit(name, .title("Plan \(string)"))
    case 1: runs.edit(name, .adding(tag: tag))
    case 2: runs.edit(name, .removing(tag: tag))
    case 3: runs.edit(name, .priority(Priority.allCases[chance.below(3)]))
    case 4: runs.edit(name, .trashed(chance.oneIn(2)))
    case 5: runs.edit(name, .folder(["", "Work", "Été/🏕"][chance.below(3)]))
    case 6: runs.edit(name, .pinned(chance.oneIn(2)))
    default:
      let count = runs.note(name).text.utf16.count
      let start = chance.below(count + 1)
      let end = min(count, start + (chance.oneIn(2) ? 0 : chance.below(6)))
      runs.edit(name, .replace(start..<end, with: string))
    }
  }

  /// Two devices move and purge notes at random.
  @Test func randomIndexes() throws {
    var chance = TestRun.generator(seed: 2)
    let runs = TwoNoteRuns(devices: 2)
    let listed = (0..<12).map { number -> NotebookIndex.Listed in
      (NoteID(rawValue: UInt128(chance.next()) << 64 | UInt128(number)), UInt64(number / 3) * 1000)
    }
    let names = ["laptop", "phone"]
    runs.make(NotebookIndex.self, "laptop")
    runs.make(NotebookIndex.self, "phone", on: 1)
    for device in 0...1 { runs.create("\(names[device])'s", title: "Old", on: device) }
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
      if chance.oneIn(10) {
        try runs.purge(listed[chance.below(6)].id, "\(name)'s", in: name, or: "\(name) gone")
      }
      if chance.oneIn(5) {
        runs.sort(name, listed, pinned: Set(listed.map(\.id).filter { _ in chance.oneIn(4) }))
        try runs.compare(NotebookIndex.self, name)
      }
    }
    try runs.send(NotebookIndex.self, "laptop", to: "phone")
    try runs.send(NotebookIndex.self, "phone", to: "laptop")
    #expect(runs.index("laptop") == runs.index("phone"))
    for note in listed { runs.drops("laptop", "laptop's", note.id) }
    runs.edit("laptop's", .title("New"))
    for note in listed { runs.drops("laptop", "laptop's", note.id) }
    #expect(!runs.index("laptop").purges.isEmpty)
    #expect(runs.reaches.values.allSatisfy { $0.isEmpty })
    try expectNoDifference(runs)
  }

  /// Of a note that many programs edited, the reach of a purge has a document of its own. That travels,
  /// and counts together with the purges in the index.
  @Test func purgesTooLargeForTheIndex() throws {
    var chance = TestRun.generator(seed: 3)
    let runs = TwoNoteRuns(devices: 2)
    let id = NoteID(rawValue: 5)
    var note = Note()
    for _ in 0..<60 {
      let word = chance.next()
      ReplicationEnvironment(milliseconds: { 1_700_000_000_000 }, random: { word }).run {
        var copy = note
        copy.text.append("x")
        note.merge(copy)
      }
    }
    #expect(try runs.open(Note.self, note.encoded(), as: "many"))
    runs.create("few", title: "x")
    for name in ["laptop", "phone"] {
      runs.make(NotebookIndex.self, name, on: name == "laptop" ? 0 : 1)
    }
    #expect(try !runs.purge(id, "few", in: "laptop", or: "gone"))
    #expect(!runs.drops("laptop", "many", id, or: "gone"))
    #expect(try runs.purge(id, "many", in: "laptop", or: "gone"))
    #expect(runs.drops("laptop", "many", id, or: "gone"))
    runs.make(NoteReaches.self, "gone there", on: 1)
    runs.make(Note.self, "many there", on: 1)
    try runs.send(Note.self, "many", to: "many there")
    #expect(!runs.drops("phone", "many there", id, or: "gone there"))
    try runs.send(NoteReaches.self, "gone", to: "gone there")
    #expect(runs.drops("phone", "many there", id, or: "gone there"))
    try runs.compare(NoteReaches.self, "gone there")
    try runs.open(NoteReaches.self, runs.reaches["gone"]?.encoded() ?? [], as: "read")
    runs.edit("many", .replace(0..<1, with: "y"))
    #expect(!runs.drops("laptop", "many", id, or: "read"))
    try expectNoDifference(runs)
  }
}
