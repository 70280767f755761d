// SPDX-License-Identifier: MIT

import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Synchronization
import Testing

@testable import DecentNotes

@Suite struct NoteHistoryTests {
  /// The environment of a run of a program at a time.
  private func program(_ time: UInt64, _ chance: UInt64 = 0) -> ReplicationEnvironment {
    ReplicationEnvironment(milliseconds: { time }, random: { time &* 31 &+ chance })
  }

  /// A note that was saved and loaded, as the next program finds it.
  private func reloaded(_ note: Note) throws -> Note {
    try Note(encoded: note.encoded())
  }

  /// Entries in a few words: `3000 text +1 -2`.
  private func plain(_ note: Note) -> [String] {
    NoteHistory(of: note).entries.map { entry in
      var words = ["\(entry.milliseconds)"]
      if entry.isCreation { words.append("made") }
      if let text = entry.text { words.append("text +\(text.insertedCount) -\(text.deletedCount)") }
      if let title = entry.title { words.append("title \(title)") }
      if let priority = entry.priority { words.append("\(priority)") }
      if let isTrashed = entry.isTrashed { words.append(isTrashed ? "deleted" : "restored") }
      words += entry.addedTags.map { "+\($0)" } + entry.removedTags.map { "-\($0)" }
      return words.joined(separator: " ")
    }
  }

  private func draft(_ text: String) -> Note {
    NoteDraft(title: "Plan", text: text, tags: ["home"]).note(created: 1000)
  }

  /// The title was an edit of the first run of a program, and the text one of the latest.
  @Test func aNoteMadeAfterHoursHasOneEntry() {
    let time = Mutex<UInt64>(1000)
    let program = ReplicationEnvironment(
      milliseconds: { time.withLock(\.self) }, random: { .random(in: 0 ... .max) })
    for _ in 0..<3 {
      let note = program.run { draft("One") }
      let now = time.withLock(\.self)
      #expect(plain(note) == ["\(now) made text +3 -0 title Plan +home"])
      time.withLock { $0 += 3_600_000 }
    }
  }

  @Test func eachProgramHasAnEntry() throws {
    var note = program(1000).run { draft("One") }
    #expect(plain(note) == ["1000 made text +3 -0 title Plan +home"])
    note = try reloaded(note)
    program(2000).run { note.text.update(to: "One two") }
    note = try reloaded(note)
    program(3000).run { note.title.value = "Plans" }
    note = try reloaded(note)
    program(4000).run {
      note.tags.remove("home")
      note.tags.insert("work")
      note.text.update(to: "two")
      note.priority.value = .high
    }
    program(5000).run { note.isTrashed.value = true }
    #expect(
      plain(note) == [
        "5000 deleted", "4000 text +0 -4 high +work -home", "3000 title Plans",
        "2000 text +4 -0", "1000 made text +3 -0",
      ])
  }

  @Test func aNoteThatNobodyWroteInHasNoEntries() {
    #expect(plain(Note()) == [])
  }

  @Test func whatOneProgramDoesIsOneEntryUntilItTakesInMore() throws {
    let laptop = program(1000)
    var note = laptop.run { draft("a") }
    for letter in ["b", "c"] {
      note = try reloaded(note)
      laptop.run { note.text.append(letter) }
    }
    #expect(plain(note) == ["1000 made text +3 -0 title Plan +home"])
    var other = try reloaded(note)
    program(2000).run { other.text.append("x") }
    note.merge(other)
    laptop.run { note.text.append("d") }
    #expect(
      plain(note) == [
        "1000 text +1 -0", "2000 text +1 -0", "1000 text +3 -0",
        "1000 made title Plan +home",
      ])
  }

  @Test func whatBuildsOnAnotherStandsAboveIt() throws {
    let base = program(1000).run { draft("a") }
    // A clock that is far ahead, and one that is right.
    var late = try reloaded(base)
    program(9000).run { late.text.append("late") }
    var after = try reloaded(late)
    program(3000).run { after.text.append("after") }
    var apart = try reloaded(base)
    program(2000).run { apart.text.append("!") }
    let merged = after.merged(with: apart)
    #expect(
      plain(merged) == [
        "3000 text +5 -0", "9000 text +4 -0", "2000 text +1 -0",
        "1000 made text +1 -0 title Plan +home",
      ])
    #expect(NoteHistory(of: merged).entries == NoteHistory(of: apart.merged(with: after)).entries)
    let versions = NoteHistory(of: merged).entries.compactMap(\.text)
    #expect(
      versions.map(\.after) == [
        [versions[1].version], [versions[3].version], [versions[3].version], [],
      ])
  }

  /// All devices list the same versions. Each version reads as it did when it was written, and no
  /// version stands below another that builds on it.
  @Test func historiesOfAllDevicesAgree() throws {
    var random = TestRun.generator(seed: 11)
    for _ in 0..<TestRun.length(30) {
      let first = program(1).run { draft("start") }
      var notes = try (0..<3).map { _ in try reloaded(first) }
      for step in 0..<25 {
        let index = random.below(3)
        if random.oneIn(3) {
          notes[index].merge(random.pick(notes))
        } else {
          if random.oneIn(2) { notes[index] = try reloaded(notes[index]) }
          let time = UInt64(random.below(100))
          program(time, random.next()).run { notes[index].text.append("\(step)") }
          let entries = NoteHistory(of: notes[index]).entries
          let newest = try #require(entries.first { $0.run.milliseconds == time })
          let version = try NoteHistory(of: notes[index]).find("\(#require(newest.text).version)")
          #expect(try NoteHistory(of: notes[index]).text(at: version).isEmpty == false)
        }
      }
      let all = notes[0].merged(with: notes[1]).merged(with: notes[2])
      let entries = NoteHistory(of: all).entries
      #expect(
        NoteHistory(of: notes[2].merged(with: notes[0]).merged(with: notes[1])).entries == entries)
      var below = Set(entries.compactMap { $0.text?.version })
      for entry in entries.compactMap(\.text) {
        below.remove(entry.version)
        let ends = entry.after.filter { id in entries.contains { $0.text?.version == id } }
        #expect(ends.allSatisfy(below.contains))
      }
    }
  }
}
