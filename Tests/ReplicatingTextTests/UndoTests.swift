// SPDX-License-Identifier: MIT

import ReplicationLaws
import Testing

@testable import ReplicatingText

@Suite struct UndoTests {
  private var text = ReplicatingText()
  private var undo = TextUndo()

  private mutating func type(_ string: String, at place: Int, _ time: UInt64) {
    undo.edit(&text, at: time) { $0.characters.insert(string, at: place) }
  }

  private mutating func delete(_ range: Range<Int>, _ time: UInt64) {
    undo.edit(&text, at: time) { $0.characters.removeSubrange(range) }
  }

  /// The text after each step undone, until nothing is left to undo.
  private mutating func undoAll() throws -> [String] {
    var shown: [String] = []
    while try !undo.undo(&text.utf16).isEmpty { shown.append(text.string) }
    return shown
  }

  private mutating func redoAll() throws -> [String] {
    var shown: [String] = []
    while try !undo.redo(&text.utf16).isEmpty { shown.append(text.string) }
    return shown
  }

  // MARK: Whose edits

  @Test mutating func othersStayWhereTheyTypedAmidWhatIsUndone() throws {
    text = "[]"
    type("hello", at: 1, 0)
    var yours = text
    yours.characters.insert("YOU", at: 3)
    yours.characters.insert("> ", at: 0)
    text.merge(yours)
    #expect(text.string == "> [heYOUllo]")
    let changes = try undo.undo(&text.characters)
    #expect(text.string == "> [YOU]")
    #expect(changes.map(\.old) == [3..<5, 8..<11])
    #expect(changes.map(\.new) == [3..<3, 6..<6])
    try undo.redo(&text.characters)
    #expect(text.string == "> [heYOUllo]")
    yours.merge(text)
    #expect(yours == text && yours.string == text.string)
  }

  @Test mutating func whatOthersDeletedOfOnesOwnStaysDeleted() throws {
    type("abc", at: 0, 0)
    var yours = text
    yours.characters.removeSubrange(1..<2)
    text.merge(yours)
    #expect(try undoAll() == [""])
    #expect(try redoAll() == ["ac"])
  }

  @Test mutating func whatOneDeletedComesBackThoughOthersDeletedItToo() throws {
    text = "one two three"
    var yours = text
    var yourUndo = TextUndo()
    delete(3..<7, 0)
    yourUndo.edit(&yours, at: 0) { $0.characters.removeSubrange(0..<8) }
    text.merge(yours)
    #expect(text.string == "three")
    try undo.undo(&text.utf16)
    #expect(text.string == " twothree")
    yours.merge(text)
    try yourUndo.undo(&yours.utf16)
    #expect(yours.string == "one two  twothree", "twice, as two put it back")
  }

  @Test mutating func whatIsMergedAmidAnEditIsSomebodyElses() throws {
    text = "."
    var yours = text
    yours.append("yours")
    undo.edit(&text, at: 0) { text in
      text.characters.insert("a", at: 0)
      text.merge(yours)
      text.characters.insert("b", at: 1)
    }
    #expect(text.string == "ab.yours")
    #expect(try undoAll() == [".yours"])
    undo.edit(&text, at: 0) { $0.merge(yours) }
    #expect(!undo.canUndo)
  }

  @Test mutating func stepsWithoutEffectArePassedOver() throws {
    type("a", at: 0, 0)
    type("b", at: 1, 9_000)
    var yours = text
    yours.characters.removeSubrange(1..<2)
    text.merge(yours)
    #expect(try undoAll() == [""], "not twice \"a\"")
    #expect(!undo.canUndo)
    #expect(try redoAll() == ["a"])
    undo.edit(&text, at: 20_000) { text in
      text.append("x")
      text.characters.removeSubrange(1..<2)
    }
    #expect(undo.canUndo)
    #expect(try undoAll() == [""])
  }

  // MARK: What comes back

  @Test mutating func olderStepsFollowWhatWasPutBack() throws {
    type("abc", at: 0, 0)
    delete(1..<2, 9_000)
    #expect(try undoAll() == ["abc", ""])
    #expect(try redoAll() == ["abc", "ac"])
    #expect(try undoAll() == ["abc", ""])
  }

  @Test mutating func whatIsNamedDoesNotGrowWithUndoing() throws {
    type("abcdef", at: 0, 0)
    delete(1..<2, 9_000)
    delete(2..<4, 18_000)
    func size() -> Int { undo.encoded().count }
    _ = try (undoAll(), redoAll())
    _ = try (undoAll(), redoAll())
    let before = size()
    for _ in 0..<200 {
      #expect(try undoAll() == ["acdef", "abcdef", ""])
      #expect(try redoAll() == ["abcdef", "acdef", "acf"])
    }
    // The numbers grow, and take more bytes.
    #expect(size() <= before + 24)
  }

  /// Text typed there since stands behind it.
  @Test mutating func textComesBackBehindWhatIsLeftOfItsLeft() throws {
    text = "one two three four"
    delete(4..<14, 0)
    #expect(text.string == "one four")
    text.characters.replaceSubrange(0..<3, with: "1")
    text.characters.insert("4 = ", at: 2)
    #expect(text.string == "1 4 = four")
    try undo.undo(&text.utf16)
    #expect(text.string == "1 two three 4 = four")
  }

  /// Restored text stands before all other text that was deleted in its gap.
  @Test mutating func textComesBackBeforeWhatCameBackSooner() throws {
    text = "start"
    undo.edit(&text, at: 0) { $0.characters.replaceSubrange(1..<3, with: "x") }
    delete(2..<4, 9_000)
    #expect(text.string == "sx")
    #expect(try undoAll() == ["sxrt", "start"])
    #expect(try redoAll() == ["sxrt", "sx"])
    #expect(try undoAll() == ["sxrt", "start"])
  }

  @Test mutating func aNewEditEndsRedoing() throws {
    type("a", at: 0, 0)
    try undo.undo(&text.utf16)
    var yours = text
    yours.append("y")
    text.merge(yours)
    #expect(undo.canRedo, "others may edit")
    type("b", at: 0, 100)
    #expect(!undo.canRedo)
    #expect(try undo.redo(&text.utf16).isEmpty)
    #expect(text.string == "by")
    #expect(try undoAll() == ["y"])
  }

  // MARK: Where the caret goes

  @Test mutating func changesAreCountedInTheUnitAsked() throws {
    text = "👍👍🏽 done"
    undo.edit(&text, at: 0) { $0.characters.removeSubrange(1..<2) }
    let inUTF16 = try undo.undo(&text.utf16)
    #expect(inUTF16.map(\.old) == [2..<2])
    #expect(inUTF16.map(\.new) == [2..<6])
    #expect(inUTF16.map(\.string) == ["👍🏽"])
    try undo.redo(&text.utf16)
    let inCharacters = try undo.undo(&text.characters)
    #expect(inCharacters.map(\.new) == [1..<2])
    #expect(text.string == "👍👍🏽 done")
  }

  @Test mutating func changesTakeWholeCharacters() throws {
    text = "xe"
    type("\u{301}", at: 2, 0)
    let changes = try undo.undo(&text.characters)
    #expect(changes.map(\.old) == [1..<2])
    #expect(changes.map(\.new) == [1..<2])
    #expect(changes.map(\.string) == ["e"])
  }

  // MARK: Copies

  @Test mutating func itGoesOnAfterReading() throws {
    type("abc", at: 0, 0)
    delete(0..<1, 9_000)
    try undo.undo(&text.utf16)
    text = try ReplicatingText(encoded: text.encoded())
    undo = try TextUndo(encoded: undo.encoded())
    #expect(undo.limit == 200)
    #expect(try redoAll() == ["bc"])
    #expect(try undoAll() == ["abc", ""])
  }

  @Test mutating func copiesGoOnApart() throws {
    type("abc", at: 0, 0)
    var (copy, copyUndo) = (text, undo)
    try undo.undo(&text.utf16)
    copyUndo.edit(&copy, at: 9_000) { $0.append("d") }
    #expect(text.string == "" && copy.string == "abcd")
    try copyUndo.undo(&copy.utf16)
    #expect(copy.string == "abc")
    text.merge(copy)
    #expect(text.string == "")
  }

  @Test mutating func aTextThatLacksTheEditsIsRefused() throws {
    text = "start "
    let early = text
    var other: ReplicatingText = "start "
    type("a", at: 6, 0)
    type("b", at: 0, 9_000)
    let news = try #require(text.delta(since: early.version))
    var lacking = early
    for _ in 0..<2 {
      #expect(throws: MissingHistory()) { try undo.undo(&lacking.utf16) }
      #expect(throws: MissingHistory()) { try undo.undo(&other.utf16) }
    }
    #expect(lacking == early && other.string == "start ")
    try lacking.merge(delta: news)
    try undo.undo(&lacking.utf16)
    #expect(lacking.string == "start a")
  }

  @Test mutating func aTextPutInThePlaceOfAnotherIsNoEdit() throws {
    type("a", at: 0, 0)
    undo.edit(&text, at: 0) { $0 = "another" }
    #expect(throws: MissingHistory()) { try undo.undo(&text.utf16) }
    undo.removeAll()
    #expect(try undoAll().isEmpty)
  }

  @Test mutating func whatABodyDidBeforeItFailedCanBeUndone() throws {
    struct Failure: Error {}
    #expect(throws: Failure.self) {
      try undo.edit(&text, at: 0) { text throws(Failure) in
        text.append("a")
        throw Failure()
      }
    }
    #expect(try undoAll() == [""])
  }

  @Test func theOldestStepsAreForgotten() throws {
    for limit in [0, 1, 3] {
      var text = ReplicatingText()
      var undo = TextUndo(limit: limit)
      for number in 0..<5 {
        undo.edit(&text, at: UInt64(number) * 9_000) { $0.append("\(number)") }
      }
      for _ in 0..<5 { try undo.undo(&text.utf16) }
      #expect(text.string == "01234".prefix(5 - limit))
      for _ in 0..<5 { try undo.redo(&text.utf16) }
      #expect(text.string == "01234")
    }
  }
}
