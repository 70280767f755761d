// SPDX-License-Identifier: MIT

import BinaryCoding
import CAllocations
import Causality
import Testing

@testable import ReplicatingText
@testable import ReplicatingTypes

/// Values in dictionaries that change where they are, and values that an access in place replaces.
@Suite struct InPlaceTests {
  private typealias Pages = ReplicatingDictionary<String, BookNote>
  private typealias Shelf = ReplicatingDictionary<String, NoteBook>

  // MARK: Merging

  private func storage(_ note: BookNote?) -> ObjectIdentifier? {
    note.map { ObjectIdentifier($0.text.storage) }
  }

  /// Merges an edit into a copy that shares nothing with the sender, and expects that the text there
  /// is the same object as before.
  private func expectNoCopy<Value: PersistentReplicable & Framed>(
    _ value: Value, asDelta: Bool, _ edit: (inout Value) -> Void,
    read: (Value) -> Void = { _ in }, _ note: (Value) -> BookNote?
  ) throws {
    var receiver = try Value(encoded: value.encoded())
    var sender = receiver
    // The first merge parts the two: both have a text of their own then.
    edit(&sender)
    try receiver.merge(delta: #require(sender.delta(since: receiver.version)))
    read(receiver)
    edit(&sender)
    let delta = try #require(sender.delta(since: receiver.version))
    let before = try #require(storage(note(receiver)))
    if asDelta { try receiver.merge(delta: delta) } else { receiver.merge(sender) }
    #expect(storage(note(receiver)) == before, "the text was copied")
    #expect(note(receiver)?.text.string == note(sender)?.text.string)
  }

  @Test func aDeltaIsMergedWhereTheTextIs() throws {
    var note = BookNote()
    note.text.append("a long text")
    try expectNoCopy(["a": note] as Pages, asDelta: true) {
      $0["a"]?.text.append("!")
    } _: {
      $0["a"]
    }
    try expectNoCopy(["a": note] as NoteBook, asDelta: true) {
      $0["a"]?.text.append("!")
    } _: {
      $0["a"]
    }
    try expectNoCopy(["a": ["a": note]] as Shelf, asDelta: true) {
      $0["a"]?["a"]?.text.append("!")
    } _: {
      $0["a"]?["a"]
    }
  }

  @Test func aDeltaIsMergedInPlaceAfterTheOrderWasRead() throws {
    var note = BookNote()
    note.text.append("a long text")
    try expectNoCopy(["a": note, "b": BookNote()] as NoteBook, asDelta: true) {
      $0["a"]?.text.append("!")
    } read: {
      #expect($0.keys == ["a", "b"])
    } _: {
      $0["a"]
    }
  }

  /// A delta that is refused leaves everything as it was.
  @Test func aDeltaForAValueIsRefusedWhole() throws {
    var book: NoteBook = ["a": BookNote()]
    book["a"]?.text.append("one")
    var receiver = try NoteBook(encoded: book.encoded())
    let before = receiver
    let known = receiver.version
    book["a"]?.text.append(" two")
    let missed = book.version
    book["a"]?.text.append(" three")
    let delta = try #require(book.delta(since: missed))
    #expect(throws: MissingHistory.self) { try receiver.merge(delta: delta) }
    #expect(receiver == before && receiver.version == known)
    #expect(receiver["a"]?.text.string == "one")
    try receiver.merge(delta: #require(book.delta(since: known)))
    #expect(receiver == book)
  }

  @Test func keysFollowDeltasOfEntries() throws {
    var book: NoteBook = ["a": BookNote(), "b": BookNote()]
    for key in ["a", "b"] { book[key]?.text.append(key) }
    var receiver = book
    receiver["b"] = nil
    #expect(receiver.keys == ["a"])
    let version = receiver.version
    var other = book
    other["b"]?.text.append("back")
    try receiver.merge(delta: #require(other.delta(since: version)))
    #expect(receiver.keys == ["a", "b"])
    #expect(receiver["b"]?.text.string == "bback")
  }

  // MARK: Replacing in place

  /// A book, and a copy of its note that was edited while the note was.
  private func parted() throws -> (book: NoteBook, draft: BookNote) {
    var book: NoteBook = ["a": BookNote()]
    book["a"]?.text.append("base")
    var draft = try #require(book["a"])
    draft.text.append(" draft")
    book["a"]?.text.append(" meanwhile")
    return (book, draft)
  }

  private func expectBoth(_ book: NoteBook, sourceLocation: SourceLocation = #_sourceLocation) {
    let text = book["a"]?.text.string ?? ""
    #expect(
      text.contains("draft") && text.contains("meanwhile"), "\(text)",
      sourceLocation: sourceLocation)
  }

  @Test func anEditedCopyAssignedInPlaceIsMerged() throws {
    var (book, draft) = try parted()
    let old = book
    book["a"]! = draft  // swift-format-ignore: NeverForceUnwrap
    expectBoth(book)
    #expect(old.merged(with: book) == book && book.merged(with: old) == book)
    (book, draft) = try parted()
    book["a"]?.text = draft.text
    expectBoth(book)
    (book, draft) = try parted()
    book["a", default: BookNote()] = draft
    expectBoth(book)
    (book, draft) = try parted()
    withUnsafeMutablePointer(to: &book["a"]) { $0.pointee = draft }
    expectBoth(book)
  }

  @Test func anEditedCopySwappedInIsMerged() throws {
    var (book, draft) = try parted()
    var slot = Optional(draft)
    swap(&book["a"], &slot)
    expectBoth(book)
    #expect(slot?.text.string == "base meanwhile")
    (book, draft) = try parted()
    // The draft holds what the note held, and goes on by itself.
    if book["a"] != nil { swap(&book["a"]!.text, &draft.text) }
    expectBoth(book)
    draft.text.append(" apart")
    #expect(draft.text.string == "base meanwhile apart")
    expectBoth(book)
    #expect(book["a"]?.text.string.contains("apart") == false)
  }

  @Test func valuesSwappedBetweenKeysStartOver() {
    var book: NoteBook = ["a": BookNote(), "b": BookNote()]
    for key in ["a", "b"] { book[key]?.text.append(key) }
    let old = book
    (book["a"], book["b"]) = (book["b"], book["a"])
    #expect(book["a"]?.text.string == "b" && book["b"]?.text.string == "a")
    #expect(old.merged(with: book) == book && book.merged(with: old) == book)
    book["a"]?.text.append("!")
    #expect(book["b"]?.text.string == "a")
  }

  @Test func anEditThenNothingDeletes() {
    var book: NoteBook = ["a": BookNote()]
    func leave(_ note: inout BookNote?) {
      note?.text.append("typed")
      note = nil
    }
    leave(&book["a"])
    #expect(book["a"] == nil && book.keys.isEmpty)
  }

  @Test func whatWasEditedBeforeAnErrorStays() {
    struct Stop: Error {}
    func edit(_ note: inout BookNote?) throws {
      note?.text.append("typed")
      throw Stop()
    }
    var book: NoteBook = ["a": BookNote()]
    #expect(throws: Stop.self) { try edit(&book["a"]) }
    #expect(book["a"]?.text.string == "typed")
  }

  /// A copy that is taken while the value is edited in place is a replica of its own.
  @Test func aCopyTakenInsideAnAccessIsApart() {
    var book: NoteBook = ["a": BookNote()]
    var copy: BookNote?
    func edit(_ note: inout BookNote?) {
      note?.text.append("one")
      copy = note
      note?.text.append(" two")
    }
    edit(&book["a"])
    copy?.text.append(" apart")
    #expect(book["a"]?.text.string == "one two")
    #expect(copy?.text.string == "one apart")
    book["a"] = copy
    #expect(book["a"]?.text.string.contains("two") == true)
    #expect(book["a"]?.text.string.contains("apart") == true)
  }
}
