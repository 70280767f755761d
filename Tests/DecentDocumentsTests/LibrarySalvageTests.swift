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

  static func repair(_ url: URL) throws -> DocumentRepair {
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
    { _ = try $0.rows("SELECT nothing FROM nowhere") { try $0.integer(at: 0) } },
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

/// Logs and links without their files.
extension LibrarySalvageTests {
  /// SQLite would take the changes of a file that was moved away for those of the new one.
  @Test(arguments: ["-wal", "-journal"]) func aLogWithoutItsFileIsPutAside(_ name: String) throws {
    try makeLibrary(recipes: 3)
    let log = try {
      let library = try open()
      try library.collection(of: Recipe.self).add(Recipe(title: "In the log"))
      return try withExtendedLifetime(library) { try folder.read(Self.name + "-wal") }
    }()
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      try FileManager.default.removeItem(atPath: folder.path(file))
    }
    try folder.write(log, to: Self.name + name)
    let library = try open()
    #expect(try library.check() == [])
    #expect(try library.collection(of: Recipe.self).ids() == [])
    #expect(try folder.read(Self.name + ".lost" + name) == log)
  }

  /// The medium that the link leads to may not be there at the moment.
  @Test func aLinkThatLeadsNowhereIsNotReplaced() throws {
    let link = url.path
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: folder.path("absent/one.sqlite"))
    #expect { try open() } throws: { ($0 as? DatabaseFailure)?.code == .missing }
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: link).hasSuffix("absent/one.sqlite")
    )
  }
}

/// Pages that SQLite takes for those of other tables.
extension LibrarySalvageTests {
  private func copy(page: Int, over other: Int) throws {
    var bytes = try folder.read(Self.name)
    let place = { (page: Int) in ((page - 1) * Self.pageSize)..<(page * Self.pageSize) }
    bytes.replaceSubrange(place(other), with: Array(bytes[place(page)]))
    try folder.write(bytes, to: Self.name)
  }

  /// With its indexes made anew, the table of documents would be sound.
  @Test(arguments: [1, 40]) func contentsInThePlaceOfDocuments(_ count: Int) throws {
    try makeLibrary(recipes: count)
    let leaves = try DatabasePages(of: url.path).owners().filter { $0.value == "bases" }.keys
      .sorted()
    try copy(page: try #require(leaves.last), over: try #require(try roots()["documents"]))
    let repair = try repair()
    #expect(repair.damagedFile != nil && repair.remaining == [])
    #expect(try recipes().count == count)
    try open().collection(of: Recipe.self).edit(id) { $0.title.value = "Toast" }
  }

  /// A table without row ids is no index that is made anew.
  @Test func namesInThePlaceOfTheSyncState() async throws {
    try makeLibrary(recipes: 100)
    let roots = try roots()
    let pages = try DatabasePages(of: url.path).owners().filter { $0.value == "sync_rows" }.keys
    #expect(pages.count > 2)
    let leaf = try #require(pages.sorted().last { $0 != roots["sync_rows"] })
    try copy(page: try #require(roots["indexes"]), over: leaf)
    let repair = try repair()
    #expect(repair.damagedFile != nil && repair.remaining == [])
    #expect(try recipes().count == 100)
  }
}

/// What lies beside a file under the names that SQLite and a repair use.
extension LibrarySalvageTests {
  /// Other programs' files and folders, and a link elsewhere.
  @Test(arguments: ["-wal", "-shm", "-journal", ".lock", ".new", ".damaged"], 0..<4)
  func whatLiesBesideTheFileIsNamedOrNoHindrance(_ name: String, _ kind: Int) throws {
    try makeLibrary(recipes: 2)
    let damaged = try damage("titles")
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path)
    where file != Self.name {
      try FileManager.default.removeItem(atPath: folder.path(file))
    }
    let other = folder.path(Self.name + name)
    try folder.write([1, 2, 3], to: "elsewhere")
    switch kind {
    case 0: try folder.write([], to: Self.name + name)
    case 1: try folder.write([UInt8](repeating: 7, count: 40_000), to: Self.name + name)
    case 2:
      try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    default:
      try FileManager.default.createSymbolicLink(
        atPath: other, withDestinationPath: folder.path("elsewhere"))
    }
    do {
      #expect(try repair().remaining == [])
      #expect(try recipes().count == 2)
      #expect(try folder.read(Self.name) != damaged)
    } catch let failure as DatabaseFailure {
      #expect([.denied, .disk, .beyondRepair].contains(failure.code), "\(failure)")
      #expect(try folder.read(Self.name) == damaged)
    }
    #expect(try folder.read("elsewhere") == [1, 2, 3])
  }
}
