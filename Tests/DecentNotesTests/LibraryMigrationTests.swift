// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentSync
import Foundation
import ReplicatingTypes
import TestInputs
import Testing

@testable import DecentNotes

/// Libraries of earlier versions.
@Suite struct LibraryMigrationTests {
  private let folder: TemporaryFolder
  private var path: String { Library.databasePath(in: folder.path) }
  private static let ids = (1...3).map { NoteID(rawValue: $0) }

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Makes a library as version 1 did, with an index of one field.
  private func makeOldLibrary() throws {
    try Database.create(at: path, format: .firstLibrary)
    let database = try Database.open(at: path, format: .firstLibrary)
    var index = OldIndex()
    for (number, id) in Self.ids.enumerated() {
      let note = NoteDraft(title: "Note \(number)", text: "word\(number)", tags: ["t"])
        .note(created: UInt64(1000 + number))
      try insert(.note(id), note.encoded(), number + 1, into: database)
      try database.run(
        "INSERT INTO notes VALUES (?, ?, ?, 'normal', ?, 0)", .integer(database.lastKey),
        .text("\(id)"), .text("Note \(number)"), .integer(1000 + number))
      if number > 0 { index.order.append(id) }
    }
    try insert(.index, index.encoded(), 4, into: database)
  }

  private func insert(
    _ name: DocumentName, _ bytes: [UInt8], _ revision: Int, into database: Database
  ) throws {
    try database.run(
      "INSERT INTO documents (name, revision) VALUES (?, ?)", .text(name.text), .integer(revision))
    let key = database.lastKey
    try database.run(
      "INSERT INTO bases (document, content) VALUES (?, ?)", .integer(key), .blob(bytes))
  }

  private func version() throws -> Int? {
    try Database(file: path, for: .inspecting).row("PRAGMA user_version") { $0.integer(at: 0) }
  }

  @Test func anOldLibraryOpensAndHasItAll() throws {
    try makeOldLibrary()
    let library = try Library(opening: folder.path)
    #expect(try library.summaries().map(\.title) == ["Note 0", "Note 1", "Note 2"])
    #expect(try library.summaries() == library.decodedSummaries())
    #expect(try library.summaries().allSatisfy { $0.edited > 1_700_000_000_000 })
    #expect(try library.search(SearchWords("word1")).map(\.id) == [Self.ids[1]])
    #expect(try library.note(Self.ids[1]).text.string == "word1")
    try library.move(Self.ids[2], to: .number(1))
    #expect(try Library(opening: folder.path).summaries().map(\.title).first == "Note 2")
    #expect(try library.findDamage() == [])
  }

  /// Version 2 differs in the contents of bases. They are read as they stand.
  @Test func basesOfAnOlderLibraryAreReadAndThenStoredAnew() throws {
    let id: NoteID
    do {
      let library = try Library(openingOrCreating: folder.path)
      id = try library.add(NoteDraft(title: "Old", text: "words"))
      let note = try library.note(id)
      try library.database.run(
        "UPDATE bases SET content = ? WHERE document = (SELECT key FROM documents WHERE name = ?)",
        .blob(note.encoded()), .text(DocumentName.note(id).text))
      try makeOlder(library, version: 2)
    }
    let library = try Library(opening: folder.path)
    let version = try library.database.row("PRAGMA user_version") { $0.integer(at: 0) }
    #expect(version == 9)
    #expect(try library.note(id).text.string == "words")
    for number in 0..<120 { try library.edit(id) { $0.text.append("\(number)") } }
    let base = try library.database.row(
      "SELECT content FROM bases JOIN documents ON document = key WHERE name LIKE 'note/%'"
    ) { $0.blob(at: 0) }
    #expect(throws: (any Error).self) { try Note(encoded: PackedBytes.unpack(base ?? [])) }
    let stored = try Note(encoded: PackedBytes.unpack(base ?? []), from: .ownDevice)
    #expect(stored.text.string.hasPrefix("words0123"))
    #expect(try Library(opening: folder.path).note(id).text.string.hasSuffix("118119"))
  }

  /// Removes the additions of versions 5 and 6.
  private func makeOlder(_ library: Library) throws {
    try library.keepBooksInTables()
    try takeAway(from: library, 4)
  }

  /// Removes the additions of version 4 and later.
  private func makeOlder(_ library: Library, version: Int) throws {
    try makeOlder(library)
    try takeAwayFourth(from: library, version)
  }

  /// Removes the additions of version 5 from a library with its books, and for version 3 those of
  /// version 4.
  private func takeAway(from library: Library, _ version: Int) throws {
    try library.database.execute(
      script: """
        DROP INDEX notes_by_order;
        ALTER TABLE notes DROP COLUMN order_key;
        DROP TABLE places;
        CREATE TABLE places (note TEXT PRIMARY KEY, place INTEGER NOT NULL) WITHOUT ROWID;
        PRAGMA user_version = 4;
        """)
    if version < 4 { try takeAwayFourth(from: library, version) }
  }

  private func takeAwayFourth(from library: Library, _ version: Int) throws {
    try library.database.execute(
      script: """
        ALTER TABLE objects DROP COLUMN segment;
        ALTER TABLE objects DROP COLUMN is_missed;
        ALTER TABLE objects DROP COLUMN is_acknowledgement;
        ALTER TABLE covered DROP COLUMN edited;
        DROP TABLE lacking;
        DROP TABLE pending;
        DROP TABLE acknowledgements;
        DROP TABLE doubts;
        DROP TABLE visits;
        DROP TABLE received;
        PRAGMA user_version = \(version);
        """)
  }

  /// Version 5 kept the books of sync in tables, and wrote segments. The first sync after the
  /// migration reads the objects in the remote again, sends nothing twice, and continues with the
  /// same device id and numbers.
  @Test(arguments: [3, 4, 5]) func anOlderLibraryStillKnowsWhatItSent(version: Int) async throws {
    let store = MemoryStore()
    let device = DeviceID(rawValue: .random(in: .min ... .max))
    let (sent, later): (NoteID, NoteID)
    do {
      let library = try Library(openingOrCreating: folder.path)
      try library.add(Remote(name: "cloud", folder: "/cloud"))
      sent = try library.add(NoteDraft(title: "Sent"))
      later = try library.add(NoteDraft(title: "Sent later"))
      try library.keepBooksInTables()
      try library.database.run("INSERT INTO devices VALUES (?, 1)", .text("\(device)"))
      for (number, id) in [(1, sent), (2, later)] {
        let sealed = try segment(of: library.note(id), id, by: device, number)
        try store.create(sealed.name, holding: sealed.bytes)
        try library.database.run(
          "INSERT INTO segments VALUES (?, ?, ?)", .text("\(device)"), .integer(number),
          .integer(Int(sealed.reference.checksum)))
      }
      if version < 5 { try takeAway(from: library, version) }
    }
    let library = try Library(opening: folder.path)
    let report = try await library.sync(with: store, as: RemoteName("cloud"))
    #expect(report.isComplete)
    #expect(!report.tookNewDeviceID)
    #expect(report.uploaded.objects == 0)
    #expect(try library.knownDevice() == device)
    try library.setTitle(of: later, to: "Changed")
    #expect(try await library.sync(with: store, as: RemoteName("cloud")).uploaded.objects == 1)
    #expect(try store.list(prefix: "log/\(device)-3").count == 1)
    let newcomer = try Library(openingOrCreating: folder.path + "-new")
    #expect(try await newcomer.sync(with: store, as: RemoteName("cloud")).isComplete)
    #expect(try newcomer.summaries() == library.summaries())
  }

  /// Makes the segment that version 5 sent of a note.
  private func segment(
    of note: Note, _ id: NoteID, by device: DeviceID, _ number: Int
  ) throws -> SealedSegment {
    let document = try #require(DocumentID(DocumentName.note(id).text))
    let delta = try #require(note.delta(since: Note.Version()))
    let change = try DocumentChange(
      document: document, after: [], version: note.version.encoded(), delta: delta.encoded())
    return SealedSegment(sealing: Segment(device: device, number: number, changes: [change]))
  }

  /// Version 4 sorted notes by their ranks in an ordered set, behind the notes without a rank.
  @Test func anOlderLibraryKeepsTheOrderOfItsNotes() throws {
    var expected: [NoteID] = []
    do {
      let library = try Library(openingOrCreating: folder.path)
      let ids = try (0..<60).map { try library.add(NoteDraft(title: "\($0)")) }
      let placed = ids.prefix(50).enumerated().sorted {
        ($0.offset * 7) % 50 < ($1.offset * 7) % 50
      }
      .map(\.element)
      _ = try library.database.transaction {
        try library.changeIndex { for id in placed { $0.order.append(id) } }
      }
      try library.setTrashed(true, ids[3])
      try library.purge([ids[3]])
      expected = (ids.suffix(10).reversed() + placed).filter { $0 != ids[3] }
      #expect(try library.summaries().map(\.id) == expected)
      try makeOlder(library)
      try library.database.run("UPDATE notes SET edited = 7")
    }
    let library = try Library(opening: folder.path)
    #expect(try library.summaries().map(\.id) == expected)
    #expect(try library.check() == [])
    let moved = expected.remove(at: 40)
    expected.insert(moved, at: 20)
    try library.move(moved, to: .number(21))
    #expect(try library.summaries().map(\.id) == expected)
    #expect(try library.summaries() == library.decodedSummaries())
    let delta = try library.database.row("SELECT max(length(content)) FROM deltas") {
      $0.integer(at: 0)
    }
    #expect(try (1..<300).contains(#require(delta)), "the bytes of one move")
  }

  /// In version 8 the time of the last edit could be too early.
  @Test func anOlderLibraryGetsTheTimesOfEdits() throws {
    var expected: [NoteSummary] = []
    do {
      let library = try Library(openingOrCreating: folder.path)
      _ = try library.add(NoteDraft(title: "a", text: "text"))
      expected = try library.summaries()
      try library.database.execute(script: "UPDATE notes SET edited = 7; PRAGMA user_version = 8;")
    }
    let library = try Library(opening: folder.path)
    #expect(try library.summaries() == expected)
    #expect(try library.check() == [])
  }

  /// Version 4 kept the ranks beside the index. Nothing else is left of the order.
  @Test func anOlderLibraryKeepsItsOrderWhenTheIndexIsDamaged() throws {
    var expected: [NoteID] = []
    do {
      let library = try Library(openingOrCreating: folder.path)
      let ids = try (0..<6).map { try library.add(NoteDraft(title: "\($0)")) }
      let placed = [2, 0, 4, 1].map { ids[$0] }
      _ = try library.database.transaction {
        try library.changeIndex { for id in placed { $0.order.append(id) } }
      }
      expected = [ids[5], ids[3]] + placed
      #expect(try library.summaries().map(\.id) == expected)
      try makeOlder(library)
      for (place, id) in placed.enumerated() {
        try library.database.run(
          "INSERT INTO places (note, place) VALUES (?, ?)", .text("\(id)"), .integer(place))
      }
      try library.database.run(
        "UPDATE bases SET content = x'00' WHERE document = (SELECT key FROM documents WHERE name = ?)",
        .text(DocumentName.index.text))
    }
    let library = try Library(opening: folder.path)
    #expect(try library.summaries().map(\.id) == expected)
    #expect(try library.check().count == 1)
  }

  @Test(arguments: ["purges", "places", "segments", "notes", "tags"])
  func anOlderLibraryWithoutATableIsDamagedAndRepaired(_ table: String) async throws {
    do {
      let library = try Library(openingOrCreating: folder.path)
      _ = try library.add(NoteDraft(title: "Plan", text: "milk"))
      try makeOlder(library)
      try library.database.execute(script: "PRAGMA foreign_keys = OFF; DROP TABLE \(table)")
    }
    let failure = try await #require(throws: DatabaseFailure.self) {
      let library = try Library(opening: folder.path)
      _ = try await library.sync(with: MemoryStore(), as: RemoteName("cloud"))
      _ = try library.summaries()
    }
    #expect(failure.code == .damaged)
    #expect(failure.description.contains("check --repair"))
    #expect(try Library.check(in: folder.path) == [.database("no such table: \(table)")])
    #expect(try Library.repair(in: folder.path).remaining == [])
    let library = try Library(opening: folder.path)
    #expect(try library.summaries().map(\.title) == ["Plan"])
  }

  @Test func anOlderProgramRefusesWhatANewerWrote() throws {
    try makeOldLibrary()
    _ = try Library(opening: folder.path).add(NoteDraft(title: "New"))
    let failure = try #require(throws: DatabaseFailure.self) {
      try Database.open(at: path, format: .firstLibrary)
    }
    #expect(failure.code == .newer(found: 9, supported: 1))
    #expect(failure.description.contains("Update the program"))
  }

  @Test func aDamagedNoteDoesNotHinderTheOthers() throws {
    try makeOldLibrary()
    let database = try Database.open(at: path, format: .firstLibrary)
    try database.run("UPDATE bases SET content = x'00' WHERE document = 2")
    let library = try Library(opening: folder.path)
    #expect(try library.summaries().map(\.title) == ["Note 0", "Note 1", "Note 2"])
    #expect(throws: LibraryFailure.self) { try library.note(Self.ids[1]) }
  }

  @Test func whatCannotBeBroughtUpStaysAsItWas() throws {
    try makeOldLibrary()
    let database = try Database.open(at: path, format: .firstLibrary)
    try database.run("DROP TABLE tags")
    #expect(throws: DatabaseFailure.self) { try Library(opening: folder.path) }
    #expect(try version() == 1)
    #expect(try database.row("SELECT count(*) FROM documents") { $0.integer(at: 0) } == 4)
  }
}

/// The index of version 1.
private struct OldIndex: ReplicatingModel {
  var order = ReplicatingOrderedSet<NoteID>()
  static let kind = NotebookIndex.kind
  static let fields = FieldList(("order", \OldIndex.order))
  static let former = FormerFields(code: 1001, keys: ["order"])
}

extension DatabaseFormat {
  /// The tables of version 1, word for word.
  fileprivate static let firstLibrary = DatabaseFormat(
    applicationID: 0x4463_4e74, version: 1,
    schema: """
      CREATE TABLE documents (
        key INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, revision INTEGER NOT NULL UNIQUE
      );
      CREATE TABLE bases (
        document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
        content BLOB NOT NULL
      );
      CREATE TABLE deltas (
        key INTEGER PRIMARY KEY,
        document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
        content BLOB NOT NULL
      );
      CREATE INDEX deltas_by_document ON deltas (document);
      CREATE TABLE notes (
        document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
        id TEXT NOT NULL UNIQUE, title TEXT NOT NULL, priority TEXT NOT NULL,
        created INTEGER NOT NULL, is_trashed INTEGER NOT NULL
      );
      CREATE TABLE tags (
        document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
        tag TEXT NOT NULL, PRIMARY KEY (document, tag)
      ) WITHOUT ROWID;
      CREATE TABLE remotes (name TEXT PRIMARY KEY, folder TEXT NOT NULL) WITHOUT ROWID;
      CREATE TABLE devices (
        id TEXT PRIMARY KEY, is_ours INTEGER UNIQUE CHECK (is_ours = 1)
      ) WITHOUT ROWID;
      CREATE TABLE segments (
        device TEXT NOT NULL REFERENCES devices, number INTEGER NOT NULL,
        checksum INTEGER NOT NULL, PRIMARY KEY (device, number)
      ) WITHOUT ROWID;
      CREATE TABLE sealed (
        device TEXT NOT NULL, number INTEGER NOT NULL, remote TEXT NOT NULL,
        bytes BLOB NOT NULL, PRIMARY KEY (device, number)
      );
      CREATE TABLE objects (
        key INTEGER PRIMARY KEY, remote TEXT NOT NULL, name TEXT NOT NULL,
        size INTEGER NOT NULL, is_complete INTEGER NOT NULL, UNIQUE (remote, name)
      );
      CREATE TABLE carried (
        object INTEGER NOT NULL REFERENCES objects ON DELETE CASCADE, remote TEXT NOT NULL,
        document TEXT NOT NULL, segment TEXT NOT NULL, after TEXT NOT NULL,
        version BLOB NOT NULL, PRIMARY KEY (object, document)
      );
      CREATE INDEX carried_by_document ON carried (remote, document);
      CREATE TABLE covered (
        remote TEXT NOT NULL, document INTEGER NOT NULL REFERENCES documents ON DELETE CASCADE,
        revision INTEGER NOT NULL, PRIMARY KEY (remote, document)
      ) WITHOUT ROWID;
      """)
}
