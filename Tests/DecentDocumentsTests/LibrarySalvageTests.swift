// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Synchronization
import TestInputs
import Testing

@testable import DecentDocuments

/// Checks and repairs of an app's library whose file is damaged. The app has two collections and a table of its
/// own.
@Suite(.seeded) struct LibrarySalvageTests {
  let folder: TemporaryFolder
  let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7))

  init() throws {
    folder = try TemporaryFolder()
  }

  struct Failure: Error {}

  static let name = "one.sqlite"
  var url: URL { URL(fileURLWithPath: folder.path(Self.name)) }

  static func prepare(_ library: DocumentLibrary) throws {
    _ = try library.collection(of: Recipe.self, indexedBy: CheckedTitles())
    _ = try library.collection(of: Shelf.self)
    try library.makeTables(
      named: "favourites",
      steps: [
        """
        CREATE TABLE favourites (weight REAL, id TEXT NOT NULL, PRIMARY KEY (id)) WITHOUT ROWID;
        CREATE TABLE visits (number INTEGER PRIMARY KEY, place TEXT NOT NULL);
        """,
        "ALTER TABLE visits ADD COLUMN stars INTEGER NOT NULL DEFAULT 3",
      ])
  }

  static func takeOver(_ salvage: inout Salvage, _ library: DocumentLibrary) throws {
    for row in salvage.rows(of: "favourites") where row[0].real != nil && row[1].text?.count == 36 {
      try library.run("INSERT OR IGNORE INTO favourites VALUES (?, ?)", row[0], row[1])
    }
    for row in salvage.rows(of: "visits") where row[1].text == "shop" {
      try library.run("INSERT OR IGNORE INTO visits VALUES (?, ?, ?)", row[0], row[1], row[2])
    }
  }

  @discardableResult
  func repair(_ url: URL? = nil) throws -> DocumentRepair {
    try Self.repair(url ?? self.url)
  }

  private static func repair(_ url: URL) throws -> DocumentRepair {
    try DocumentLibrary.repair(at: url, preparing: prepare, takingOver: takeOver)
  }

  func open() throws -> DocumentLibrary {
    let library = try folder.library("one")
    try Self.prepare(library)
    return library
  }

  /// Makes a library with one recipe of a known id, others, and shelves.
  func makeLibrary(
    recipes count: Int = 1, _ body: (DocumentLibrary) throws -> Void = { _ in }
  ) throws {
    let library = try open()
    let recipes = try library.collection(of: Recipe.self)
    try recipes.add(Recipe(title: "Bread", method: "Mix milk and tea."), id: id)
    for number in 1..<max(count, 1) {
      // Words that do not become smaller when they are packed.
      let words = (0..<(number % 5 == 0 ? 500 : 20)).map { Self.word(number, $0) }
      try recipes.add(Recipe(title: "Recipe \(number)", method: words.joined(separator: " ")))
    }
    try library.collection(of: Shelf.self).add(Shelf(place: "left"))
    try library.run("INSERT INTO favourites VALUES (0.5, ?)", .id(id))
    try library.run("INSERT INTO visits (number, place) VALUES (-4, 'shop')")
    // Brings the indexes up to the shelves.
    _ = try open()
    try body(library)
    try emptyLog()
  }

  /// Copies the log into the file.
  func emptyLog() throws {
    try Database(file: url.path, for: .writing).execute(script: "PRAGMA wal_checkpoint(TRUNCATE)")
  }

  private static func word(_ number: Int, _ place: Int) -> String {
    String(UInt64(number * 1000 + place + 1) &* 6_364_136_223_846_793_005, radix: 36)
  }

  static let pageSize = 4096

  /// The number of the first page of each table or index.
  func roots() throws -> [String: Int] {
    let rows = try Database(file: url.path, for: .writing).rows(
      "SELECT name, rootpage FROM sqlite_schema WHERE rootpage > 0"
    ) { row throws(DatabaseFailure) in (try row.text(at: 0), row.integer(at: 1)) }
    return Dictionary(uniqueKeysWithValues: rows)
  }

  /// Overwrites pages with zeros.
  ///
  /// - Returns: The bytes of the file after that.
  @discardableResult
  func damage(_ tables: String...) throws -> [UInt8] {
    let roots = try roots()
    return try damage(pages: tables.map { try #require(roots[$0]) })
  }

  @discardableResult
  func damage(pages: [Int]) throws -> [UInt8] {
    var bytes = try folder.read(Self.name)
    for page in pages {
      let start = (page - 1) * Self.pageSize
      bytes.replaceSubrange(
        start..<(start + Self.pageSize), with: repeatElement(0, count: Self.pageSize))
    }
    try folder.write(bytes, to: Self.name)
    return bytes
  }

  func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { !$0.hasSuffix(".lock") && !$0.hasSuffix("-wal") && !$0.hasSuffix("-shm") }.sorted()
  }

  func recipes() throws -> [String: String] {
    let recipes = try open().collection(of: Recipe.self)
    return try Dictionary(
      uniqueKeysWithValues: recipes.ids().compactMap { try recipes.document(of: $0) }
        .map { ($0.title.value, $0.method.string) })
  }

  func rows(_ sql: String) throws -> [String] {
    try open().rows(sql) { try $0.text(at: 0) }
  }

  /// The page loses only what it held, and the damaged file is kept.
  @Test func eachPageInTurn() throws {
    try makeLibrary(recipes: 12)
    let (sound, whole) = (try folder.read(Self.name), try recipes())
    #expect(whole.count == 12)
    let count = sound.count / Self.pageSize
    var (replaced, mostLost, lostRows) = (0, 0, 0)
    for page in 1...count {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
        try FileManager.default.removeItem(atPath: folder.path(name))
      }
      try folder.write(sound, to: Self.name)
      let damaged = try damage(pages: [page])
      let repair = try repair()
      #expect(repair.remaining == [], "page \(page)")
      let saved = try recipes()
      let lost = whole.filter { saved[$0.key] != $0.value }
      mostLost = max(mostLost, lost.count)
      guard let kept = repair.damagedFile else {
        // The end of a long content: SQLite sees nothing.
        #expect(lost.isEmpty || repair.keptFolder != nil, "page \(page)")
        continue
      }
      replaced += 1
      #expect(kept.path == url.path + ".damaged")
      #expect(try Array(Data(contentsOf: kept)) == damaged)
      let favourites = try rows("SELECT id FROM favourites WHERE weight = 0.5")
      let visits = try rows("SELECT place FROM visits WHERE number = -4 AND stars = 3")
      lostRows += 2 - favourites.count - visits.count
      #expect(try open().check() == [], "page \(page)")
    }
    print("LibrarySalvageTests: \(replaced) of \(count) pages, at most \(mostLost) recipes")
    #expect(replaced > count / 2)
    #expect(mostLost < 12)
    #expect(lostRows == 2)
  }

  @Test func aCheckTellsOfDamageAndChangesNothing() throws {
    try makeLibrary()
    #expect(try DocumentLibrary.check(at: url, preparing: Self.prepare) == [])
    let damaged = try damage("bases")
    let problems = try DocumentLibrary.check(at: url, preparing: Self.prepare)
    #expect(!problems.isEmpty && problems.allSatisfy(\.isRepairable))
    guard case .file = problems.first else {
      Issue.record("\(problems)")
      return
    }
    #expect(try folder.read(Self.name) == damaged)
    let repair = try repair()
    #expect(repair.repaired.starts(with: problems))
    #expect(repair.remaining == [])
  }
}

/// Failures that are no damage, and damage that is none of ours.
extension LibrarySalvageTests {
  /// Runs a repair that fails, and leaves the folder as it was.
  private func expectUnchanged(
    _ body: () throws -> Void, _ check: (any Error) -> Bool,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let (files, bytes) = (try files(), try folder.read(Self.name))
    #expect(sourceLocation: location, performing: body, throws: check)
    #expect(try self.files() == files, sourceLocation: location)
    #expect(try folder.read(Self.name) == bytes, sourceLocation: location)
  }

  private static let fail: [@Sendable (DocumentLibrary) throws -> Void] = [
    { try $0.makeTables(named: "more", steps: ["CREATE TABEL more (x)"]) },
    { _ = try $0.rows("SELECT nothing FROM nowhere") { $0.integer(at: 0) } },
    { _ in throw DatabaseFailure(code: .damaged, path: "/elsewhere") },
    { throw DatabaseFailure(code: .damaged, path: $0.path) },
    { _ in throw Failure() },
  ]

  @Test(arguments: fail.indices) func aFailureOfTheAppReplacesNothing(_ failure: Int) throws {
    let fail = Self.fail[failure]
    try makeLibrary()
    let failing = { (library: DocumentLibrary) in
      try Self.prepare(library)
      try fail(library)
    }
    try expectUnchanged({ _ = try DocumentLibrary.repair(at: url, preparing: failing) }) { _ in true
    }
    try expectUnchanged({ _ = try DocumentLibrary.check(at: url, preparing: failing) }) { _ in true
    }
    try damage("bases")
    try expectUnchanged({ _ = try DocumentLibrary.repair(at: url, preparing: failing) }) { _ in true
    }
    try expectUnchanged({
      _ = try DocumentLibrary.repair(at: url, preparing: Self.prepare) { salvage, library in
        _ = try salvage.keep([1], as: "one")
        try fail(library)
      }
    }) { _ in true }
    #expect(try repair().remaining == [])
  }

  @Test(arguments: [UInt8(99), UInt8(DatabaseFormat.documents.version - 1)])
  func anotherFormatIsRefused(_ version: UInt8) throws {
    try makeLibrary()
    var bytes = try damage("bases")
    bytes[63] = version
    try folder.write(bytes, to: Self.name)
    let supported = DatabaseFormat.documents.version
    let code: DatabaseFailure.Code =
      version == 99
      ? .newer(found: 99, supported: supported)
      : .older(found: Int(version), supported: supported)
    for attempt in [
      { _ = try DocumentLibrary.check(at: url, preparing: Self.prepare) }, { try repair() },
    ] as [() throws -> Void] {
      try expectUnchanged(attempt) { ($0 as? DatabaseFailure)?.code == code }
    }
  }

  /// A newer version of the app made the tables, whose rows this version would lose.
  @Test func newerTablesAreRefused() throws {
    try makeLibrary { library in
      try library.write { try $0.run("UPDATE indexes SET step = 9 WHERE name = 'favourites'") }
    }
    try damage("bases")
    let failure = DocumentFailure.newerIndex(name: "favourites", found: 9, supported: 2)
    try expectUnchanged({ try repair() }) { ($0 as? DocumentFailure) == failure }
  }

  @Test func aLibraryInUseIsLeftAlone() throws {
    try makeLibrary()
    let other = try Database.open(at: url.path, format: .documents)
    try damage("bases")
    try withExtendedLifetime(other) {
      try Database.$patience.withValue(0) {
        try expectUnchanged({ try repair() }) { ($0 as? DatabaseFailure)?.code == .busy }
      }
    }
  }

  /// The disk is full at any write of the repair.
  @Test func aFullDiskLeavesTheDamagedFile() throws {
    try makeLibrary(recipes: 3)
    try damage("titles")
    var writes = 0
    while true {
      let disk = FillingDisk(at: folder.path, roomFor: writes)
      var isRepaired = false
      try withExtendedLifetime(disk) {
        let (files, bytes) = (try files(), try folder.read(Self.name))
        do {
          isRepaired = try repair().damagedFile != nil
        } catch let failure as DatabaseFailure {
          #expect(failure.code == .full, "after \(writes) writes: \(failure)")
          #expect(try self.files() == files)
          #expect(try folder.read(Self.name) == bytes)
        }
      }
      if isRepaired { break }
      writes += 3
    }
    #expect(writes > 10, "the disk was never full")
    #expect(try recipes().count == 3)
  }

  @Test func whatIsNoLibraryIsLeftAlone() throws {
    let nothing = Array("Dear diary, this is long enough to have a header.".utf8)
    let theirs = DatabaseFormat(
      applicationID: 1, version: 9,
      schema:
        "CREATE TABLE n (k INTEGER PRIMARY KEY, a TEXT, b BLOB); INSERT INTO n VALUES (1, 'a', x'44434e')"
    )
    try Database.create(at: folder.path("theirs"), format: theirs)
    for bytes in [nothing, try folder.read("theirs"), [UInt8](repeating: 0, count: 9000)] {
      try folder.write(bytes, to: Self.name)
      for attempt in [
        { _ = try DocumentLibrary.check(at: url, preparing: Self.prepare) }, { try repair() },
      ] as [() throws -> Void] {
        try expectUnchanged(attempt) {
          ($0 as? DatabaseFailure)?.code == .beyondRepair && "\($0)".contains("Restore it")
        }
      }
    }
    try folder.write([], to: Self.name)
    try expectUnchanged({ try repair() }) { ($0 as? DatabaseFailure)?.code == .empty }
    let folderURL = URL(fileURLWithPath: folder.path)
    #expect { try repair(folderURL) } throws: { ($0 as? DatabaseFailure)?.code == .beyondRepair }
    let absent = URL(fileURLWithPath: folder.path("absent.sqlite"))
    #expect { try repair(absent) } throws: { ($0 as? DatabaseFailure)?.code == .missing }
    #expect(!FileManager.default.fileExists(atPath: absent.path))
  }

  @Test func aLinkStaysAndItsFileIsRepaired() throws {
    try makeLibrary()
    try FileManager.default.createDirectory(
      atPath: folder.path("links"), withIntermediateDirectories: true)
    let link = folder.path("links/a")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: url.path)
    try damage("titles")
    let real = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    let repair = try repair(URL(fileURLWithPath: link))
    #expect(repair.damagedFile?.lastPathComponent == Self.name + ".damaged")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == real)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("links")) == ["a"])
    #expect(try recipes() == ["Bread": "Mix milk and tea."])
  }

  @Test func aPathOfOddCharacters() throws {
    try makeLibrary()
    try damage("titles")
    let odd = folder.path("50% #1? 'x' \u{e4}\n")
    try FileManager.default.createDirectory(atPath: odd, withIntermediateDirectories: true)
    try FileManager.default.moveItem(atPath: url.path, toPath: odd + "/a?b")
    let repair = try repair(URL(fileURLWithPath: odd + "/a?b"))
    #expect(repair.damagedFile?.path.hasSuffix("/a?b.damaged") == true && repair.remaining == [])
    let library = try DocumentLibrary(at: URL(fileURLWithPath: odd + "/a?b"))
    #expect(try library.collection(of: Recipe.self).ids() == [id])
  }
}

/// What a repair takes over.
extension LibrarySalvageTests {
  @Test func theSecondOfTwoRepairsFindsTheResultOfTheFirst() throws {
    try makeLibrary()
    try damage("titles")
    let url = url
    let repairs = Mutex<[DocumentRepair]>([])
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      if let repair = try? Self.repair(url) { repairs.withLock { $0.append(repair) } }
    }
    #expect(
      repairs.withLock { $0.map { $0.damagedFile != nil }.sorted { $0 && !$1 } } == [true, false])
    #expect(try files() == [Self.name, Self.name + ".damaged"])
    #expect(try recipes() == ["Bread": "Mix milk and tea."])
  }

  @Test func whatIsInTheLogIsTakenOver() throws {
    try makeLibrary()
    var library: DocumentLibrary? = try open()
    try library?.collection(of: Recipe.self).add(Recipe(title: "In the log"))
    let (bytes, log) = (try folder.read(Self.name), try folder.read(Self.name + "-wal"))
    #expect(!log.isEmpty)
    library = nil
    let page = try #require(try roots()["visits"])
    try folder.write(bytes, to: Self.name)
    try damage(pages: [page])
    try folder.write(log, to: Self.name + "-wal")
    #expect(try repair().damagedFile != nil)
    #expect(try recipes().keys.sorted() == ["Bread", "In the log"])
  }

  /// A newer version of the app added the collection.
  @Test func documentsOfAnotherCollectionAreKept() throws {
    try makeLibrary()
    try damage("titles")
    let repair = try DocumentLibrary.repair(at: url) { library in
      _ = try library.collection(of: Recipe.self)
    }
    #expect(repair.damagedFile != nil && repair.remaining == [])
    let shelves = try open().collection(of: Shelf.self)
    #expect(try shelves.ids().map { try shelves.document(of: $0)?.place.value } == ["left"])
  }

  /// Replaces bytes of the file wherever they stand.
  private func replace(_ old: [UInt8], with new: [UInt8]) throws -> Int {
    var bytes = try folder.read(Self.name)
    let places = bytes.indices.dropLast(old.count - 1).filter { place in
      bytes[place..<(place + old.count)].elementsEqual(old)
    }
    for place in places { bytes.replaceSubrange(place..<(place + old.count), with: new) }
    try folder.write(bytes, to: Self.name)
    return places.count
  }

  @Test func contentTellsTheCollectionOfADamagedName() throws {
    try makeLibrary()
    let name = DocumentPlace(code: Recipe.frameKind.code, id: id).document.text
    try damage("documents", "sqlite_autoindex_documents_1", "sync_rows")
    let damaged = name.replacing("/", with: "7")
    #expect(try replace(Array(name.utf8), with: Array(damaged.utf8)) == 1)
    #expect(try repair().remaining == [])
    #expect(try recipes() == ["Bread": "Mix milk and tea."])
  }

  /// The kind's digits are damaged into those of another kind. The id stays.
  @Test func contentTellsTheCollectionOfAnotherName() throws {
    try makeLibrary()
    let name = DocumentPlace(code: Recipe.frameKind.code, id: id).document.text
    try damage("documents", "sqlite_autoindex_documents_1", "sync_rows")
    let damaged = DocumentPlace(code: Recipe.frameKind.code ^ 1, id: id).document.text
    #expect(try replace(Array(name.utf8), with: Array(damaged.utf8)) == 1)
    #expect(try repair().remaining == [])
    #expect(try open().collection(of: Recipe.self).ids() == [id])
  }

  private func base() throws -> [UInt8] {
    try #require(
      try Database(file: url.path, for: .writing).row(
        "SELECT content FROM bases WHERE document_name LIKE ?",
        .text("\(Recipe.frameKind.code)/%")
      ) { $0.blob(at: 0) })
  }

  private func kept(_ repair: DocumentRepair) throws -> [[UInt8]] {
    let folder = try #require(repair.keptFolder)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
      .map { Array(try Data(contentsOf: folder.appendingPathComponent($0))) }
  }

  @Test func whatCannotBeDecodedIsKeptAsBytes() throws {
    try makeLibrary()
    let base = try base()
    var damaged = base
    damaged[damaged.count / 2] ^= 1
    try damage("titles")
    #expect(try replace(base, with: damaged) == 1)
    let repair = try repair()
    #expect(repair.remaining == [])
    #expect(try kept(repair) == [damaged])
    #expect(try recipes() == [:])
  }

  /// An earlier state of a page stands in the place of another page, too.
  @Test(arguments: ["both", "the earlier", "the later"])
  func ofTwoRowsOfOneDocumentNothingIsLost(_ sound: String) throws {
    try makeLibrary()
    let page = try #require(try roots()["bases"])
    let place = ((page - 1) * Self.pageSize)..<(page * Self.pageSize)
    let (old, oldBase) = (Array(try folder.read(Self.name)[place]), try base())
    do {
      let library = try open()
      let key = try library.read { try library.table(in: $0).key(of: .recipe(id)) }
      try library.collection(of: Recipe.self).edit(id) { $0.method.append(" Bake.") }
      try library.write { database in
        let table = library.table(in: database, remembers: false)
        let content = try #require(try table.content(of: .recipe(id), as: Recipe.self))
        try table.replace(try #require(key), with: content)
      }
    }
    let newBase = try base()
    #expect(oldBase != newBase)
    // It is read before the later state.
    let other = try #require(try roots()["gone_documents"]) - 1
    var bytes = try folder.read(Self.name)
    bytes.replaceSubrange((other * Self.pageSize)..<((other + 1) * Self.pageSize), with: old)
    try folder.write(bytes, to: Self.name)
    if sound != "both" {
      let damaged = sound == "the earlier" ? newBase : oldBase
      var bytes = damaged
      bytes[bytes.count / 2] ^= 1
      #expect(try replace(damaged, with: bytes) == 1)
    }
    let repair = try repair()
    #expect(repair.damagedFile != nil && repair.remaining == [])
    let text = "Mix milk and tea." + (sound == "the earlier" ? "" : " Bake.")
    #expect(try recipes() == ["Bread": text])
    #expect(try kept(repair).count == 2)
  }

  /// The removal is known, and a page from before it is back.
  @Test func aRemovedDocumentStaysRemoved() throws {
    try makeLibrary(recipes: 2)
    let page = try #require(try roots()["bases"])
    let place = ((page - 1) * Self.pageSize)..<(page * Self.pageSize)
    let old = Array(try folder.read(Self.name)[place])
    try { try open().collection(of: Recipe.self).remove(id) }()
    let other = try #require(try roots()["sync_rows"]) - 1
    var bytes = try folder.read(Self.name)
    bytes.replaceSubrange((other * Self.pageSize)..<((other + 1) * Self.pageSize), with: old)
    try folder.write(bytes, to: Self.name)
    #expect(try repair().remaining == [])
    #expect(try recipes().keys.sorted() == ["Recipe 1"])
    #expect(try open().collection(of: Recipe.self).wasEverRemoved(id))
  }

  @Test func aSalvagedLibraryIsAnotherDevice() async throws {
    let store = MemoryStore()
    try makeLibrary(recipes: 2)
    var old: [DeviceID] = []
    do {
      let library = try open()
      _ = try await library.sync(with: store, as: RemoteName("cloud"))
      old = try library.devices().filter(\.isThisDevice).map(\.id)
    }
    try damage("bases")
    #expect(try repair().damagedFile != nil)
    #expect(try recipes() == [:])
    let library = try open()
    let report = try await library.sync(with: store, as: RemoteName("cloud"))
    #expect(report.isComplete && report.uploaded.objects == 0)
    #expect(try library.devices().filter(\.isThisDevice).map(\.id) != old)
    #expect(try recipes().keys.sorted() == ["Bread", "Recipe 1"])
    #expect(try library.check() == [])
  }

  /// Without a row, nothing follows from it.
  @Test func aMissingTableOfTheAppIsMadeAnew() throws {
    try makeLibrary { library in try library.write { try $0.execute(script: "DROP TABLE visits") } }
    let problem = DocumentProblem.missingTable("visits", index: "favourites")
    #expect(try DocumentLibrary.check(at: url, preparing: Self.prepare) == [problem])
    let repair = try repair()
    #expect(repair.repaired == [problem] && repair.remaining == [] && repair.damagedFile == nil)
    #expect(try rows("SELECT place FROM visits") == [])
    #expect(try rows("SELECT id FROM favourites").count == 1)
  }

  @Test(arguments: ["documents", "deltas", "sync_rows", "indexes"])
  func aMissingTableOfTheLibraryIsDamageOfTheFile(_ table: String) throws {
    try makeLibrary()
    try Database(file: url.path, for: .writing).execute(script: "DROP TABLE \(table)")
    let words = DocumentProblem.file("no such table: \(table)", isRepairable: true)
    #expect(try DocumentLibrary.check(at: url, preparing: Self.prepare) == [words])
    #expect(try repair().damagedFile != nil)
    #expect(try recipes() == ["Bread": "Mix milk and tea."])
  }
}

extension DocumentID {
  fileprivate static func recipe(_ id: UUID) -> DocumentID {
    DocumentPlace(code: Recipe.frameKind.code, id: id).document
  }
}
