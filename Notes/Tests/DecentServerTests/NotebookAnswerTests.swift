// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicatingTypes
import Testing

@testable import DecentDocuments
@testable import DecentNotes
@testable import DecentServer
@testable import DecentSync

/// The answers of a served notebook, apart from exchanges.
@Suite struct NotebookAnswerTests {
  private let bench: Bench

  init() throws {
    bench = try Bench()
  }

  private func changes(after revision: Int) throws -> [String: Any] {
    try bench.ask("GET", "/v1/changes?after=\(revision)&run=\(bench.notebook.run)").changes
  }

  @Test func changesBeginAfterARevision() throws {
    #expect(try changes(after: 0)["revision"] as? Int == 0)
    let first = try bench.library.add(
      NoteDraft(title: "First", text: "some text", tags: ["b", "a"]))
    let second = try bench.library.add(NoteDraft(title: "Second"))
    let all = try changes(after: 0)
    #expect(all["library"] as? String == bench.place.library)
    #expect(all["run"] as? String == bench.notebook.run)
    #expect(all["whole"] as? Bool == true)
    let revision = try #require(all["revision"] as? Int)
    let documents = try #require(all["documents"] as? [[String: Any]])
    #expect(documents.map { $0["name"] as? String } == ["note/\(second)", "note/\(first)"])
    #expect(documents.allSatisfy { $0["version"] is NSNull })
    let summary = try #require(documents[1]["summary"] as? [String: Any])
    #expect(summary["id"] as? String == "\(first)")
    #expect(summary["title"] as? String == "First")
    #expect(summary["snippet"] as? String == "some text")
    #expect(summary["size"] as? Int == 9)
    #expect(summary["tags"] as? [String] == ["a", "b"])
    #expect(summary["priority"] as? String == "normal")
    #expect(summary["isTrashed"] as? Bool == false)

    #expect((try changes(after: revision)["documents"] as? [Any])?.isEmpty == true)
    try bench.library.setText(of: second, to: "new")
    let news = try changes(after: revision)
    #expect(news["whole"] as? Bool == false)
    let changed = try #require(news["documents"] as? [[String: Any]])
    #expect(changed.count == 1)
    let version = try #require(changed[0]["version"] as? String)
    #expect(
      try Note.Version(encoded: #require(Base64.decode(version)))
        == bench.library.note(second).version)
    // A revision that never was.
    #expect(try changes(after: 1000)["whole"] as? Bool == true)
  }

  @Test func purgesAreDocumentsWithoutASummary() throws {
    let ids = try (0..<3).map { try bench.library.add(NoteDraft(title: "Note \($0)")) }
    let revision = try #require(changes(after: 0)["revision"] as? Int)
    try bench.library.setTrashed(true, [ids[0]])
    try bench.library.purge([ids[0]])
    let documents = try #require(changes(after: revision)["documents"] as? [[String: Any]])
    #expect(documents.map { $0["name"] as? String } == ["gone/\(ids[0])"])
    #expect(documents[0]["summary"] is NSNull)
  }

  @Test func snippetsAreThoseOfTheTextAlsoBeforeItIsIndexed() throws {
    let id = try bench.library.add(
      NoteDraft(title: "Long", text: String(repeating: "é", count: 400)))
    let summary = { () throws -> [String: Any] in
      let documents = try changes(after: 0)["documents"] as? [[String: Any]]
      return try #require(documents?.first?["summary"] as? [String: Any])
    }
    #expect(try summary()["snippet"] as? String == String(repeating: "é", count: 300))
    #expect(try summary()["size"] as? Int == 800)
    var note = try bench.library.note(id)
    let before = note.version
    note.text.unicodeScalars.insert("new ", at: 0)
    let exchange = try DocumentExchange(of: note, since: before)
    _ = try bench.ask("POST", "/v1/documents/note/\(id)", body: exchange.fields)
    #expect((try summary()["snippet"] as? String)?.hasPrefix("new éé") == true)
    #expect(try summary()["size"] as? Int == 804)
  }

  @Test func manyChangesComeWithoutVersions() throws {
    _ = try bench.library.add(NoteDraft(title: "First"))
    for number in 0..<150 {
      let id = try bench.library.add(NoteDraft(title: "Note \(number)"))
      if number % 7 == 0 { try bench.library.edit(id) { $0.isPinned.value = true } }
    }
    let changes = try bench.ask("GET", "/v1/changes?after=1&run=\(bench.notebook.run)")
    let lines = try changes.text.split(separator: "\n").map { line in
      try #require(JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
    #expect(lines.map { ($0["documents"] as? [Any])?.count } == [100, 50])
    #expect(try lines[0]["revision"] as? Int == bench.library.lastRevision())
    #expect(lines[0]["gone"] is [Any])
    #expect(lines[1].keys.map { $0 } == ["documents"])
    let documents = try #require(changes.changes["documents"] as? [[String: Any]])
    #expect(documents.count == 150)
    #expect(Set(documents.compactMap { $0["name"] as? String }).count == 150)
    #expect(documents.allSatisfy { $0["version"] is NSNull })
    for document in documents {
      let summary = try #require(document["summary"] as? [String: Any])
      let id = try #require(document["name"] as? String).dropFirst(5)
      #expect(summary["id"] as? String == String(id))
      let note = try bench.library.summary(#require(NoteID(id)))
      #expect(summary["title"] as? String == note.title)
      #expect(summary["isPinned"] as? Bool == note.isPinned)
      #expect(summary["order"] as? String == "\(note.orderKey)")
    }
  }

  /// A page takes what is absent for gone, and asks again for what failed.
  @Test func aFailureIsNotAnAbsence() throws {
    let id = try bench.library.add(NoteDraft(title: "Plan", text: "one"))
    let names = [DocumentName.note(NoteID(from: .current)), .note(id), .purge(id)]
    let body = Array(names.map(\.text).joined(separator: "\n").utf8)
    let whole = try #require(ByteFields.split(bench.ask("POST", "/v1/documents", body: body).body))
    #expect(whole.map(\.isEmpty) == [false, true, true, false, false, false, false, true, true])
    let response = bench.notebook.response(to: .documents(names))
    guard case .pieces(let pieces) = response.body else {
      Issue.record("a body of pieces was expected")
      return
    }
    #expect(try pieces.next() != nil)
    try bench.breakLibrary()
    #expect(throws: (any Error).self) { try pieces.next() }
    let refused = try bench.ask("POST", "/v1/documents", body: body)
    #expect(refused.status == 500)
    #expect(try refused.code == "failed")
    #expect(
      try bench.ask("POST", "/v1/documents/note/\(id)", body: ByteFields.joined([[], []])).status
        == 500)
  }

  /// The server ends while it answers. A page that took the part for the whole would never ask for
  /// the rest.
  @Test func aPartOfAnAnswerIsNoWholeAnswer() throws {
    let ids = try (1...150).map { try bench.library.add(NoteDraft(title: "\($0)")) }
    let documents = bench.notebook.response(to: .documents([.note(ids[0]), .note(ids[1])]))
    let changes = bench.notebook.response(to: .changes(after: 0, run: ""))
    for response in [documents, changes] {
      guard case .pieces(let pieces) = response.body else {
        Issue.record("a body of pieces was expected")
        return
      }
      #expect(try pieces.next() != nil)
      pieces.end()
      #expect(throws: (any Error).self) { try pieces.next() }
    }
    let lines = try bench.ask("GET", "/v1/changes").body.split(separator: 10)
    #expect(lines.count == 2)
    #expect(String(decoding: lines[0], as: UTF8.self).contains(#""more":true"#))
    let whole = bench.notebook.response(to: .documents([.note(ids[0])]))
    guard case .pieces(let pieces) = whole.body else { return }
    #expect(try pieces.next() != nil)
    pieces.end()
    #expect(try pieces.next() == nil)
  }

  @Test func theHistoryOfANoteIsTold() throws {
    let id = try bench.library.add(NoteDraft(title: "Plan", text: "one"))
    try bench.library.setText(of: id, to: "one two")
    let answer = try bench.ask("GET", "/v1/history/note/\(id)").object
    let versions = try #require(answer["versions"] as? [[String: Any]])
    let device = "\(try #require(try bench.library.device()))"
    #expect(versions.allSatisfy { $0["device"] as? String == device && $0["time"] is Int })
    #expect(try changes(after: 0)["device"] as? String == device)
    let last = try #require(versions.first?["id"] as? String)
    let text = try bench.ask("GET", "/v1/history/note/\(id)/\(last)").object
    #expect(text["text"] as? String == "one two")
    #expect(text["before"] as? String != nil)
    #expect(text["title"] as? String == "Plan")
    #expect(try bench.ask("GET", "/v1/history/note/\(id)/00000000").status == 404)
    #expect(try bench.ask("GET", "/v1/history/note/\(NoteID(from: .current))").status == 404)
  }

  /// A command that writes for long must not keep the page waiting.
  @Test func changesAreToldWhileAnotherWrites() throws {
    _ = try bench.library.add(NoteDraft(title: "Plan"))
    let answer = try bench.library.documents.transaction { try changes(after: 0) }
    #expect(answer["device"] as? String != nil)
  }

  @Test func aHistoryIsToldWithoutSyncState() throws {
    let id = try bench.library.add(NoteDraft(title: "Plan", text: "one"))
    try bench.library.documents.write {
      try RowTable(database: $0).set(RowKey(.device), to: [1])
    }
    let answer = try bench.ask("GET", "/v1/history/note/\(id)").object
    let versions = try #require(answer["versions"] as? [[String: Any]])
    #expect(versions.map { $0["device"] is NSNull } == [true])
    #expect(try changes(after: 0)["device"] is NSNull)
  }

  /// A browser shows what a person opened; a program reads the record.
  @Test func anAddressThatAPersonOpensIsAnsweredWithAPage() throws {
    let html = RequestHead.Field("Accept", "text/html,application/xhtml+xml,*/*;q=0.8")
    for (target, status) in [("/nothing", 404), ("/note/x", 404)] {
      let answer = try Answer(
        try #require(bench.server.answer(bench.head("GET", target, html), parts: [])))
      #expect(answer.status == status)
      #expect(
        answer.fields.contains(RequestHead.Field("content-type", "text/html; charset=utf-8")))
      #expect(answer.fields.contains { $0.name == "content-security-policy" })
      let text = String(decoding: answer.body, as: UTF8.self)
      #expect(text.contains("There is nothing at this address.") && text.contains("href=\"/\""))
    }
    #expect(try bench.ask("GET", "/nothing").code == "nothing-there")
    let foreign = RequestHead("GET", "/", [RequestHead.Field("Host", "localhost:1"), html])
    let answer = try Answer(try #require(bench.server.answer(foreign, parts: [])))
    #expect(answer.status == 421)
    #expect(String(decoding: answer.body, as: UTF8.self).contains("<p>This is not the address"))
    let ofProtocol = try Answer(
      try #require(bench.server.answer(bench.head("GET", "/v1/nothing", html), parts: [])))
    #expect(try ofProtocol.code == "nothing-there")
  }

  /// Rows and carets of a page say whose edits came.
  @Test func changesTellTheDeviceWhoseEditsCameLast() async throws {
    let (store, name) = (MemoryStore(), RemoteName("cloud"))
    let other = try Library(openingOrCreating: bench.folder.path("other"))
    func syncAll() async throws {
      for library in [bench.library, other, bench.library] {
        _ = try await library.sync(
          with: store, as: name, options: SyncOptions(deviceName: "\(library === other)"))
      }
    }
    func device(after revision: Int) throws -> [String?] {
      let documents = try changes(after: revision)["documents"] as? [[String: Any]]
      return try #require(documents).map { $0["device"] as? String }
    }
    let id = try bench.library.add(NoteDraft(title: "Plan", text: "one"))
    try await syncAll()
    var revision = try bench.library.lastRevision()
    try other.setText(of: id, to: "one two")
    try await syncAll()
    let status = try bench.ask("GET", "/v1/status").object
    let devices = try #require(status["devices"] as? [[String: Any]])
    let known = devices.first { $0["name"] as? String == "true" }?["id"] as? String
    let own = "\(try #require(try bench.library.device()))"
    #expect(known != nil)
    #expect(try device(after: revision) == [known])
    // All at once, no versions are read, and no devices.
    #expect(try device(after: 0) == [nil])
    revision = try bench.library.lastRevision()
    try bench.library.setText(of: id, to: "one two three")
    #expect(try device(after: revision) == [own])
    try await syncAll()
    #expect(try device(after: revision) == [own])
    // An exchange tells whose edits the answer brings, also if it brings edits of the page itself.
    var seen = try bench.library.note(id)
    func writer(_ change: (inout Note) -> Void) throws -> [String] {
      var note = seen
      change(&note)
      let delta = try note.delta(since: seen.version)?.encoded() ?? []
      let body = ByteFields.joined([try note.version.encoded(), delta])
      return try bench.ask("POST", "/v1/documents/note/\(id)", body: body).fields
        .filter { $0.name == "decent-writer" }.map(\.value)
    }
    #expect(try writer { _ in } == [])
    try other.setText(of: id, to: "one two three and more")
    try await syncAll()
    #expect(try writer { _ in } == [known])
    #expect(try writer { $0.priority.value = .high } == [known])
    try bench.library.setText(of: id, to: "one two three")
    #expect(try writer { _ in } == [own])
    // A move is an edit, too.
    _ = try bench.library.add(NoteDraft(title: "First"))
    seen = try bench.library.note(id)
    try bench.library.move(id, to: .number(1))
    #expect(try writer { _ in } == [own])
    // Both edit: what came last is the other's.
    revision = try bench.library.lastRevision()
    try bench.library.setTitle(of: id, to: "Plans")
    try other.setText(of: id, to: "one two three four")
    try await syncAll()
    #expect(try device(after: revision) == [known])
  }

  @Test func aDeviceIsRetired() async throws {
    let (store, name) = (MemoryStore(), RemoteName("cloud"))
    let other = try Library(openingOrCreating: bench.folder.path("other"))
    _ = try bench.library.add(NoteDraft(title: "Plan"))
    for library in [bench.library, other, bench.library] {
      _ = try await library.sync(with: store, as: name)
    }
    func devices() throws -> [[String: Any]] {
      try #require(bench.ask("GET", "/v1/status").object["devices"] as? [[String: Any]])
    }
    let ids = try devices().map { $0["id"] as? String ?? "" }
    #expect(try devices().map { $0["isRetired"] as? Bool } == [false, false])
    #expect(try bench.ask("POST", "/v1/devices/\(ids[1])/retire").status == 200)
    #expect(try devices().map { $0["isRetired"] as? Bool } == [false, true])
    let own = try bench.ask("POST", "/v1/devices/\(ids[0])/retire")
    #expect(own.status == 409)
    #expect(try own.code == "this-device")
    let unknown = try bench.ask("POST", "/v1/devices/\(String(repeating: "0", count: 32))/retire")
    #expect(unknown.status == 404)
    #expect(try unknown.code == "no-such-device")
  }

  @Test func theStatusTellsOfRemotes() throws {
    try bench.library.add(Remote(name: "cloud", folder: bench.folder.path("cloud")))
    let status = try bench.ask("GET", "/v1/status").object
    let remotes = try #require(status["remotes"] as? [[String: Any]])
    #expect(remotes.count == 1)
    #expect(remotes[0]["name"] as? String == "cloud")
    #expect(remotes[0]["lastSync"] is NSNull && remotes[0]["error"] is NSNull)
    #expect(status["watching"] as? Bool == false)
    #expect(try bench.ask("POST", "/v1/sync").status == 202)
  }
}
