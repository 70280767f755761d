// SPDX-License-Identifier: MIT

import DecentSync
import NotesTestInputs
import Testing

@testable import DecentDocuments
@testable import DecentNotes

@Suite struct LibrarySearchTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path)
  }

  private func found(_ text: String, wantsTrashed: Bool = false) throws -> [String] {
    try library.search(SearchWords(text), wantsTrashed: wantsTrashed).map(\.summary.title)
  }

  @Test func wordsAreFoundByTheirBeginnings() throws {
    _ = try library.add(NoteDraft(title: "Camping", text: "Pack the tent and the stove.\n"))
    _ = try library.add(
      NoteDraft(title: "Shopping", text: "Tea, Äpfel, e-mail to Zoë", tags: ["x1"]))
    #expect(try found("ten") == ["Camping"])
    #expect(try found("STOVE tent") == ["Camping"])
    #expect(try found("ent") == [])
    #expect(try found("tent tea") == [])
    #expect(try found("apfel") == ["Shopping"])
    #expect(try found("zoe") == ["Shopping"])
    #expect(try found("e-mai") == ["Shopping"])
    #expect(try found("x1") == ["Shopping"])
    #expect(Set(try found("t")) == ["Camping", "Shopping"])
  }

  @Test func termsNarrowTheSearch() throws {
    _ = try library.add(NoteDraft(title: "Camping", text: "Pack the red tent.", tags: ["Été"]))
    _ = try library.add(NoteDraft(title: "Trip", text: "A tent, red or not.", tags: ["two words"]))
    #expect(Set(try found("red tent")) == ["Camping", "Trip"])
    #expect(try found(#""red tent""#) == ["Camping"])
    #expect(try found(#"tent -"red tent""#) == ["Trip"])
    #expect(try found("tent -pack -nothing") == ["Trip"])
    #expect(try found("tag:ete") == ["Camping"])
    #expect(try found("tag:#e\u{301}te\u{301} -tag:x") == ["Camping"])
    #expect(try found(#"tag:"two words""#) == ["Trip"])
    #expect(try found(#"-tag:"two words""#) == ["Camping"])
    #expect(try found("-pack") == ["Trip"])
    #expect(try found("tag: tent") == [])
    // A quote without an end goes on to the end.
    #expect(try found(#""red tent"#) == ["Camping"])
  }

  @Test func passagesShowTheWords() throws {
    let text = "Before.\n\nPack the red\ttent\nand \(String(repeating: "much more ", count: 50))."
    _ = try library.add(NoteDraft(title: "Camping", text: text))
    let found = try library.search(SearchWords("ten red"))
    let passage = try #require(found.first?.passage)
    #expect(passage.pieces.filter(\.isMatch).map(\.text) == ["red", "tent"])
    #expect(passage.text.contains("Pack the red tent and much"))
    #expect(passage.text.hasSuffix("…"))
    #expect(try library.search(SearchWords("camp")).map(\.passage) == [nil])
  }

  /// The database takes a zero for the end of a passage.
  @Test func passagesGoOnBehindAZero() throws {
    let id = try library.add(NoteDraft(title: "Camping", text: "Pack\0the red tent"))
    let found = try library.search(SearchWords("tent"))
    #expect(found.map(\.passage?.text) == ["Pack the red tent"])
    #expect(found.map(\.id) == [id])
    #expect(try library.check() == [])
  }

  @Test func asManyAsAskedForAreFound() throws {
    for number in 0..<5 {
      let tags = number.isMultiple(of: 2) ? ["even"] : []
      _ = try library.add(NoteDraft(title: "Note \(number)", text: "A tent.", tags: tags))
    }
    let all = try library.search(SearchWords("tent"))
    #expect(all.count == 5 && all.allSatisfy { $0.passage?.text == "A tent." })
    for limit in 0...6 {
      #expect(try library.search(SearchWords("tent"), limit: limit) == Array(all.prefix(limit)))
    }
    let even = try library.search(SearchWords("tent tag:even"), limit: 2)
    #expect(even == Array(all.filter { $0.summary.tags == ["even"] }.prefix(2)))
    #expect(try library.search(SearchWords("tag:even"), limit: 2).count == 2)
  }

  /// A quote that is not closed ends with its part.
  @Test func partsAreReadOneByOne() throws {
    _ = try library.add(NoteDraft(title: "Screens", text: "27 inch wide, and cheap."))
    for part in ["27\"", "\"27", "-\"small", "tag:\"x"] {
      let found = try library.search(SearchWords([part, "cheap"]))
      #expect(found.count == (part == "tag:\"x" ? 0 : 1), "\(part)")
    }
    #expect(try library.search(SearchWords(["wide\" \"and", "cheap"])).count == 1)
    #expect(throws: LibraryFailure.nothingToSearch("- \"")) { try SearchWords(["-", "\""]) }
    #expect(throws: LibraryFailure.searchTooLong(count: 1001)) {
      try SearchWords([String(repeating: "a", count: 500), String(repeating: "a", count: 500)])
    }
  }

  @Test func titlesCountMoreThanTagsAndTagsMoreThanText() throws {
    let text = "some words about nothing in particular"
    _ = try library.add(NoteDraft(title: "Tagged", text: text, tags: ["tent"]))
    _ = try library.add(NoteDraft(title: "Tent", text: text))
    _ = try library.add(NoteDraft(title: "Text", text: text + " tent"))
    #expect(try found("tent") == ["Tent", "Tagged", "Text"])
  }

  /// No typed word or sign is an operator.
  @Test(arguments: [
    "a\"b", "\"", "a OR b", "NOT a", "a*", "(a", "title:a", "^a", "a NEAR b", "a -b", "a\0b", "{a}",
    "a\"\u{301}b", "\"a\"\u{301} OR \"\u{301}b\"",
  ])
  func everythingTypedIsWords(_ text: String) throws {
    _ = try library.add(NoteDraft(title: "z"))
    if text.contains(where: \.isLetter) {
      #expect(try found(text) == [])
    } else {
      #expect(throws: LibraryFailure.nothingToSearch(text)) { try found(text) }
    }
  }

  @Test func whatHasNoWordsIsRefused() throws {
    for text in ["", " \n", "--", "*", "\u{24b6}"] {
      #expect(throws: LibraryFailure.nothingToSearch(text)) { try SearchWords(text) }
    }
    #expect(throws: LibraryFailure.searchTooLong(count: 2000)) {
      try SearchWords(String(repeating: "a", count: 2000))
    }
  }

  @Test func itKeepsInStepWithEveryChange() throws {
    let id = try library.add(NoteDraft(title: "Plan", text: "first"))
    try library.setText(of: id, to: "second")
    #expect(try found("first") == [])
    #expect(try found("second") == ["Plan"])
    try library.setTitle(of: id, to: "Other")
    #expect(try found("plan") == [])
    try library.tag(id, adding: ["home"], removing: [])
    #expect(try found("home other second") == ["Other"])
    try library.setTrashed(true, id)
    #expect(try found("home") == [])
    #expect(try found("home", wantsTrashed: true) == ["Other"])
    try library.purge([id])
    #expect(try found("home", wantsTrashed: true) == [])
    #expect(try library.database.row("SELECT count(*) FROM words") { $0.integer(at: 0) } == 0)
  }

  /// Another process edits the note after its words were indexed, before they are read.
  @Test func anEditMadeMeanwhileIsFound() throws {
    let id = try library.add(NoteDraft(title: "Plan", text: "first"))
    let other = try Library(opening: folder.path)
    for last in 1...4 {
      try library.collection.edit(id.uuid) { $0.text.append(" more") }
      var indexings = 0
      let found = try library.search(SearchWords("second\(last)")) {
        try library.indexWords()
        indexings += 1
        guard indexings <= last else { return }
        try other.collection.edit(id.uuid) { $0.text.append(" second\(indexings)") }
      }
      // A search does not wait until all others rest.
      #expect(indexings == min(last + 1, Library.mostIndexings))
      #expect(found.map(\.id) == (last < Library.mostIndexings ? [id] : []))
    }
  }

  @Test func whatIsIndexedIsFoundWhereNothingCanBeWritten() throws {
    let id = try library.add(NoteDraft(title: "Plan", text: "first"))
    try library.collection.edit(id.uuid) { $0.text.append(" second") }
    for code in [DatabaseFailure.Code.denied, .full, .busy, .damaged] {
      func found(_ text: String) throws -> [NoteID] {
        try library.search(SearchWords(text)) { throw DatabaseFailure(code: code, path: "x") }
          .map(\.id)
      }
      if code == .damaged {
        #expect(throws: DatabaseFailure.self) { try found("first") }
      } else {
        #expect(try found("first") == [id])
        #expect(try found("second") == [])
      }
    }
    let disk = FillingDisk(at: folder.path, roomFor: 0)
    try withExtendedLifetime(disk) {
      let full = try Library(opening: folder.path)
      #expect(try full.search(SearchWords("first")).map(\.id) == [id])
    }
    #expect(try found("second") == ["Plan"])
  }

  @Test func itKeepsInStepWithMerges() async throws {
    let store = MemoryStore()
    let phone = try Library(openingOrCreating: folder.path("phone"))
    let id = try library.add(NoteDraft(title: "Plan", text: "first"))
    func sync() async throws {
      for library in [library, phone, library] {
        _ = try await library.sync(with: store, as: RemoteName("cloud"))
      }
    }
    try await sync()
    #expect(try phone.search(SearchWords("first")).map(\.id) == [id])
    try phone.setText(of: id, to: "second")
    try library.tag(id, adding: ["tag"], removing: [])
    try await sync()
    for library in [library, phone] {
      #expect(try library.search(SearchWords("first")) == [])
      #expect(try library.search(SearchWords("second tag")).map(\.id) == [id])
    }
  }
}
