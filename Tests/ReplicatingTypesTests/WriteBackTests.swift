// SPDX-License-Identifier: MIT

import ReplicatingTypes
import TestInputs
import Testing

@testable import ReplicationLaws

/// Values that are copied out of a dictionary, edited, and assigned after the
/// entry has changed.
@Suite struct WriteBackTests {
  @Test func aCopyWrittenBackKeepsWhatCameMeanwhile() throws {
    var book: ReplicatingDictionary<String, ReplicatingText> = ["a": "one"]
    var other = book
    var draft = try #require(book["a"])
    draft.append(" mine")
    other["a"]?.append(" yours")
    book.merge(other)
    book["a"] = draft
    #expect(book["a"]?.string.contains("mine") == true)
    #expect(book["a"]?.string.contains("yours") == true)
    #expect(other.merged(with: book) == book)
    #expect(book.merged(with: other) == book)
  }

  @Test func aCopyWrittenBackToAnOrderedDictionaryKeepsWhatCameMeanwhile() throws {
    var book: NoteBook = ["a": BookNote()]
    book["a"]?.title.value = "title"
    var draft = try #require(book["a"])
    draft.tags.insert("mine")
    book["a"]?.tags.insert("yours")
    book["a"]?.text.append("typed")
    book["a"] = draft
    #expect(book["a"]?.tags.values == ["mine", "yours"])
    #expect(book["a"]?.text.string == "typed")
    #expect(book["a"]?.title.value == "title")
  }

  /// Every type says of an edited copy and its original that they share history, and of
  /// values made apart that they do not.
  @Test func everyTypeKnowsItsOwnHistory() {
    func check<Value: DeltaReplicable>(_ make: () -> Value, _ edit: (inout Value) -> Void) {
      let empty = make()
      var (mine, stranger) = (empty, make())
      edit(&mine)
      edit(&stranger)
      var copy = mine
      #expect(mine.sharesHistory(with: copy), "\(Value.self)")
      #expect(!mine.sharesHistory(with: empty), "\(Value.self)")
      #expect(!empty.sharesHistory(with: empty), "\(Value.self)")
      edit(&mine)
      edit(&copy)
      // A register remembers its last edit alone.
      if Value.self != ReplicatingRegister<Int>.self {
        #expect(mine.sharesHistory(with: copy) && copy.sharesHistory(with: mine), "\(Value.self)")
      }
      #expect(!mine.sharesHistory(with: stranger), "\(Value.self)")
    }
    var number = 0
    func next() -> Int {
      number += 1
      return number
    }
    check({ ReplicatingRegister(default: 0) }) { $0.value = 1 }
    check({ ReplicatingMultiValueRegister<Int>() }) { $0.set(1) }
    check({ ReplicatingCounter() }) { $0.increment() }
    check({ ReplicatingSet<Int>() }) { $0.insert(next()) }
    check({ ReplicatingAddOnlySet<Int>() }) { $0.insert(next()) }
    check({ ReplicatingOrderedSet<Int>() }) { $0.append(next()) }
    check({ ReplicatingArray<Int>() }) { $0.append(1) }
    check({ ReplicatingText() }) { $0.append("a") }
    check({ ReplicatingDictionary<Int, Int>() }) { $0[1] = 1 }
    check({ NoteBook() }) { $0["a", default: BookNote()].text.append("a") }
    check({ BookNote() }) { $0.tags.insert("\(next())") }
  }

  // MARK: Random schedules

  /// What one device has: the book, and notes open in editors.
  private struct Desk {
    var book: NoteBook
    var drafts: [String: BookNote] = [:]
  }

  /// Edits a note so that nothing goes: adds a letter somewhere.
  private func add(_ letter: String, to note: inout BookNote, _ random: inout SeededGenerator) {
    switch random.below(3) {
    case 0: note.tags.insert(letter)
    case 1: note.answers[letter] = [random.below(3)]
    default:
      note.text.unicodeScalars.insert(
        letter, at: random.below(note.text.unicodeScalars.count + 1))
    }
  }

  private func holds(_ letter: String, _ book: NoteBook) -> Bool {
    book.values.contains { note in
      note.tags.contains(letter) || note.answers[letter] != nil
        || note.text.string.contains(letter)
    }
  }

  /// Takes one step at a desk: opens a note, types on in an open one or in the book itself,
  /// writes an open one back, or syncs.
  ///
  /// - Returns: The letter that reached the book, or will when the note is written back.
  private func step(
    _ desk: inout Desk, others: [Desk], _ number: Int, _ random: inout SeededGenerator
  ) -> String? {
    let key = random.pick(["a", "b"])
    let letter = String(Unicode.Scalar(0x4e00 + UInt16(number)) ?? "?")
    switch random.below(6) {
    case 0: desk.drafts[key] = desk.drafts[key] ?? desk.book[key]
    case 1:
      guard var note = desk.book[key] else { return nil }
      add(letter, to: &note, &random)
      desk.book[key] = note
      return letter
    case 2, 3:
      guard var note = desk.drafts[key] else { return nil }
      add(letter, to: &note, &random)
      desk.drafts[key] = note
      return letter
    case 4: if let draft = desk.drafts[key] { desk.book[key] = draft }
    default: desk.book.merge(random.pick(others).book)
    }
    return nil
  }

  @Test func nothingTypedIsLostByWritingCopiesBack() {
    var random = TestRun.generator(seed: 1, "notes written back")
    for schedule in 0..<TestRun.length(500) {
      var clocks = (0..<3).map { _ in UInt64(random.below(1_000)) }
      let devices = (0..<3).map { SimulatedDevice(bits: UInt64(schedule * 3 + $0)) }
      var base: NoteBook = [:]
      devices[0].run(at: clocks[0]) {
        for key in ["a", "b"] { base[key, default: BookNote()].text.append(key) }
      }
      var desks = (0..<3).map { _ in Desk(book: base) }
      var letters: [String] = []
      for number in 0..<30 {
        let place = random.below(3)
        clocks[place] += UInt64(random.below(20))
        let others = desks
        let letter = devices[place].run(at: clocks[place]) {
          step(&desks[place], others: others, number, &random)
        }
        if let letter { letters.append(letter) }
      }
      for place in 0..<3 {
        devices[place].run(at: clocks[place]) {
          for (key, draft) in desks[place].drafts { desks[place].book[key] = draft }
        }
      }
      let forth = desks.dropFirst().reduce(desks[0].book) { $0.merged(with: $1.book) }
      let back = desks.reversed().dropFirst().reduce(desks[2].book) { $0.merged(with: $1.book) }
      let lost = letters.filter { !holds($0, forth) }
      if !lost.isEmpty || forth != back {
        Issue.record("schedule \(schedule): lost \(lost), or differs by order")
        return
      }
    }
  }
}
