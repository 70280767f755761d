// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import Synchronization
import TestInputs
import Testing

@testable import DecentDocuments

/// The content that a repair takes over.
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
    _ = try { try open().collection(of: Recipe.self).remove(id) }()
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
      old = try await library.devices().filter(\.isThisDevice).map(\.id)
    }
    try damage("bases")
    #expect(try repair().damagedFile != nil)
    #expect(try recipes() == [:])
    let library = try open()
    let report = try await library.sync(with: store, as: RemoteName("cloud"))
    #expect(report.isComplete && report.uploaded.objects == 0)
    #expect(try await library.devices().filter(\.isThisDevice).map(\.id) != old)
    #expect(try recipes().keys.sorted() == ["Bread", "Recipe 1"])
    #expect(try library.check() == [])
  }

  /// SQLite stores them as integers.
  @Test func wholeNumbersInAColumnOfFractionsStayFractions() throws {
    try makeLibrary { library in
      for (number, weight) in ["2.0", "-40000.0", "0.0", "1.0"].enumerated() {
        let id = UUID(uuid: (1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number)))
        try library.run("INSERT INTO favourites VALUES (\(weight), ?)", .id(id))
      }
    }
    try damage("bases")
    #expect(try repair().damagedFile != nil)
    let weights = try open().rows("SELECT weight FROM favourites ORDER BY weight") {
      try $0.real(at: 0)
    }
    #expect(weights == [-40_000, 0, 0.5, 1, 2])
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

/// Files that were made to be read without end.
extension LibrarySalvageTests {
  /// Writes pages of a table. The cells of a page all lead to one row.
  ///
  /// - Parameters:
  ///   - row: The beginning of the row. The rest of it is on the last page, which follows itself.
  ///   - size: The whole size of the row.
  private func writeTable(pages: Int, cells: Int, row: [UInt8], size: Int) throws {
    func varint(_ number: Int) -> [UInt8] {
      [UInt8(0x80 | number >> 14), UInt8(0x80 | number >> 7 & 0x7f), UInt8(number & 0x7f)]
    }
    var page = [UInt8](repeating: 0, count: Self.pageSize)
    page.replaceSubrange(0..<8, with: [13, 0, 0, UInt8(cells >> 8), UInt8(cells & 0xff), 0, 0, 0])
    for cell in 0..<cells { page.replaceSubrange((8 + 2 * cell)..<(10 + 2 * cell), with: [12, 0]) }
    let cell = varint(size) + [1] + row + [0, 0, 0, UInt8(pages)]
    page.replaceSubrange(3072..<(3072 + cell.count), with: cell)
    let last = [0, 0, 0, UInt8(pages)] + [UInt8](repeating: 0, count: Self.pageSize - 4)
    try folder.write(Array(repeating: page, count: pages - 1).flatMap(\.self) + last, to: Self.name)
  }

  /// How many values, and bytes of blobs, are read of a file.
  private func read() throws -> (values: Int, bytes: Int) {
    var (values, bytes) = (0, 0)
    try DatabasePages(of: url.path).forEachRow { row in
      values += row.values.count
      for case .blob(let blob) in row.values { bytes += blob.count }
    }
    return (values, bytes)
  }

  @Test func pagesThatAreReadInCirclesAreReadAFewTimes() throws {
    // A blob of nearly all 100 pages, with 489 bytes on the page itself.
    let size = 489 + 4092 * 90
    let type = 12 + 2 * (size - 4)
    let header = [4, UInt8(0x80 | type >> 14), UInt8(0x80 | type >> 7 & 0x7f), UInt8(type & 0x7f)]
    let row = header + [UInt8](repeating: 1, count: 485)
    try writeTable(pages: 100, cells: 500, row: row, size: size)
    #expect(try read().bytes == 0)
    // A blob of 796 bytes, on the page itself.
    try writeTable(
      pages: 100, cells: 500, row: [3, 0x8c, 0x44] + [UInt8](repeating: 1, count: 796), size: 799)
    #expect(try read().bytes <= 4 * 100 * Self.pageSize)
  }

  @Test func aRowOfCountlessColumnsIsNone() throws {
    let size = 489 + 4092 * 20
    let header = [UInt8(0x80 | size >> 14), UInt8(0x80 | size >> 7 & 0x7f), UInt8(size & 0x7f)]
    try writeTable(
      pages: 100, cells: 1, row: header + [UInt8](repeating: 8, count: 486), size: size)
    var bytes = try folder.read(Self.name)
    // A chain without a circle.
    for page in 1..<40 {
      bytes.replaceSubrange(
        (page * Self.pageSize)..<((page + 1) * Self.pageSize),
        with: [0, 0, 0, UInt8(page + 2)] + [UInt8](repeating: 8, count: Self.pageSize - 4))
    }
    bytes.replaceSubrange((3072 + 4 + 489)..<(3072 + 4 + 493), with: [0, 0, 0, 2])
    try folder.write(bytes, to: Self.name)
    #expect(try read().values == 0)
  }
}

extension DocumentID {
  fileprivate static func recipe(_ id: UUID) -> DocumentID {
    DocumentPlace(code: Recipe.frameKind.code, id: id).document
  }
}
