// SPDX-License-Identifier: MIT

import DecentNotes
import DecentSync
import Foundation
import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Synchronization
import Testing

@testable import DecentServer

/// A page and a library that exchange documents, whatever becomes of requests and answers.
@Suite(.seeded) struct ExchangeTests {
  private let bench: Bench
  private let page = FakePage()

  init() throws {
    bench = try Bench()
  }

  private func send(_ request: FakePage.Request) throws -> Answer {
    try bench.ask("POST", request.target, body: request.body)
  }

  /// Sends a request and all that must follow it.
  private func exchange(_ request: FakePage.Request) throws {
    var next: FakePage.Request? = request
    for _ in 0..<3 {
      guard let request = next else { return }
      next = try page.take(try send(request), to: request)
    }
    #expect(next == nil, "the page is asked for the whole document again and again")
  }

  /// Exchanges until both sides have everything.
  private func settle() throws {
    for _ in 0..<3 {
      for request in try page.fetch({ try bench.ask("GET", $0) }) { try exchange(request) }
      for name in try page.names() { try exchange(try page.request(name)) }
    }
  }

  private func expectEqual() throws {
    let summaries = try bench.library.summaries()
    #expect(Set(summaries.map(\.id)) == Set(page.notes.keys))
    for id in page.notes.keys {
      let ours = try bench.library.note(id)
      #expect(page.notes[id] == ours)
      #expect(try page.notes[id]?.encoded() == ours.encoded())
    }
    let sorted = page.notes.map { NoteSummary(of: $0.value, id: $0.key) }
      .sorted { $0.orderKey < $1.orderKey }
    let shown = sorted.filter(\.isPinned) + sorted.filter { !$0.isPinned }
    #expect(summaries.map(\.id) == shown.map(\.id))
    let problems = try bench.library.check()
    #expect(problems.isEmpty, "\(problems)")
  }

  @Test func aNoteOfAPageIsANoteOfTheLibrary() throws {
    let id = NoteID(from: .current)
    page.edit(id) { note in
      note.title.value = "From the page"
      note.text.append("Milk and bread")
      note.tags.insert("home")
      note.folder.value = "Work/Garden"
      note.created.value = 1_700_000_000_000
    }
    try settle()
    let summary = try bench.library.summary(id)
    #expect(summary.title == "From the page")
    #expect(summary.tags == ["home"])
    #expect(summary.folder.text == "Work/Garden")
    #expect(try bench.library.search(SearchWords(["bread"])).map(\.summary.id) == [id])
    #expect(try bench.library.history(of: id).entries.count == 1)
    try expectEqual()
  }

  @Test func editsOfAPageAreSentByTheNextSync() async throws {
    let (store, name) = (MemoryStore(), RemoteName("cloud"))
    let id = try bench.library.add(NoteDraft(title: "Plan", text: "a"))
    _ = try await bench.library.sync(with: store, as: name)
    try settle()
    page.edit(id) { $0.text.append("b") }
    try settle()
    #expect(try bench.library.status(of: name).waiting.map(\.document) == [.note(id)])
    _ = try await bench.library.sync(with: store, as: name)
    let other = try Library(openingOrCreating: bench.folder.path("other"))
    _ = try await other.sync(with: store, as: name)
    #expect(try other.note(id).text.string == "ab")
    // An edit that arrives by sync reaches the page.
    try other.setText(of: id, to: "abc")
    _ = try await other.sync(with: store, as: name)
    _ = try await bench.library.sync(with: store, as: name)
    try settle()
    #expect(page.notes[id]?.text.string == "abc")
    try expectEqual()
  }

  @Test func wholeDocumentsAreSentTogether() throws {
    let ids = try (0..<5).map { try bench.library.add(NoteDraft(title: "Note \($0)", text: "x")) }
    let body = Array((ids.map { "note/\($0)" } + ["gone/\(ids[0])"]).joined(separator: "\n").utf8)
    let fields = try #require(
      ByteFields.split(try bench.ask("POST", "/v1/documents", body: body).body))
    #expect(fields.count == 18)
    for (place, id) in ids.enumerated() {
      #expect(String(decoding: fields[3 * place], as: UTF8.self) == "note/\(id)")
      var note = Note()
      try note.merge(delta: Note.Delta(encoded: fields[3 * place + 2]))
      #expect(try note == bench.library.note(id))
      #expect(try note.version == Note.Version(encoded: fields[3 * place + 1]))
    }
    #expect(fields[16] == [] && fields[17] == [])
  }

  /// A run of a page: what it edits has sessions of its own.
  private final class Chance: Sendable {
    let generator: Mutex<SeededGenerator>
    init(_ generator: SeededGenerator) { self.generator = Mutex(generator) }
    var word: UInt64 { generator.withLock { $0.next() } }
  }

  @Test func pageAndLibraryConvergeOnRandomSchedules() throws {
    var chance = TestRun.generator(seed: 19)
    for _ in 0..<TestRun.length(12) {
      try ExchangeTests().runSchedule(&chance)
    }
  }

  private func runSchedule(_ chance: inout SeededGenerator) throws {
    let words = Chance(SeededGenerator(seed: chance.next()))
    let environment = ReplicationEnvironment(
      milliseconds: { 1_700_000_000_000 + words.word % 100_000 }, random: { words.word })
    let program = try Library(opening: bench.folder.path("library"))
    var flying: [FakePage.Request] = []
    for _ in 0..<60 {
      switch chance.below(9) {
      case 0...2:
        try environment.run { try editPage(&chance) }
      case 3, 4:
        try editLibrary(program, &chance)
      case 5:
        for name in try page.names() { flying.append(try page.request(name)) }
      case 6, 7:
        guard !flying.isEmpty else { continue }
        let request = flying[chance.below(flying.count)]
        let answer = try send(request)
        // The request may be sent again, and the answer may be lost.
        if chance.oneIn(2) {
          flying.removeAll { $0.name == request.name && $0.body == request.body }
        }
        if !chance.oneIn(4), let next = try page.take(answer, to: request) {
          flying.append(next)
        }
      default:
        flying += try page.fetch { try bench.ask("GET", $0) }
      }
    }
    for request in chance.shuffled(flying) { try exchange(request) }
    try settle()
    try expectEqual()
    #expect(page.refusals.isEmpty, "\(page.refusals)")
  }

  private func editPage(_ chance: inout SeededGenerator) throws {
    let ids = page.notes.keys.sorted()
    guard !ids.isEmpty, !chance.oneIn(6) else {
      let id = NoteID(from: .current)
      let (title, time) = ("Page \(chance.below(100))", UInt64(chance.below(1000)))
      page.edit(id) { note in
        note.created.value = 1_700_000_000_000 + time
        note.title.value = title
        note.text.append("page")
      }
      return
    }
    let id = chance.pick(ids)
    let (kind, place, number) = (chance.below(7), chance.below(1000), chance.below(10))
    switch kind {
    case 0, 1, 2:
      page.edit(id) { note in
        let count = note.text.unicodeScalars.count
        if kind == 2, count > 0 {
          note.text.unicodeScalars.removeSubrange(place % count..<place % count + 1)
        } else {
          note.text.unicodeScalars.insert("p\(number)", at: place % (count + 1))
        }
      }
    case 3: page.edit(id) { $0.tags.insert("tag \(number)") }
    case 4: page.edit(id) { $0.title.value = "Title \(number)" }
    case 5:
      page.edit(id) { note in
        if number < 5 { note.isTrashed.value.toggle() } else { note.isPinned.value.toggle() }
      }
    default:
      let others = ids.filter { $0 != id }
      guard !others.isEmpty else { return }
      let other = others[place % others.count]
      let next = page.notes[other].map { NoteSummary(of: $0, id: other).orderKey }
      page.edit(id) {
        $0.place.value = FractionalIndex(between: nil, and: next, now: 1_700_000_000_000)
      }
    }
  }

  private func editLibrary(_ library: Library, _ chance: inout SeededGenerator) throws {
    let summaries = try library.summaries()
    guard !summaries.isEmpty, !chance.oneIn(5) else {
      _ = try library.add(NoteDraft(title: "Library \(chance.below(100))", text: "library"))
      return
    }
    let note = chance.pick(summaries)
    switch chance.below(6) {
    case 0, 1:
      try library.edit(note.id) { $0.text.append("l\(chance.below(10))") }
    case 2: try library.setTitle(of: note.id, to: "Mine \(chance.below(10))")
    case 3: try library.setPriority(of: note.id, to: .high)
    case 4:
      try library.setTrashed(true, [note.id])
      if chance.oneIn(2) { try library.purge([note.id]) }
    default: try library.move(note.id, to: .number(1))
    }
  }
}
