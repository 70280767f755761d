// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import Foundation
import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Testing

@testable import DecentServer

/// A model with a field that notes lack.
private struct Recipe: ReplicatingModel {
  var servings = ReplicatingRegister(default: 0)

  static let kind = "com.example.recipe"
  static let fields = FieldList(("servings", \Recipe.servings))
}

/// Exchanges of pages that do what none should.
@Suite struct HostileExchangeTests {
  private let bench: Bench
  private let id: NoteID

  init() throws {
    bench = try Bench()
    id = try bench.library.add(NoteDraft(title: "Plan", text: "text", tags: ["home"]))
  }

  private func post(
    _ exchange: DocumentExchange, to name: DocumentName? = nil
  ) throws -> Answer {
    try bench.ask(
      "POST", "/v1/documents/\((name ?? .note(id)).text)", body: exchange.fields)
  }

  /// The exchange of a copy of the note that was edited.
  private func edited(_ change: (inout Note) -> Void) throws -> DocumentExchange {
    var note = try bench.library.note(id)
    let before = note.version
    change(&note)
    return try DocumentExchange(of: note, since: before)
  }

  private func expectRefused(
    _ exchange: DocumentExchange, _ status: Int, _ code: String, to name: DocumentName? = nil
  ) throws {
    let before = try bench.library.summaries()
    let (note, revision) = (try bench.library.note(id), try bench.library.lastRevision())
    let answer = try post(exchange, to: name)
    #expect(answer.status == status)
    #expect(try answer.code == code)
    #expect(try bench.library.summaries() == before)
    #expect(try bench.library.note(id) == note)
    #expect(try bench.library.lastRevision() == revision)
  }

  @Test func partsBeyondTheLimitsAreRefused() throws {
    let tooMuch: [(inout Note) -> Void] = [
      { $0.title.value = String(repeating: "x", count: NoteLimits.titleLength + 1) },
      { $0.title.value = " " },
      { $0.tags.insert(String(repeating: "x", count: NoteLimits.tagLength + 1)) },
      { $0.title.value = "e" + String(repeating: "\u{301}", count: NoteLimits.titleSize / 2) },
      { $0.tags.insert("e" + String(repeating: "\u{301}", count: NoteLimits.tagSize / 2)) },
      { $0.tags.insert("a\u{1B}b") },
      { $0.tags.insert(" ") },
      { $0.folder.value = "../up" },
      { $0.folder.value = String(repeating: "x", count: 2000) },
      { $0.text.append(String(repeating: "x", count: NoteLimits.textSize)) },
    ]
    for change in tooMuch { try expectRefused(try edited(change), 422, "unsuitable") }
    // All of it, or nothing.
    try expectRefused(
      try edited { note in
        note.text.append(" more")
        note.tags.insert("")
      }, 422, "unsuitable")
  }

  @Test func aPlaceBeyondTheLimitIsRefused() throws {
    let long = FractionalIndex(bytes: [UInt8](repeating: 0, count: NoteLimits.placeSize + 1))
    try expectRefused(try edited { $0.place.value = long }, 422, "unsuitable")
    // One of another device counts as none.
    try bench.library.edit(id) { $0.place.value = long }
    let other = try bench.library.add(NoteDraft(title: "Other"))
    #expect(try bench.library.summaries().map(\.id) == [other, id])
    #expect(try bench.library.note(other).place.value == .unset)
  }

  /// Notes of other devices are taken as they come.
  @Test func aNoteBeyondTheLimitsCanBeEdited() throws {
    try bench.library.edit(id) { $0.tags.insert("a\u{1B}b") }
    #expect(try post(edited { $0.text.append("!") }).status == 200)
    #expect(try bench.library.note(id).text.string == "text!")
  }

  @Test func bytesOfOtherKindsAreRefused() throws {
    let exchange = try edited { $0.text.append("!") }
    try expectRefused(
      DocumentExchange(version: [1], delta: exchange.delta), 400, "unreadable")
    try expectRefused(
      DocumentExchange(version: exchange.version, delta: [1]), 400, "unreadable")
    try expectRefused(
      DocumentExchange(version: exchange.delta, delta: exchange.version), 400, "unreadable")
    try expectRefused(exchange, 400, "unreadable", to: .purge(id))
    var other = Recipe()
    other.servings.value = 7
    let ofOther = DocumentExchange(
      version: try other.version.encoded(),
      delta: try #require(other.delta(since: Recipe.Version())).encoded())
    try expectRefused(ofOther, 400, "newer", to: .note(id))
  }

  @Test func everyCutAndChangedDeltaIsRefused() throws {
    let exchange = try edited { note in
      note.text.append("!")
      note.title.value = "Other"
      note.tags.insert("more")
    }
    for count in 1..<exchange.delta.count {
      let cut = DocumentExchange(
        version: exchange.version, delta: Array(exchange.delta.prefix(count)))
      try expectRefused(cut, 400, "unreadable")
    }
    for place in exchange.delta.indices {
      var changed = exchange
      changed.delta[place] ^= 0x10
      let answer = try post(changed)
      #expect(answer.status == 400)
    }
  }

  /// Random bytes stand in the two fields of a body.
  @Test func randomBytesAreRefused() throws {
    var chance = TestRun.generator(seed: 20)
    for _ in 0..<TestRun.length(300) {
      let fields = (0..<2).map { _ in (0..<chance.below(60)).map { _ in UInt8(chance.below(256)) } }
      let answer = try post(DocumentExchange(version: fields[0], delta: fields[1]))
      #expect(answer.status == 400 || fields[0].isEmpty && fields[1].isEmpty)
    }
    #expect(try bench.library.note(id).text.string == "text")
  }

  /// A delta of a note that the library lacks must not make a note of the part that needs nothing.
  @Test func aDeltaWithoutItsBaseAsksForTheWhole() throws {
    let other = NoteID(from: .current)
    var exchange = try edited { $0.title.value = "Other" }
    try expectRefused(exchange, 409, "missing-history", to: .note(other))
    exchange = try edited { $0.text.append("!") }
    try expectRefused(exchange, 409, "missing-history", to: .note(other))
    let note = try bench.library.note(id)
    let whole = DocumentExchange(
      version: try note.version.encoded(),
      delta: try #require(note.delta(since: Note.Version())).encoded())
    #expect(try post(whole, to: .note(other)).status == 200)
    #expect(try bench.library.note(other) == note)
  }

  /// A lie about the version asks for more, and changes nothing.
  @Test func aVersionBeyondTheDeltaAsksForTheWhole() throws {
    let small = try edited { $0.text.append("a") }
    let large = try edited { $0.text.append("b") }
    try expectRefused(
      DocumentExchange(version: large.version, delta: small.delta), 409, "missing-history")
  }

  @Test func purgedNotesStayAway() throws {
    let unseen = try edited { $0.text.append(" edited before the purge came") }
    let known = try bench.library.note(id)
    let whole = DocumentExchange(
      version: try known.version.encoded(),
      delta: try #require(known.delta(since: Note.Version())).encoded())
    try bench.library.setTrashed(true, [id])
    try bench.library.purge([id])
    for exchange in [DocumentExchange(), whole] {
      let answer = try post(exchange)
      #expect(answer.status == 410)
      #expect(try answer.code == "purged")
    }
    #expect(try bench.library.summaries().isEmpty)
    let changes = try bench.ask("GET", "/v1/changes").object
    #expect(changes["gone"] as? [String] == ["note/\(id)"])
    // An edit that the purge had not seen brings the note back, once it is whole.
    #expect(try post(unseen).status == 409)
    var note = known
    try note.merge(delta: Note.Delta(encoded: unseen.delta))
    let more = DocumentExchange(
      version: try note.version.encoded(),
      delta: try #require(note.delta(since: Note.Version())).encoded())
    #expect(try post(more).status == 200)
    let summary = try bench.library.summary(id)
    #expect(summary.wasPurged && summary.isTrashed)
    #expect(try bench.ask("GET", "/v1/changes").object["gone"] as? [String] == [])
  }

  @Test func unknownDocumentsAreEmpty() throws {
    let answer = try post(DocumentExchange(), to: .note(NoteID(from: .current)))
    #expect(answer.body == DocumentExchange().fields)
    #expect(try post(DocumentExchange(), to: .purge(id)).status == 200)
  }
}
