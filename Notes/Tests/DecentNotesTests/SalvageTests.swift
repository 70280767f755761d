// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import NotesTestInputs
import ReplicatingTypes
import Synchronization
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Repairs of a library whose database file is damaged.
@Suite struct SalvageTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()
  private static let pageSize = 4096

  init() throws {
    folder = try TemporaryFolder()
  }

  private var file: String { Library.databasePath(in: "library") }

  /// Makes a synced library with some notes of several pages, and returns its texts.
  private func makeLibrary(notes: Int) async throws -> [String: String] {
    let library = try Library(openingOrCreating: folder.path("library"))
    try library.add(Remote(name: "cloud", folder: "/mnt/cloud"))
    for number in 0..<notes {
      // Words that do not become smaller when they are packed.
      let words = (0..<(number % 7 == 0 ? 500 : 20)).map { _ in
        String(UInt64.random(in: 0...(.max)))
      }
      let id = try library.add(
        NoteDraft(title: "Note \(number)", text: words.joined(separator: " "), tags: ["t\(number)"])
      )
      try library.setText(of: id, to: "new \(number): " + words.joined(separator: " "))
      if number == 3 { try library.move(id, to: .number(2)) }
    }
    _ = try await sync(library)
    _ = try library.database.row("PRAGMA wal_checkpoint(TRUNCATE)") { _ in () }
    return try texts(of: library)
  }

  private func texts(of library: Library) throws -> [String: String] {
    try Dictionary(
      uniqueKeysWithValues: library.summaries().map {
        ($0.title, try library.note($0.id).text.string)
      })
  }

  private func sync(_ library: Library) async throws -> SyncReport {
    try await library.sync(with: store, as: RemoteName("cloud"))
  }

  private func damage(_ bytes: [UInt8], pages: [Int]) throws {
    var bytes = bytes
    for page in pages {
      let range = ((page - 1) * Self.pageSize)..<(page * Self.pageSize)
      bytes.replaceSubrange(range, with: repeatElement(0, count: Self.pageSize))
    }
    try? FileManager.default.removeItem(atPath: folder.path("library"))
    try FileManager.default.createDirectory(
      atPath: folder.path("library"), withIntermediateDirectories: true)
    try folder.write(bytes, to: file)
  }

  /// Damage to a page loses only the notes whose contents it held. Their last known text is kept,
  /// and remotes restore them.
  @Test func eachPageInTurn() async throws {
    let whole = try await makeLibrary(notes: 8)
    let sound = try folder.read(file)
    let count = sound.count / Self.pageSize
    var (most, repaired, withoutRemote) = (0, 0, 0)
    for page in 1...count {
      try damage(sound, pages: [page])
      let path = folder.path("library")
      let damaged = try folder.read(file)
      let report = try Library.repair(in: path)
      guard !report.steps.isEmpty else { continue }
      #expect(report.remaining == [], "page \(page)")
      repaired += 1
      if report.steps.first?.contains("made it anew") == true {
        #expect(try folder.read(file + ".damaged") == damaged, "page \(page)")
      }
      let library = try Library(opening: path)
      let saved = try texts(of: library)
      let lost = whole.filter { saved[$0.key] != $0.value }
      most = max(most, lost.count)
      for (title, _) in lost {
        #expect(report.keptTexts.contains { $0.title == title }, "page \(page), '\(title)'")
      }
      let remotes = try library.remotes()
      if remotes.isEmpty { withoutRemote += 1 }
      #expect(remotes.isEmpty == report.steps.contains { $0.contains("add yours again") })
      guard !lost.isEmpty else { continue }
      _ = try await sync(library)
      #expect(try texts(of: library) == whole, "page \(page)")
      #expect(try library.check() == [], "page \(page)")
    }
    print("SalvageTests: \(repaired) of \(count) pages, at most \(most) of \(whole.count) notes")
    #expect(repaired > count / 2)
    #expect(withoutRemote == 1)
  }

  @Test func aSalvagedLibraryIsAnotherDevice() async throws {
    let whole = try await makeLibrary(notes: 5)
    let path = folder.path("library")
    let old = try (Library(opening: path)).knownDevice()
    let sound = try folder.read(file)
    try damage(sound, pages: pages(of: ["notes_by_title"]))
    let damaged = try folder.read(file)
    let place = "in the index 'notes_by_title' of the table 'notes'"
    let problems = try Library.check(in: path)
    #expect(problems.first?.description.hasSuffix(place) == true, "\(problems)")
    let report = try Library.repair(in: path)
    #expect(report.steps.first?.contains("5 notes") == true, "\(report.steps)")
    #expect(try folder.read(file + ".damaged") == damaged)
    let library = try Library(opening: path)
    #expect(try library.knownDevice() == nil)
    #expect(try await sync(library).uploaded.objects == 0)
    #expect(try library.knownDevice() != old)
    #expect(try texts(of: library) == whole)
    // The repaired library writes on, and another device takes in its edits.
    _ = try library.add(NoteDraft(title: "After", text: "words"))
    #expect(try await sync(library).uploaded.objects == 1)
    let phone = try Library(openingOrCreating: folder.path("phone"))
    _ = try await sync(phone)
    #expect(try texts(of: phone) == texts(of: library))
  }

  /// The second repair finds the result of the first, and leaves it as it is.
  @Test func twoRepairsAtOnceAreOne() async throws {
    let whole = try await makeLibrary(notes: 3)
    let path = folder.path("library")
    try damage(try folder.read(file), pages: [3])
    let reports = Mutex<[RepairReport]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      if let report = try? Library.repair(in: path) { reports.withLock { $0.append(report) } }
    }
    #expect(reports.withLock { $0.map(\.steps.isEmpty).filter { $0 } } == [true])
    #expect(reports.withLock { $0.count } == 2)
    #expect(try texts(of: Library(opening: path)) == whole)
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(files.filter { $0.contains(".damaged") } == ["library.sqlite.damaged"])
  }

  @Test func whatIsInTheLogIsSalvaged() async throws {
    _ = try await makeLibrary(notes: 5)
    let path = folder.path("library")
    let library = try Library(opening: path)
    _ = try library.add(NoteDraft(title: "In the log"))
    let (bytes, log) = (try folder.read(file), try folder.read(file + "-wal"))
    #expect(!log.isEmpty)
    try withExtendedLifetime(library) { try damage(bytes, pages: [7]) }
    try folder.write(log, to: file + "-wal")
    let titles = try {
      _ = try Library.repair(in: path)
      return try Library(opening: path).summaries().map(\.title)
    }()
    #expect(titles.contains("In the log"))
    #expect(titles.count == 6)
  }

  private func pages(of tables: [String]) throws -> [Int] {
    let library = try Library(opening: folder.path("library"))
    return try tables.compactMap { table in
      try library.database.row(
        "SELECT rootpage FROM sqlite_schema WHERE name = ?", .text(table)
      ) { $0.integer(at: 0) }
    }
  }

  /// A library that never synced has nothing left but the rows for lists and searches.
  @Test(arguments: [
    ["bases"], ["bases", "notes"], ["bases", "words_content"],
    [
      "bases", "documents", "notes", "sqlite_autoindex_documents_1", "sqlite_autoindex_notes_1",
      "notes_by_creation",
    ],
  ])
  func whereNoNoteCanBeReadWhatWasLastKnownIsKept(_ tables: [String]) throws {
    let path = folder.path("library")
    _ = try Library(openingOrCreating: path).add(NoteDraft(title: "Plan", text: "precious"))
    let zeroed = try pages(of: tables)
    #expect(zeroed.count == tables.count)
    try damage(try folder.read(file), pages: zeroed)
    #expect(try !Library.check(in: path).isEmpty)
    let report = try Library.repair(in: path)
    #expect(report.remaining == [])
    let hasText = !tables.contains("words_content")
    #expect(report.keptTexts.map(\.title) == (hasText ? ["Plan"] : []))
    #expect(hasText || report.steps.contains { $0.contains("'Plan'") }, "\(report.steps)")
    for kept in report.keptTexts {
      let content = try String(contentsOfFile: kept.path, encoding: .utf8)
      #expect(NoteFile(content).text == "precious")
    }
    #expect(try Library(opening: path).summaries() == [])
  }

  private static let names = ["documents", "sqlite_autoindex_documents_1"]

  /// Repairs the library after damage to some tables. Nothing of a note may be said to be lost.
  private func repairWithoutLoss(_ tables: [String]) throws -> (Library, RepairReport) {
    let zeroed = try pages(of: tables)
    #expect(zeroed.count == tables.count)
    try damage(try folder.read(file), pages: zeroed)
    let report = try Library.repair(in: folder.path("library"))
    #expect(report.steps.first?.contains("made it anew") == true)
    #expect(!report.steps.contains { $0.contains("could not be read") }, "\(report.steps)")
    #expect(report.keptTexts.map(\.title) == [])
    #expect(report.remaining == [])
    return (try Library(opening: folder.path("library")), report)
  }

  /// The rows for lists tell the ids, or those for searches.
  @Test(arguments: [[], ["notes"], ["word_rows"]])
  func notesThatLostTheirNamesKeepTheirIDs(_ others: [String]) async throws {
    let whole = try await makeLibrary(notes: 5)
    let ids = try Set(Library(opening: folder.path("library")).summaries().map(\.id))
    let (library, _) = try repairWithoutLoss(Self.names + others)
    #expect(try Set(library.summaries().map(\.id)) == ids)
    _ = try await sync(library)
    try #require(try library.summaries().count == whole.count)
    #expect(try texts(of: library) == whole)
  }

  @Test func ofEqualNotesNothingIsSaidToBeLost() throws {
    let path = folder.path("library")
    do {
      let library = try Library(openingOrCreating: path)
      var file = NoteFile("milk")
      (file.title, file.created) = ("Twin", 1000)
      _ = try library.take(
        in: ["/a", "/b"].map { ImportedFile(file, defaultTitle: "", path: $0, isNew: true) })
      try library.indexWords()
    }
    let (library, _) = try repairWithoutLoss(Self.names)
    #expect(try library.summaries().map(\.title) == ["Twin", "Twin"])
  }

  @Test func wordsThatWouldBeIndexedLaterAreNoLoss() throws {
    let path = folder.path("library")
    do {
      let library = try Library(openingOrCreating: path)
      let id = try library.add(NoteDraft(title: "Plan", text: "milk"))
      try library.collection.edit(id.uuid) { $0.title.value = "New plan" }
    }
    let (library, _) = try repairWithoutLoss(["notes_by_title"])
    #expect(try library.summaries().map(\.title) == ["New plan"])
  }

  /// The revision of a purge is no key of a document.
  @Test(arguments: [0, 20])
  func purgedNotesStayGone(later: Int) throws {
    let path = folder.path("library")
    let (purged, ids, names) = try {
      let library = try Library(openingOrCreating: path)
      func add(_ count: Int) throws -> [NoteID] {
        try (0..<count).map { try library.add(NoteDraft(title: "Note", text: "text \($0)")) }
      }
      let purged = Array(try add(4).prefix(2))
      try library.setTrashed(true, purged)
      try library.purge(purged)
      _ = try add(later)
      return (purged, try Set(library.summaries().map(\.id)), try Set(library.table.names()))
    }()
    // The keys of the later notes are the revisions of purges.
    let (library, report) = try repairWithoutLoss(later == 0 ? ["notes_by_title"] : Self.names)
    #expect(try Set(library.summaries().map(\.id)) == ids)
    #expect(!purged.contains { id in report.steps.contains { $0.contains("\(id)") } })
    if later == 0 { #expect(try Set(library.table.names()) == names) }
  }

  @Test func rowsOfNotesAreNoRemotes() throws {
    let path = folder.path("library")
    do {
      let library = try Library(openingOrCreating: path)
      try library.add(Remote(name: "cloud", folder: "/mnt/cloud"))
      _ = try library.add(NoteDraft(title: "Plan", tags: ["/shop"]))
      _ = try library.take(
        in: [ImportedFile(NoteFile("milk"), defaultTitle: "a", path: "/home/a")])
      try library.indexWords()
    }
    let (library, _) = try repairWithoutLoss(["notes_by_title"])
    #expect(try library.remotes().map(\.name) == ["cloud"])
  }

  /// The error does not promise a repair either.
  @Test func whereNothingCanBeReadNoRepairIsAdvised() throws {
    let path = folder.path("library")
    _ = try Library(openingOrCreating: path).add(NoteDraft(title: "Plan", text: "precious"))
    let sound = try folder.read(file)
    try damage(sound, pages: Array(2...(sound.count / Self.pageSize)))
    let damaged = try folder.read(file)
    for attempt in [
      { _ = try Library.check(in: path) }, { _ = try Library.repair(in: path) },
    ] {
      let failure = try #require(throws: DatabaseFailure.self) { try attempt() }
      #expect(failure.code == .beyondRepair)
      #expect(!failure.description.contains("--repair"))
    }
    #expect(try folder.read(file) == damaged)
  }

  @Test func muchDamageAtOnceNeverTraps() async throws {
    _ = try await makeLibrary(notes: 12)
    let sound = try folder.read(file)
    var state: UInt64 = 1
    func next(_ limit: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % limit
    }
    for _ in 0..<5 {
      var bytes = sound
      for _ in 0..<20 { bytes[100 + next(bytes.count - 100)] = UInt8(next(256)) }
      try damage(bytes, pages: (0..<3).map { _ in 2 + next(sound.count / Self.pageSize - 1) })
      let report = try Library.repair(in: folder.path("library"))
      // The names of documents have no checksums.
      let remaining = report.remaining.filter {
        if case .unknownDocument = $0 { false } else { true }
      }
      #expect(remaining == [])
    }
  }

  @Test(arguments: ["sync_rows", "notes", "imports"])
  func aLibraryWithoutATableIsDamagedAndRepaired(_ table: String) throws {
    let path = folder.path("library")
    do {
      let library = try Library(openingOrCreating: path)
      _ = try library.add(NoteDraft(title: "Plan", text: "milk"))
      try library.database.execute(script: "PRAGMA foreign_keys = OFF; DROP TABLE \(table)")
    }
    let problem =
      table == "sync_rows"
      ? LibraryProblem.database("no such table: \(table)") : .missingTable(table)
    #expect(try Library.check(in: path) == [problem])
    #expect(try Library.repair(in: path).remaining == [])
    #expect(try Library(opening: path).summaries().map(\.title) == ["Plan"])
  }

  /// A program with more steps made the tables. The record alone says so.
  @Test(arguments: ["notes", "words", "notebook"])
  func newerTablesAreLeftAsTheyAre(_ name: String) throws {
    let path = folder.path("library")
    do {
      let library = try Library(openingOrCreating: path)
      _ = try library.add(NoteDraft(title: "Plan", text: "milk"))
      try library.database.run("UPDATE indexes SET step = 3 WHERE name = ?", .text(name))
    }
    let before = try folder.read(file)
    for attempt in [{ _ = try Library.check(in: path) }, { _ = try Library.repair(in: path) }] {
      let failure = try #require(throws: DocumentFailure.self) { try attempt() }
      #expect(failure == .newerIndex(name: name, found: 3, supported: 1))
    }
    #expect(try folder.read(file) == before)
  }

  @Test(arguments: ["notes", "words", "notebook"])
  func aDamagedRecordOfTablesIsRepaired(_ name: String) throws {
    let path = folder.path("library")
    do {
      let library = try Library(openingOrCreating: path)
      _ = try library.add(NoteDraft(title: "Plan", text: "milk"))
      try library.database.run("UPDATE indexes SET name = 'zz' WHERE name = ?", .text(name))
    }
    #expect(try Library.check(in: path).isEmpty)
    #expect(try Library.repair(in: path).remaining == [])
    #expect(!FileManager.default.fileExists(atPath: folder.path(file + ".damaged")))
    let library = try Library(opening: path)
    #expect(try library.summaries().map(\.title) == ["Plan"])
    #expect(try library.search(SearchWords("milk")).count == 1)
    #expect(try library.check() == [])
  }

  @Test(arguments: ["words", "words_content", "words_config", "words_data", "words_idx"])
  func aLibraryWithoutAPartOfTheWordsIsRepaired(_ table: String) throws {
    let path = folder.path("library")
    do {
      let library = try Library(openingOrCreating: path)
      _ = try library.add(NoteDraft(title: "Plan", text: "milk"))
      try library.indexWords()
      try library.database.execute(script: "DROP TABLE \(table)")
    }
    #expect(try !Library.check(in: path).isEmpty)
    #expect(try Library.repair(in: path).remaining == [])
    let library = try Library(opening: path)
    #expect(try library.search(SearchWords("milk")).count == 1)
    #expect(try library.check() == [])
  }

  @Test func whatHoldsNothingOfOursIsLeftAlone() async throws {
    _ = try await makeLibrary(notes: 2)
    let sound = try folder.read(file)
    let supported = DatabaseFormat.documents.version
    let path = folder.path("library")
    try damage(sound, pages: Array(1...(sound.count / Self.pageSize)))
    let nothing = try folder.read(file)
    #expect(throws: DatabaseFailure.self) { try Library.repair(in: path) }
    #expect(throws: DatabaseFailure.self) { try Library.check(in: path) }
    #expect(try folder.read(file) == nothing)
    try FileManager.default.removeItem(atPath: folder.path(file))
    // The notes of another program may look like those of a library.
    let theirs = DatabaseFormat(
      applicationID: 1, version: 9, schema: "CREATE TABLE n (k INTEGER PRIMARY KEY, a, b, c)")
    try Database.create(at: folder.path(file), format: theirs) {
      try $0.run("INSERT INTO n (a, b, c) VALUES ('Plan', 'home', 'milk')")
    }
    let others = try folder.read(file)
    var newer = sound
    newer[63] = 99
    newer.replaceSubrange(8192..<12288, with: repeatElement(0, count: 4096))
    var older = newer
    older[63] = UInt8(supported - 1)
    for (bytes, code) in [
      (others, DatabaseFailure.Code.beyondRepair), (newer, .newer(found: 99, supported: supported)),
      (older, .older(found: supported - 1, supported: supported)),
    ] {
      try folder.write(bytes, to: file)
      for attempt in [
        { _ = try Library.check(in: path) }, { _ = try Library.repair(in: path) },
      ] {
        let failure = try #require(throws: DatabaseFailure.self) { try attempt() }
        #expect(failure.code == code)
      }
      #expect(try folder.read(file) == bytes)
    }
    let files = try FileManager.default.contentsOfDirectory(atPath: path)
    #expect(files.filter { $0.contains(".new") || $0.contains(".damaged") } == [])
  }
}
