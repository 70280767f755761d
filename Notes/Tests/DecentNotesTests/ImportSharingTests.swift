// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import ReplicatingTypes
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Imports while other processes use the library.
@Suite struct ImportSharingTests {
  private typealias File = (file: NoteFile, defaultTitle: String, path: String)

  private let folder: TemporaryFolder
  private let library: Library
  private let other: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path("library"))
    other = try Library(opening: folder.path("library"))
  }

  private func files(_ count: Int, text: String = "text") -> [File] {
    (0..<count).map { (NoteFile("\(text) word\($0)"), "file \($0)", "/nowhere/\($0).md") }
  }

  /// Takes in files, and calls `body` after the first was read.
  private func take(_ files: [File], meanwhile body: () throws -> Void) throws -> [ImportOutcome] {
    var rest = files[...]
    return try library.take {
      if rest.count == files.count - 1 { try body() }
      return rest.popFirst()
    }
  }

  /// An import used to hold the lock from its first file to its last.
  @Test func othersWriteWhileFilesAreRead() throws {
    let outcomes = try take(files(3)) {
      _ = try other.add(NoteDraft(title: "meanwhile"))
      #expect(try other.summaries().map(\.title) == ["meanwhile"])
    }
    #expect(outcomes.count == 3)
    let titles = Set(try library.summaries().map(\.title))
    #expect(titles == ["file 0", "file 1", "file 2", "meanwhile"])
    #expect(try library.check() == [])
  }

  /// An import used to read, encode and pack each note while other processes waited.
  @Test func nothingIsEncodedWhileOthersWait() throws {
    let ids = try (0..<5).map { try library.add(NoteDraft(title: "\($0)", text: "milk")) }
    let changed: [File] = try ids.map { id in
      var file = NoteFile(NoteFile(try library.note(id), id: id).content)
      file.text = "milk, bread"
      return (file, "x", "/nowhere/\(id).md")
    }
    let before = try library.connection.work.encodings
    let all = files(20) + changed
    let outcomes = try library.take(in: all)
    #expect(try library.connection.work.encodings == before)
    let statements = try library.connection.work.statements
    #expect(statements < all.count * 21, "\(statements) for \(all.count)")
    #expect(outcomes.suffix(5) == ids.map { .changed($0) }[...])
    for id in ids { #expect(try library.note(id).text.string == "milk, bread") }
    #expect(try library.check() == [])
  }

  @Test func aNoteThatChangedMeanwhileIsMergedAgain() throws {
    let id = try library.add(NoteDraft(title: "Plan", text: "milk"))
    var file = NoteFile(NoteFile(try library.note(id), id: id).content)
    file.text = "milk, bread"
    let before = try library.connection.work.encodings
    let outcomes = try take([(file, "x", "/nowhere/x.md")] + files(1)) {
      try other.setText(of: id, to: "oat milk")
    }
    #expect(outcomes.first == .changed(id))
    #expect(try library.note(id).text.string == "oat milk, bread")
    #expect(try library.connection.work.encodings == before + 1)
    #expect(try library.check() == [])
  }

  @Test func aNoteThatWasAddedOrPurgedMeanwhile() throws {
    let purged = try library.add(NoteDraft(title: "Purged", text: "milk"))
    let added = NoteID(rawValue: 77)
    let purgedFile = NoteFile(NoteFile(try library.note(purged), id: purged).content)
    var changedFile = purgedFile
    changedFile.text = "bread"
    var addedFile = NoteFile("mine")
    addedFile.id = added
    let outcomes = try take(
      [(changedFile, "x", "/nowhere/x.md"), (addedFile, "Added", "/nowhere/y.md")]
    ) {
      try other.setTrashed(true, purged)
      try other.purge([purged])
      _ = try other.documents.transaction {
        try other.insert(NoteDraft(title: "Added", text: "yours"), id: added)
      }
    }
    #expect(outcomes == [.added(purged), .changed(added)])
    #expect(try library.note(purged).text.string == "bread")
    #expect(try library.summary(purged).wasPurged)
    #expect(try library.note(added).text.string == "mine")
    #expect(try library.check() == [])
  }

  /// The file says what the note said, and is all that is left of it.
  @Test func aNoteThatWasPurgedMeanwhileComesBackFromAFileWithNothingNew() throws {
    let id = try library.add(NoteDraft(title: "Plan", text: "milk"))
    let file = NoteFile(NoteFile(try library.note(id), id: id).content)
    let outcomes = try take([(file, "x", "/nowhere/x.md")]) {
      try other.setTrashed(true, id)
      try other.purge([id])
    }
    #expect(outcomes == [.added(id)])
    #expect(try library.note(id).text.string == "milk")
    #expect(try library.check() == [])
  }

  /// The import finds the last note damaged after it has written the first.
  @Test func anImportThatFailsWhileItWritesLeavesNothing() throws {
    let id = try library.add(NoteDraft(title: "Plan", text: "milk"))
    var file = NoteFile(NoteFile(try library.note(id), id: id).content)
    file.text = "milk, bread"
    var rest = (files(2) + [(file, "x", "/nowhere/x.md")])[...]
    #expect(throws: LibraryFailure.self) {
      try library.take {
        if rest.isEmpty {
          try other.setTitle(of: id, to: "New")
          try other.database.run("UPDATE deltas SET content = x'00'")
        }
        return rest.popFirst()
      }
    }
    #expect(try library.summaries().map(\.title) == ["New"])
    #expect(try library.database.row("SELECT count(*) FROM documents") { $0.integer(at: 0) } == 1)
  }

  /// Two copies of a file hold the same change. It is taken once.
  @Test func copiesOfOneFileAreTakenInOneAfterTheOther() throws {
    let id = try library.add(NoteDraft(title: "Plan", text: "milk"))
    var file = NoteFile(NoteFile(try library.note(id), id: id).content)
    file.text = "milk, bread"
    let outcomes = try library.take(in: [
      (file, "x", folder.path("1.md")), (file, "x", folder.path("2.md")),
    ])
    #expect(outcomes == [.changed(id), .unchanged(id)])
    #expect(try library.note(id).text.string == "milk, bread")
  }

  /// Other processes used to wait while the words of all files were indexed, half of the time of an
  /// import.
  @Test func mostWordsAreIndexedInShortTransactions() throws {
    let count = 3 * Library.mostIndexed
    _ = try library.add(NoteDraft(title: "first"))
    let before = try library.connection.work.transactions
    _ = try library.take(in: files(count))
    // The files, and three parts of their words.
    #expect(try library.connection.work.transactions == before + 4)
    let statements = try library.connection.work.statements
    #expect(statements < Library.mostIndexed * 7, "\(statements)")
    let words = try library.database.row("SELECT count(*) FROM words") { $0.integer(at: 0) }
    #expect(words == count + 1)
    #expect(try other.check() == [])
  }

  @Test func aSearchFindsWhatAnImportLeftToIt() throws {
    let count = 3 * Library.mostIndexed
    _ = try library.take(in: files(count))
    let last = try SearchWords("word\(count - 1)")
    let found = try #require(try other.search(last).first)
    #expect(found.summary.title == "file \(count - 1)")
    // The import left nothing to write.
    let before = try other.connection.work.transactions
    #expect(try other.search(SearchWords("text")).count == count)
    #expect(try other.connection.work.transactions == before)
    _ = try library.take(in: files(count, text: "more"))
    try other.setText(of: found.id, to: "edited")
    for summary in try library.summaries() { try library.setTrashed(true, summary.id) }
    try library.purge(try library.summaries().filter { $0.title == "file 1" }.map(\.id))
    #expect(try other.search(SearchWords("text")).isEmpty)
    #expect(try other.search(SearchWords("word1"), wantsTrashed: true).isEmpty == false)
    #expect(try other.search(SearchWords("edited"), wantsTrashed: true).map(\.id) == [found.id])
    #expect(try other.check() == [])
  }

  /// New notes come first, in the reverse order of their files. Notes of other processes stand by
  /// their time.
  @Test func othersStandAmongTheFilesByTime() throws {
    nonisolated(unsafe) var time: UInt64 = 1_000_000
    nonisolated(unsafe) var bits: UInt64 = 0
    let environment = ReplicationEnvironment(
      milliseconds: { time },
      random: {
        bits &+= 0x9e37_79b9_7f4a_7c15
        return bits
      })
    try environment.run {
      _ = try library.add(NoteDraft(title: "old"))
      var rest = files(4)[...]
      _ = try library.take {
        time += 1000
        if rest.count == 2 { _ = try other.add(NoteDraft(title: "meanwhile")) }
        time += 1000
        return rest.popFirst()
      }
      _ = try library.add(NoteDraft(title: "new"))
    }
    #expect(
      try library.summaries().map(\.title)
        == ["new", "file 3", "file 2", "meanwhile", "file 1", "file 0", "old"])
    #expect(try library.movedNotes() == [])
    #expect(try library.check() == [])
  }
}
