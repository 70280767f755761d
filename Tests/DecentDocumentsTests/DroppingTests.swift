// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// Dropping the deleted contents of documents, and the bytes that it frees.
@Suite struct DroppingTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()

  init() throws {
    folder = try TemporaryFolder()
  }

  private let long = String(repeating: "Boil water. ", count: 500)

  private func libraries() throws -> [DocumentLibrary] {
    try ["one", "two"].map {
      try DocumentLibrary(at: URL(fileURLWithPath: folder.path("\($0).sqlite")))
    }
  }

  @discardableResult
  private func sync(_ library: DocumentLibrary) async throws -> SyncReport {
    try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
  }

  /// The bytes of a document in the tables.
  private func stored<Content: ReplicatingDocument>(
    _ id: UUID, of type: Content.Type = Recipe.self, in library: DocumentLibrary
  ) throws -> Int {
    try library.read { database in
      let table = library.table(in: database)
      let document = DocumentPlace(code: Content.frameKind.code, id: id).document
      guard let key = try table.key(of: document) else { return 0 }
      return try table.storedBytes(of: key).reduce(0) { try $0 + PackedBytes.unpack($1).count }
    }
  }

  @Test func droppedTextIsFreedOnAllDevices() async throws {
    let libraries = try libraries()
    let recipes = try libraries.map { try $0.collection(indexedBy: Titles()) }
    let id = try await recipes[0].add(Recipe(title: "Bread"))
    try await recipes[0].edit(id) { [long] in $0.method.append(long) }
    for library in libraries { try await sync(library) }
    try await recipes[0].edit(id) { $0.method.update(to: "Bake.") }
    let before = try stored(id, in: libraries[0])
    try await recipes[1].edit(id) { $0.method.append("Enjoy.") }
    #expect(try await recipes[0].dropDeleted(in: id))
    #expect(try stored(id, in: libraries[0]) * 5 < before)
    #expect(try await recipes[0].document(of: id)?.method.string == "Bake.")
    for library in libraries + libraries + libraries { try await sync(library) }
    for (library, recipes) in zip(libraries, recipes) {
      let idle = try await sync(library)
      #expect(idle.uploaded.objects == 0 && idle.downloaded.objects == 0)
      #expect(try library.titles() == ["Bread"])
      #expect(try await recipes.document(of: id)?.method.string == "Bake.Enjoy.")
      #expect(try await recipes.document(of: id)?.encoded().count ?? .max < before / 5)
      #expect(try await !recipes.dropDeleted(in: id))
    }
    let shown = try recipes.map { try $0.document(of: id) }
    #expect(shown[0] == shown[1])
  }

  @Test func whatFreesLittleIsLeft() throws {
    let library = try libraries()[0]
    let recipes = try library.collection(of: Recipe.self)
    let id = try recipes.add(Recipe(title: "Bread"))
    try recipes.edit(id) { $0.method.append("Boil water. Bake.") }
    #expect(try !recipes.dropDeleted(in: id))
    try recipes.edit(id) { $0.method.update(to: "Bake.") }
    let before = try recipes.document(of: id)
    #expect(try !recipes.dropDeleted(in: id, ifFreeing: 90))
    #expect(try recipes.document(of: id) == before)
    #expect(try recipes.dropDeleted(in: id))
    let unknown = UUID()
    #expect(throws: DocumentFailure.unknownDocument(unknown, kind: Recipe.frameKind.name)) {
      try recipes.dropDeleted(in: unknown)
    }
  }

  /// One device removes a document while another drops contents of it. A dictionary numbers the drop as
  /// an edit, which lies beyond the removal, and brings nothing back.
  @Test func aDropBringsNoRemovedDocumentBack() async throws {
    let libraries = try libraries()
    let albums = try libraries.map { try $0.collection(of: Album.self) }
    var album = Album()
    album.pages["a", default: ""].append(long)
    let id = try await albums[0].add(album)
    let before = try stored(id, of: Album.self, in: libraries[0])
    try await albums[0].edit(id) { $0.pages["a"]?.update(to: "Bake.") }
    for library in libraries { try await sync(library) }
    try await albums[1].remove(id)
    #expect(try await albums[0].dropDeleted(in: id, ifFreeing: 50))
    #expect(try stored(id, of: Album.self, in: libraries[0]) * 5 < before)
    for _ in 0..<4 { for library in libraries { try await sync(library) } }
    let left = try albums.flatMap { try $0.ids() }
    #expect(left.isEmpty)
  }
}
