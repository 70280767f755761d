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
