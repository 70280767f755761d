// SPDX-License-Identifier: MIT

import ReplicatingTypes
import Testing

@testable import DecentDocuments
@testable import DecentNotes
@testable import DecentServer

/// The answers of a server whose library fails.
@Suite struct FailureAnswerTests {
  private let bench: Bench
  private let id: NoteID
  private let path: String

  init() throws {
    bench = try Bench()
    id = try bench.library.add(NoteDraft(title: "Plan", text: "one"))
    path = bench.folder.path("library/library.sqlite")
  }

  /// The body of a request that appends to the text of the note.
  private func appending(_ words: String) throws -> [UInt8] {
    var note = try bench.library.note(id)
    let before = note.version
    note.text.append(words)
    return try DocumentExchange(of: note, since: before).fields
  }

  private func exchange(_ body: [UInt8]) throws -> Answer {
    try bench.ask("POST", "/v1/documents/note/\(id)", body: body)
  }

  private func text() throws -> String { try bench.library.note(id).text.string }

  /// Sets up the connection of the server to the library.
  private func setUp(_ pragma: String) throws {
    try bench.notebook.library.withLock { library in
      try library.documents.read { try $0.execute(script: "PRAGMA \(pragma)") }
    }
  }

  private func expectRefusal(
    _ answer: Answer, _ status: Int, _ code: String, saying words: String...
  ) throws {
    #expect(answer.status == status)
    #expect(try answer.code == code)
    let message = try #require(answer.object["message"] as? String)
    for part in words { #expect(message.contains(part), "\(message)") }
  }

  @Test func eachFailureHasItsStatusCodeAndWords() throws {
    let failures: [(any Error, status: Int, code: String)] = [
      (DatabaseFailure(code: .busy, path: path), 503, "busy"),
      (DatabaseFailure(code: .full, path: path), 507, "disk-full"),
      (DatabaseFailure(code: .disk, path: path), 500, "failed"),
      (DatabaseFailure(code: .damaged, path: path), 500, "failed"),
      (
        LibraryFailure.damagedDocument(.note(NoteID(rawValue: 7)), path: path, reason: "torn"), 500,
        "damaged"
      ),
      (
        LibraryFailure.newerDocument(.note(NoteID(rawValue: 7)), path: path, reason: "new"), 500,
        "damaged"
      ),
      (LibraryFailure.forgottenText(title: "Plan"), 410, "forgotten"),
      (LibraryFailure.unknownVersion("abcd", title: "Plan"), 404, "nothing-there"),
      (LibraryFailure.unknownNote("abcd"), 404, "nothing-there"),
    ]
    for (failure, status, code) in failures {
      let answer = try Answer(Response(Refusal(of: failure)))
      #expect(answer.status == status, "\(failure)")
      #expect(try answer.object as? [String: String] == ["code": code, "message": "\(failure)"])
    }
  }

  /// Another program writes for longer than the server waits.
  @Test func aLibraryThatAnotherProgramHoldsIsBusy() throws {
    try setUp("busy_timeout = 0")
    let body = try appending(" two")
    try bench.library.documents.transaction {
      try expectRefusal(
        exchange(body), 503, "busy",
        saying: "\(path) is in use by another program for too long; try again when that has ended")
    }
    #expect(try text() == "one")
    #expect(try exchange(body).status == 200)
    #expect(try text() == "one two")
  }

  /// The page sends the same again once there is room.
  @Test func aDiskWithoutRoomIsSaidAndNothingIsChanged() throws {
    #expect(try exchange(DocumentExchange().fields).status == 200)
    let words = (0..<20_000).map { " \($0)" }.joined()
    let body = try appending(words)
    // As many pages as the file has now.
    try setUp("max_page_count = 1")
    try expectRefusal(
      exchange(body), 507, "disk-full",
      saying: "\(path) could not be written: the disk is full. Make room and try again")
    #expect(try text() == "one")
    #expect(try bench.ask("GET", "/v1/changes").status == 200)
    try setUp("max_page_count = 1000000")
    #expect(try exchange(body).status == 200)
    #expect(try text() == "one" + words)
    #expect(try bench.library.check() == [])
  }

  /// The answer names the damaged document, and the others are served.
  @Test func aDamagedDocumentIsNamedWithItsRemedy() throws {
    let other = try bench.library.add(NoteDraft(title: "Whole", text: "two"))
    let body = try appending("!")
    let database = try Database(file: path, for: .writing)
    try database.execute(
      script: """
        UPDATE bases SET content = x'00'
        WHERE document = (SELECT key FROM documents WHERE name LIKE '%\(id.uuid.uuidString.lowercased())')
        """)
    for answer in try [
      exchange(DocumentExchange().fields), exchange(body),
      bench.ask("GET", "/v1/history/note/\(id)"),
    ] {
      try expectRefusal(
        answer, 500, "damaged", saying: "in \(path) cannot be read: ", "Nothing was changed",
        "check --repair")
    }
    let names = Array("note/\(id)\nnote/\(other)".utf8)
    let fields = try #require(
      ByteFields.split(bench.ask("POST", "/v1/documents", body: names).body))
    #expect(fields.map(\.isEmpty) == [false, true, true, false, false, false])
    #expect(try bench.ask("GET", "/v1/history/note/\(other)").status == 200)
  }

  /// One document that cannot be read breaks off no answer with others.
  @Test func aDamagedPurgeIsAnEmptyDocument() throws {
    let gone = try bench.library.add(NoteDraft(title: "Gone"))
    try bench.library.setTrashed(true, [gone])
    try bench.library.purge([gone])
    let database = try Database(file: path, for: .writing)
    try database.execute(
      script: """
        UPDATE bases SET content = x'00' WHERE document = (SELECT key FROM documents
        WHERE name LIKE 'gone%\(gone.uuid.uuidString.lowercased())')
        """)
    let names = Array("gone/\(gone)\nnote/\(id)".utf8)
    let fields = try #require(
      ByteFields.split(bench.ask("POST", "/v1/documents", body: names).body))
    #expect(fields.map(\.isEmpty) == [false, true, true, false, false, false])
  }
}
