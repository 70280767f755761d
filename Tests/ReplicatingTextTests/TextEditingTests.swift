// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingText

/// Text views that show edits of others late.
@Suite struct TextEditingTests {
  /// A device with a text, and a view that shows it.
  private struct Device {
    var text = ReplicatingText()
    var editing = TextEditing(ReplicatingText())

    mutating func undo() throws -> [ReplicatingText.Change] { try editing.undo(in: &text) }

    mutating func redo() throws { try editing.redo(in: &text) }

    /// Types over a part of what the view shows, and checks what it shows then.
    mutating func type(_ new: String, over range: Range<Int>, inWhole: Bool, tellsCaret: Bool) {
      var expected = Array(editing.string.utf16)
      expected.replaceSubrange(range, with: new.utf16)
      let caret = range.lowerBound + new.utf16.count
      let string = String(decoding: expected, as: UTF16.self)
      if inWhole {
        editing.typed(string, caret: tellsCaret ? caret : nil, in: &text)
      } else {
        editing.typed(new, over: range, in: &text)
      }
      #expect(editing.string == string)
      #expect(editing.selection == caret..<caret)
    }

    /// Shows what arrived, and checks the changes and the caret.
    mutating func show() {
      let (old, selection) = (Array(editing.string.utf16), editing.selection)
      let changes = editing.arrived(text)
      let new = Array(editing.string.utf16)
      if editing.isComposing {
        #expect(old == new && changes.isEmpty && editing.selection == selection)
        return
      }
      #expect(editing.string == text.string)
      var changed = old
      for change in changes.reversed() {
        changed.replaceSubrange(change.old, with: change.string.utf16)
      }
      #expect(changed == new)
      let kept = old[selection].filter(new.contains)
      if selection.isEmpty {
        let before = old[..<selection.lowerBound].last(where: new.contains)
        let caret = editing.selection.lowerBound
        #expect(editing.selection.isEmpty)
        // Text that others put behind deleted units may stand before the caret, or behind it.
        if selection.lowerBound == 0 || before == old[selection.lowerBound - 1] {
          #expect(caret == before.flatMap { new.firstIndex(of: $0) }.map { $0 + 1 } ?? 0)
        }
      } else if let first = kept.first, let last = kept.last, kept.count == selection.count {
        #expect(new[editing.selection].first == first && new[editing.selection].last == last)
      }
    }
  }

  /// Units that no other edit types.
  private struct Units {
    private var next: UInt32 = 0x4e00
    private(set) var all: Set<Unicode.Scalar> = []

    mutating func make(_ count: Int) -> String {
      (0..<count).reduce(into: "") { string, _ in
        next += 1
        // Behind 20,000 Han characters the planes begin whose scalars take two UTF-16 units.
        if next == 0x9fff { next = 0x20000 }
        let scalar = Unicode.Scalar(next) ?? " "
        all.insert(scalar)
        string.unicodeScalars.append(scalar)
      }
    }
  }

  /// Nothing is deleted but what a person saw and deleted, however late the views are.
  @Test func noEditDeletesWhatTheViewDidNotShow() {
    var random = TestRun.generator(seed: 1)
    for _ in 0..<TestRun.length(10) {
      var devices = [Device(), Device()]
      var units = Units()
      var deleted: Set<Unicode.Scalar> = []
      for _ in 0..<400 {
        let index = random.below(2)
        let count = devices[index].editing.string.utf16.count
        switch random.below(10) {
        case 0: devices[index].text.merge(devices[1 - index].text)
        case 1, 2: devices[index].show()
        case 3: devices[index].editing.isComposing.toggle()
        case 4:
          let start = random.below(count + 1)
          devices[index].editing.select(start..<(start + random.below(count - start + 1)))
        default:
          let start = random.below(count + 1)
          // Long texts are deleted faster than they grow.
          let longest = min(count - start, 4 + count / 20)
          let length = random.below(2) == 0 ? 0 : random.below(longest + 1)
          let range = start..<(start + length)
          let new = units.make(length == 0 ? 1 + random.below(3) : random.below(4) / 2)
          let shown = Array(devices[index].editing.string.utf16)
          deleted.formUnion(String(decoding: shown[range], as: UTF16.self).unicodeScalars)
          devices[index].type(
            new, over: range, inWhole: random.below(2) == 0,
            // Without the caret, a replacement may replace the whole word.
            tellsCaret: !(new.isEmpty || length == 0) || random.below(2) == 0)
        }
      }
      devices[0].text.merge(devices[1].text)
      devices[1].text.merge(devices[0].text)
      for index in 0..<2 {
        devices[index].editing.isComposing = false
        devices[index].show()
      }
      #expect(devices[0].editing.string == devices[1].editing.string)
      let left = devices[0].text.unicodeScalars
      #expect(left.count == Set(left).count)
      #expect(Set(left) == units.all.subtracting(deleted))
    }
  }

  /// Undoing on both devices leaves what one of them typed: nothing.
  @Test func undoingTakesBackWhatThePersonTyped() throws {
    var random = TestRun.generator(seed: 2)
    for _ in 0..<TestRun.length(20) {
      var devices = [Device(), Device()]
      var units = Units()
      for _ in 0..<60 {
        let index = random.below(2)
        switch random.below(6) {
        case 0: devices[index].text.merge(devices[1 - index].text)
        case 1: devices[index].show()
        default:
          let start = random.below(devices[index].editing.string.utf16.count + 1)
          devices[index].type(
            units.make(2), over: start..<start, inWhole: random.below(2) == 0, tellsCaret: true)
        }
      }
      let before = devices[0].text.merged(with: devices[1].text).string
      for index in 0..<2 {
        while devices[index].editing.canUndo {
          let old = Array(devices[index].editing.string.utf16)
          let changes = try devices[index].undo()
          var changed = old
          for change in changes.reversed() {
            changed.replaceSubrange(change.old, with: change.string.utf16)
          }
          #expect(changed == Array(devices[index].editing.string.utf16))
        }
      }
      #expect(devices[0].text.merged(with: devices[1].text).isEmpty)
      for index in 0..<2 {
        while devices[index].editing.canRedo { try devices[index].redo() }
      }
      let redone = devices[0].text.merged(with: devices[1].text).string
      #expect(Set(redone.unicodeScalars) == Set(before.unicodeScalars))
      #expect(redone.unicodeScalars.count == before.unicodeScalars.count)
    }
  }

  @Test func theCaretTellsWhichOfEqualLettersIsTyped() {
    var text: ReplicatingText = "aa"
    var yours = text
    yours.characters.insert("|", at: 1)
    var editing = TextEditing(text)
    editing.typed("aaa", caret: 1, in: &text)
    text.merge(yours)
    #expect(text.string == "aa|a")
    // Without a caret, behind the equal letters.
    text = "aa"
    yours = text
    yours.characters.insert("|", at: 1)
    editing = TextEditing(text)
    editing.typed("aaa", in: &text)
    text.merge(yours)
    #expect(text.string == "a|aa")
  }

  /// A letter typed over two letters of a word.
  @Test func theCaretTellsWhatIsTypedOver() {
    var text: ReplicatingText = "milk"
    var yours = text
    yours.characters.insert("|", at: 3)
    var editing = TextEditing(text)
    editing.select(1..<3)
    editing.typed("mak", caret: 2, in: &text)
    #expect(editing.string == "mak" && editing.selection == 2..<2)
    text.merge(yours)
    #expect(text.string == "ma|k")
  }

  /// Letters typed over others of one word, where the view tells no caret.
  @Test func aReplacementWithinAWordLeavesTheRestOfTheWord() throws {
    var text: ReplicatingText = "my colour"
    var yours = text
    var editing = TextEditing(text)
    editing.typed("my coLour", in: &text)
    #expect(editing.selection == 6..<6)
    var other = TextEditing(yours)
    other.typed("my coloUr", in: &yours)
    text.merge(yours)
    #expect(text.string == "my coLoUr")
    editing.arrived(text)
    try editing.undo(in: &text)
    #expect(text.string == "my coloUr" && editing.selection == 6..<6)
  }

  /// Changes at both ends of a paragraph without spaces are no correction of one word.
  @Test func aParagraphWithoutSpacesIsNoWord() {
    let middle = String(repeating: "山川草木", count: 30)
    var text = ReplicatingText("春" + middle + "秋")
    var yours = text
    yours.characters.insert("花", at: 60)
    var editing = TextEditing(text)
    editing.typed("夏" + middle + "冬", in: &text)
    text.merge(yours)
    #expect(text.string.contains("花") && text.count == 123)
    #expect(text.string.hasPrefix("夏山") && text.string.hasSuffix("木冬"))
  }

  @Test func aPastedTextKeepsWhatItSharesWithTheOld() {
    var text: ReplicatingText = "one two three"
    var yours = text
    yours.append(" four")
    var editing = TextEditing(text)
    text.merge(yours)
    editing.typed("1 two 3", in: &text)
    #expect(editing.string == "1 two 3" && editing.selection == 7..<7)
    #expect(text.string == "1 two 3 four")
  }

  @Test func lettersOfTwoUnitsStayWhole() {
    var text: ReplicatingText = "👎"
    var editing = TextEditing(text)
    editing.typed("👍👎", in: &text)
    #expect(text.string == "👍👎" && editing.selection == 2..<2)
    editing.typed("👎", caret: 0, in: &text)
    #expect(text.string == "👎" && editing.selection == 0..<0)
    editing.typed("👍", in: &text)
    #expect(text.string == "👍" && editing.selection == 2..<2)
  }

  @Test func aSelectionStaysAroundWhatIsSelected() {
    var text: ReplicatingText = "one two three"
    var editing = TextEditing(text)
    editing.select(4..<7)
    text.characters.replaceSubrange(0..<4, with: "first, ")
    text.characters.insert("!", at: 7)
    text.characters.insert("?", at: 11)
    editing.arrived(text)
    #expect(editing.string == "first, !two? three" && editing.selection == 8..<11)
    editing.select(9..<9)
    text.characters.removeSubrange(8..<11)
    editing.arrived(text)
    #expect(editing.string == "first, !? three" && editing.selection == 8..<8)
  }

  /// What is typed before the text is saved stays shown when another state arrives.
  @Test func whatIsNotSavedStaysShown() {
    let saved: ReplicatingText = "Milk"
    var unsaved = saved
    var editing = TextEditing(saved)
    editing.typed("Milk!", in: &unsaved)
    var arrived = saved
    arrived.insert("Oat ", at: 0)
    #expect(editing.arrived(arrived).map(\.string) == ["Oat "])
    #expect(editing.string == "Oat Milk!" && editing.selection == 9..<9)
    editing.typed("Oat Milk!?", in: &arrived)
    #expect(arrived.string == "Oat Milk!?")
  }

  @Test func aStepEndsWhereTheCaretIsPut() throws {
    var text: ReplicatingText = "Milk"
    var editing = TextEditing(text)
    try ReplicationEnvironment(milliseconds: { 1 }, random: { 1 }).run {
      editing.typed("a", over: 4..<4, in: &text)
      editing.typed("b", over: 5..<5, in: &text)
      editing.select(0..<4)
      editing.select(6..<6)
      editing.typed("c", over: 6..<6, in: &text)
      try editing.undo(in: &text)
      #expect(editing.string == "Milkab" && editing.selection == 6..<6)
      try editing.undo(in: &text)
      #expect(editing.string == "Milk" && editing.selection == 4..<4)
      try editing.redo(in: &text)
      #expect(text.string == "Milkab")
    }
  }
}
