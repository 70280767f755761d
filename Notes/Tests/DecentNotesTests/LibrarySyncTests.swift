// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import ReplicatingTypes
import ReplicationLaws
import Testing

@testable import DecentDocuments
@testable import DecentNotes
@testable import DecentSync

/// Libraries that sync through a store in memory.
@Suite struct LibrarySyncTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()

  init() throws {
    folder = try TemporaryFolder()
  }

  private func library(_ name: String) throws -> Library {
    try Library(openingOrCreating: folder.path(name))
  }

  @discardableResult
  private func sync(_ library: Library) async throws -> SyncReport {
    let report = try await library.sync(with: store, as: RemoteName("cloud"))
    #expect(report.isComplete, "\(report)")
    return report
  }

  /// Syncs until no device sends anything, which must not take long.
  private func settle(_ libraries: [Library]) async throws {
    for _ in 0..<5 {
      var isAtRest = true
      for library in libraries {
        let report = try await sync(library)
        if report.uploaded.objects > 0 || !report.postponed.isEmpty { isAtRest = false }
      }
      if isAtRest { return }
    }
    Issue.record("still sending after five rounds")
  }

  /// Words that cannot be indexed used to take the report of the sync with them.
  @Test func aSyncReportsWhatItDidWithoutTheWords() async throws {
    let (laptop, phone) = (try library("laptop"), try library("phone"))
    let id = try laptop.add(NoteDraft(title: "Plan"))
    try await sync(laptop)
    try phone.database.run("DROP TABLE words")
    try await sync(phone)
    #expect(throws: (any Error).self) { try phone.indexWords() }
    #expect(try phone.note(id) == laptop.note(id))
  }

  /// A folder may be reached under two names, or a service may copy it into another folder.
  @Test func oneFolderUnderTwoNamesIsNoClone() async throws {
    let laptop = try library("laptop")
    _ = try laptop.add(NoteDraft(title: "Plan"))
    let device = try laptop.policy(for: remoteOfAny).device()
    for _ in 0..<5 {
      for name in ["one", "two"] {
        let report = try await laptop.sync(with: store, as: RemoteName(name))
        #expect(!report.tookNewDeviceID)
      }
    }
    #expect(try laptop.policy(for: remoteOfAny).device() == device)
    #expect(try store.list(prefix: "").count == 2)
  }

  private func expectEqual(_ libraries: [Library]) throws {
    let first = try libraries[0].summaries()
    for library in libraries {
      #expect(try library.summaries() == first)
      #expect(try library.decodedSummaries() == first)
      #expect(try library.searchedTexts() == library.decodedTexts())
      for note in first {
        let notes = try [libraries[0], library].map { try $0.note(note.id) }
        #expect(notes[0] == notes[1])
        #expect(try notes[0].encoded() == notes[1].encoded())
      }
    }
  }

  @Test func aOneLetterEditSendsLittle() async throws {
    let laptop = try library("laptop")
    let words = (0..<3000).map { "word \($0)" }.joined(separator: " ")
    let id = try laptop.add(NoteDraft(title: "Long", text: words))
    try await sync(laptop)
    try laptop.setText(of: id, to: words + ".")
    let sent = try await sync(laptop).uploaded
    #expect(sent.objects == 1)
    #expect(sent.bytes < 1024, "\(sent.bytes) bytes")
  }

  @Test func aClonedLibraryIsNoticedAndBothSidesAreKept() async throws {
    let laptop = try library("laptop")
    _ = try laptop.add(NoteDraft(title: "Before"))
    try await sync(laptop)
    try FileManager.default.copyItem(atPath: folder.path("laptop"), toPath: folder.path("clone"))
    let clone = try library("clone")
    _ = try laptop.add(NoteDraft(title: "On the laptop"))
    _ = try clone.add(NoteDraft(title: "On the clone"))
    try await settle([laptop, clone])
    #expect(try laptop.policy(for: remoteOfAny).device() != clone.policy(for: remoteOfAny).device())
    try expectEqual([laptop, clone])
    #expect(try laptop.summaries().count == 3)
  }

  private func syncs(_ libraries: [Library], on day: UInt64) async throws -> [SyncReport] {
    var reports: [SyncReport] = []
    for library in libraries {
      reports.append(
        try await library.sync(
          with: store, as: RemoteName("cloud"), now: { day * AcknowledgementDraft.interval }))
    }
    return reports
  }

  private func acknowledgements() throws -> [Acknowledgement] {
    try store.list(prefix: "log/").map(\.name).sorted()
      .compactMap { try? Acknowledgement(encoded: store.read($0)) }
  }

  @Test func aDamagedLibraryIsNoticed() async throws {
    let libraries = try ["a", "b", "c"].map { try library($0) }
    let id = try libraries[0].add(NoteDraft(title: "Plan", text: "word", tags: ["t"]))
    for day in 1..<3 {
      #expect(try await syncs(libraries, on: UInt64(day)).allSatisfy { $0.contradicting.isEmpty })
    }
    let sound = try acknowledgements()
    #expect(sound.count == 3)
    #expect(Set(sound.map(\.digest)).count == 1)
    #expect(sound.allSatisfy { $0.digest != nil })
    var note = try libraries[1].note(id)
    note.text.append("s")
    let other = try Note(encoded: note.encoded())
    #expect(other.text.string == "words")
    try libraries[1].database.run(
      "UPDATE bases SET content = ?", .blob(other.encoded()))
    try libraries[1].database.run("DELETE FROM deltas")
    _ = try libraries[0].add(NoteDraft(title: "Later"))
    for day in 3..<6 { _ = try await syncs(libraries, on: UInt64(day)) }
    let damaged = try libraries[1].policy(for: remoteOfAny).device()
    for library in [libraries[0], libraries[2]] {
      #expect(try await syncs([library], on: 6)[0].contradicting == [damaged])
    }
    #expect(try await syncs([libraries[1]], on: 6)[0].contradicting.count == 2)
  }

  @Test func damageThatKeepsTheSizeIsRepaired() async throws {
    let laptop = try library("laptop")
    let id = try laptop.add(NoteDraft(title: "Plan", text: "word"))
    try await sync(laptop)
    let name = try #require(try store.list(prefix: "log/").map(\.name).min())
    var bytes = try store.read(name)
    bytes[bytes.count / 2] ^= 1
    try store.delete(name)
    try store.create(name, holding: bytes)
    try await sync(laptop)
    let phone = try library("phone")
    for _ in 0..<2 {
      let report = try await phone.sync(with: store, as: RemoteName("cloud"))
      #expect(report.problems.map(\.name) == [name])
    }
    #expect(try await sync(laptop).uploaded.objects == 1)
    #expect(try await sync(laptop).uploaded.objects == 0)
    _ = try await phone.sync(with: store, as: RemoteName("cloud"))
    #expect(try phone.note(id) == laptop.note(id))
  }

  /// A note added while a sync ends is this device's edit. It is not put off like the edits of
  /// others.
  @Test func notesAddedDuringASyncAreNotLeftToOthers() async throws {
    let laptop = try library("laptop")
    _ = try laptop.add(NoteDraft(title: "Plan"))
    try await sync(laptop)
    let phone = try library("phone")
    var added: NoteID?
    let report = try await phone.sync(
      with: store, as: RemoteName("cloud"),
      progress: {
        if $0.phase == .finishing, added == nil {
          added = try? phone.add(NoteDraft(title: "Added meanwhile"))
        }
      })
    #expect(added != nil)
    #expect(report.postponed == [])
    #expect(try await sync(phone).uploaded.objects == 1)
    try await settle([laptop, phone])
    try expectEqual([laptop, phone])
  }

  @Test(.seeded, arguments: 0..<8) func randomEditsAndSyncsConverge(_ run: Int) async throws {
    var generator = TestRun.generator(seed: 2026 + UInt64(run))
    try await converge(["a", "b", "c"].map { try library($0) }, &generator)
  }

  /// The same seed makes the same notes and the same objects, to the byte.
  @Test func aRandomRunRepeats() async throws {
    var outcomes: [[[UInt8]]] = []
    for _ in 0..<2 {
      let tests = try LibrarySyncTests()
      try await ReplicationEnvironment.seeded(7).run {
        var generator = SeededGenerator(seed: 2026)
        let libraries = try ["a", "b", "c"].map { try tests.library($0) }
        try await tests.converge(libraries, &generator)
        let notes = try libraries[0].summaries().map { try libraries[0].note($0.id).encoded() }
        let names = try tests.store.list(prefix: "").map { Array("\($0.name)".utf8) }
        outcomes.append(notes + names.sorted { $0.lexicographicallyPrecedes($1) })
      }
    }
    #expect(outcomes[0] == outcomes[1])
  }

  /// Edits and syncs at random, until all is the same everywhere.
  private func converge(
    _ libraries: [Library], _ generator: inout SeededGenerator
  ) async throws {
    var titles: Set<String> = []
    for step in 0..<60 {
      let library = generator.pick(libraries)
      let notes = try library.summaries()
      guard generator.below(4) > 0, !notes.isEmpty else {
        titles.insert("\(step)")
        _ = try library.add(NoteDraft(title: "\(step)", text: "text \(step)"))
        continue
      }
      try await change(generator.pick(notes), of: library, step, using: &generator)
    }
    try await settle(libraries)
    try expectEqual(libraries)
    for day in [40_000, 40_001] {
      #expect(try await syncs(libraries, on: UInt64(day)).allSatisfy(\.contradicting.isEmpty))
    }
    #expect(try Set(acknowledgements().map(\.digest)).count == 1)
    #expect(Set(try libraries[0].summaries().map(\.title)) == titles)
  }

  private func change(
    _ note: NoteSummary, of library: Library, _ step: Int, using generator: inout SeededGenerator
  ) async throws {
    switch generator.below(8) {
    case 0: try library.setTrashed(!note.isTrashed, note.id)
    case 1: try library.tag(note.id, adding: ["\(step)"], removing: Array(note.tags.prefix(1)))
    case 2: try library.setText(of: note.id, to: "replaced \(step)")
    case 3: try library.edit(note.id) { $0.text.append(" and \(step)") }
    case 4:
      let others = try library.summaries().map(\.id).filter { $0 != note.id }
      if !others.isEmpty { try library.move(note.id, to: .before(generator.pick(others))) }
    case 5: try library.setPriority(of: note.id, to: generator.pick(Priority.allCases))
    default: try await sync(library)
    }
  }
}

/// Any remote: the identity of a device does not depend on it.
let remoteOfAny = RemoteName("any")
