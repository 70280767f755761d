// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

@Suite struct DatabaseTests {
  private let folder: TemporaryFolder
  private let database: Database

  init() throws {
    folder = try TemporaryFolder()
    let path = folder.path("test.sqlite")
    try Database.create(at: path, format: .words)
    database = try Database.open(at: path, format: .words)
  }

  private func words() throws -> [String] {
    try database.rows("SELECT word FROM words ORDER BY key") {
      row throws(DatabaseFailure) in try row.text(at: 0)
    }
  }

  private func insert(_ word: String) throws {
    try database.run("INSERT INTO words (word) VALUES (?)", .text(word))
  }

  @Test(arguments: ["", "a", "zero \0 byte", "naïve 👩‍👩‍👧", String(repeating: "long ", count: 10_000)])
  func textComesBack(_ text: String) throws {
    try insert(text)
    #expect(try words() == [text])
  }

  @Test(arguments: [[], [0], Array(repeating: UInt8(7), count: 100_000)])
  func bytesComeBack(_ bytes: [UInt8]) throws {
    let found = try database.row("SELECT ?", .blob(bytes)) { $0.blob(at: 0) }
    #expect(found == bytes)
  }

  @Test(arguments: [0, -1, Int.max, Int.min])
  func integersComeBack(_ integer: Int) throws {
    #expect(try database.row("SELECT ?", .integer(integer)) { $0.integer(at: 0) } == integer)
  }

  @Test func nothingIsNull() throws {
    #expect(try database.row("SELECT ? IS NULL", .null) { $0.integer(at: 0) } == 1)
  }

  @Test func textThatIsNotUTF8IsDamage() throws {
    #expect(throws: DatabaseFailure.self) {
      try database.row("SELECT CAST(x'ff' AS TEXT)") {
        row throws(DatabaseFailure) in try row.text(at: 0)
      }
    }
  }

  @Test func aTransactionThatThrowsLeavesNothing() throws {
    struct Stop: Error {}
    try database.transaction { try insert("kept") }
    #expect(throws: Stop.self) {
      try database.transaction {
        try insert("dropped")
        throw Stop()
      }
    }
    #expect(try words() == ["kept"])
    try database.transaction { try insert("after") }
    #expect(try words() == ["kept", "after"])
  }

  /// The outer of two inner transactions is undone to its own beginning, not to that of the inner one.
  @Test func anInnerTransactionIsUndoneWhole() throws {
    struct Stop: Error {}
    try database.transaction {
      try insert("kept")
      #expect(throws: Stop.self) {
        try database.transaction {
          try insert("outer")
          try? database.transaction {
            try insert("inner")
            throw Stop()
          }
          try insert("after")
          throw Stop()
        }
      }
      try insert("last")
    }
    #expect(try words() == ["kept", "last"])
  }

  @Test func aReadTransactionSeesOneMoment() throws {
    let other = try Database.open(at: database.path, format: .words)
    try database.readTransaction {
      #expect(try words() == [])
      try other.run("INSERT INTO words (word) VALUES ('meanwhile')")
      #expect(try words() == [])
    }
    #expect(try words() == ["meanwhile"])
  }

  @Test func aStatementCanRunWithinItself() throws {
    try insert("a")
    try insert("b")
    let pairs = try database.rows("SELECT word FROM words") { row throws(DatabaseFailure) in
      try database.rows("SELECT word FROM words") { _ in () }.count
    }
    #expect(pairs == [2, 2])
  }

  @Test func aBrokenRuleIsWorded() throws {
    let failure = try #require(throws: DatabaseFailure.self) {
      try database.run("INSERT INTO nowhere VALUES (1)")
    }
    #expect(failure.description.contains(database.path))
    #expect(failure.description.contains("nowhere"))
  }

  @Test func foreignKeysAndFullSynchronisationAreOn() throws {
    #expect(try database.row("PRAGMA foreign_keys") { $0.integer(at: 0) } == 1)
    #expect(try database.row("PRAGMA synchronous") { $0.integer(at: 0) } == 2)
    #expect(
      try database.row("PRAGMA journal_mode") { row throws(DatabaseFailure) in
        try row.text(at: 0)
      } == "wal")
  }

  /// It was told as a lack of permission.
  @Test(arguments: [
    (CocoaError.Code.fileWriteOutOfSpace, DatabaseFailure.Code.full),
    (.fileWriteNoPermission, .denied),
  ])
  func aFullDiskHasNoRoomForAFolder(_ error: CocoaError.Code, _ code: DatabaseFailure.Code) {
    #expect(DatabaseFailure(CocoaError(error), making: "/there").code == code)
  }

  /// Later versions of SQLite tell of these where it tells of the file.
  @Test func fullTextIsNoPartOfTheFile() {
    for answer in [
      "malformed inverted index for FTS5 table main.words",
      "unable to validate the inverted index for FTS4 table main.words: database disk image is malformed",
    ] { #expect(Database.isOfFullText(answer)) }
    #expect(!Database.isOfFullText("row 3 missing from index bases_by_name"))
  }
}

extension DatabaseFormat {
  /// A format for tests.
  static let words = DatabaseFormat(
    applicationID: 0x7465_7374, version: 3,
    schema: "CREATE TABLE words (key INTEGER PRIMARY KEY, word TEXT NOT NULL)")
}
