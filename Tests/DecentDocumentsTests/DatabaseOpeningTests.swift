// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// Sound, damaged and foreign files in place of a database. Opening must not change them.
@Suite struct DatabaseOpeningTests {
  private let folder: TemporaryFolder
  private static let name = "test.sqlite"

  init() throws {
    folder = try TemporaryFolder()
  }

  private func open() throws -> Database {
    try Database.open(at: folder.path(Self.name), format: .words)
  }

  private func makeDatabase(words: Int) throws {
    try Database.create(at: folder.path(Self.name), format: .words)
    let database = try open()
    try database.transaction {
      for number in 0..<words {
        try database.run("INSERT INTO words (word) VALUES (?)", .text("word \(number)"))
      }
    }
  }

  /// Checks that opening fails and the file stays as it is.
  private func expectRefusal(_ code: DatabaseFailure.Code, _ advice: String) throws {
    let before = try folder.read(Self.name)
    let failure = try #require(throws: DatabaseFailure.self) { try open() }
    #expect(failure.code == code)
    #expect(failure.description.contains(advice), "\(failure)")
    #expect(failure.description.contains(folder.path(Self.name)))
    #expect(try folder.read(Self.name) == before)
  }

  @Test func aSoundDatabaseOpens() throws {
    try makeDatabase(words: 3)
    #expect(try open().findDamage() == [])
  }

  @Test func aMissingFileIsNotMade() throws {
    let failure = try #require(throws: DatabaseFailure.self) { try open() }
    #expect(failure.code == .missing)
    #expect(throws: (any Error).self) { try folder.read(Self.name) }
  }

  @Test func anEmptyFileIsDamage() throws {
    try folder.write([], to: Self.name)
    try expectRefusal(.empty, "Restore it from a backup")
  }

  @Test func textIsForeign() throws {
    try folder.write(Array("Dear diary, this is long enough to have a header.".utf8), to: Self.name)
    try expectRefusal(.foreign, "not a library")
  }

  @Test func anotherProgramsDatabaseIsForeign() throws {
    let other = DatabaseFormat(applicationID: 1, version: 1, schema: "CREATE TABLE theirs (a)")
    try Database.create(at: folder.path(Self.name), format: other)
    try expectRefusal(.foreign, "Choose another folder")
  }

  @Test func aNewerDatabaseAsksForAnUpdate() throws {
    let newer = DatabaseFormat(
      applicationID: DatabaseFormat.words.applicationID, version: 4, schema: "CREATE TABLE n (a)")
    try Database.create(at: folder.path(Self.name), format: newer)
    try expectRefusal(.newer(found: 4, supported: 3), "Update the program")
  }

  @Test func anOlderDatabaseAsksForAnExport() throws {
    let older = DatabaseFormat(
      applicationID: DatabaseFormat.words.applicationID, version: 2, schema: "CREATE TABLE o (a)")
    try Database.create(at: folder.path(Self.name), format: older)
    try expectRefusal(.older(found: 2, supported: 3), "Export its content")
  }

  @Test func overwrittenBytesAreForeign() throws {
    try makeDatabase(words: 3)
    let size = try folder.read(Self.name).count
    try folder.write(Array(repeating: 0xa5, count: size), to: Self.name)
    try expectRefusal(.foreign, "overwritten")
  }

  @Test(arguments: [1, 50, 99, 100, 512, 4096, 8192])
  func aTruncatedFileIsRefused(_ size: Int) throws {
    try makeDatabase(words: 2000)
    let whole = try folder.read(Self.name)
    try folder.write(Array(whole.prefix(size)), to: Self.name)
    let failure = try #require(throws: DatabaseFailure.self) {
      _ = try open().rows("SELECT word FROM words") { $0.blob(at: 0) }
    }
    #expect([.damaged, .foreign].contains(failure.code), "\(failure)")
    #expect(try folder.read(Self.name) == Array(whole.prefix(size)))
  }

  @Test func aPageOverwrittenInTheMiddleIsDamage() throws {
    try makeDatabase(words: 2000)
    var bytes = try folder.read(Self.name)
    bytes.replaceSubrange(8192..<12288, with: Array(repeating: 0xa5, count: 4096))
    try folder.write(bytes, to: Self.name)
    let failure = try #require(throws: DatabaseFailure.self) {
      _ = try open().rows("SELECT word FROM words") { $0.blob(at: 0) }
    }
    #expect(failure.code == .damaged, "\(failure)")
    #expect(failure.description.contains("Restore it from a backup"))
    #expect(try folder.read(Self.name) == bytes)
  }

  @Test func aFolderOfOddNameWorks() throws {
    let path = folder.path("50% #1? 'x'.sqlite")
    try Database.create(at: path, format: .words)
    #expect(try Database.open(at: path, format: .words).findDamage() == [])
  }

  @Test func whatAnInterruptedCreationLeftIsNoHindrance() throws {
    try folder.write([1, 2, 3], to: Self.name + ".new")
    try makeDatabase(words: 1)
    #expect(try open().findDamage() == [])
  }

  /// SQLite would write into a file without a name, and the edit would be gone with it.
  @Test(arguments: [true, false])
  func aFileThatIsNoLongerInItsPlaceTakesNothing(isReplaced: Bool) throws {
    try makeDatabase(words: 1)
    let database = try open()
    let elsewhere = folder.path("moved.sqlite")
    try FileManager.default.moveItem(atPath: folder.path(Self.name), toPath: elsewhere)
    if isReplaced { try makeDatabase(words: 7) }
    let writing = try #require(throws: DatabaseFailure.self) {
      try database.transaction { try database.run("INSERT INTO words (word) VALUES ('lost')") }
    }
    #expect(writing.code == .moved)
    #expect(writing.description.contains("moved, removed or replaced"), "\(writing)")
    let reading = try #require(throws: DatabaseFailure.self) { try database.readTransaction {} }
    #expect(reading.code == .moved)
    try FileManager.default.removeItem(atPath: elsewhere)
    #expect(throws: DatabaseFailure.self) { try database.transaction {} }
  }

  /// The file alone is inconsistent while the log is copied into it.
  @Test func aDatabaseThatGrowsMeanwhileOpens() async throws {
    try makeDatabase(words: 1)
    let path = folder.path(Self.name)
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        let database = try Database.open(at: path, format: .words)
        for _ in 0..<300 {
          try database.run("INSERT INTO words (word) VALUES (zeroblob(100000))")
          try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        }
      }
      group.addTask {
        for _ in 0..<3000 { _ = try Database.open(at: path, format: .words) }
      }
      try await group.waitForAll()
    }
  }
}
