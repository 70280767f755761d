// SPDX-License-Identifier: MIT

import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// What documents of a library forget, and what that frees.
@Suite struct ForgettingTests {
  private let folder: TemporaryFolder
  private let store = MemoryStore()

  init() throws {
    folder = try TemporaryFolder()
  }

  /// Two devices with one recipe, most of whose text was deleted.
  ///
  /// - Returns: The bytes of the recipe before and after they synced, on each.
  private func sizes(
    forgetting: DocumentLibrary.Forgetting
  ) async throws -> (before: Int, after: [Int], shown: [Recipe?]) {
    let libraries = try ["one", "two"].map {
      try DocumentLibrary(
        at: URL(fileURLWithPath: folder.path("\($0).sqlite")), forgetting: forgetting)
    }
    let recipes = try libraries.map { try $0.collection(indexedBy: Titles()) }
    let id = try recipes[0].add(Recipe(title: "Bread"))
    try recipes[0].edit(id) { $0.method.append(String(repeating: "Boil water. ", count: 500)) }
    try recipes[0].edit(id) { $0.method.update(to: "Bake.") }
    let before = try stored(id, in: libraries[0])
    for library in libraries + libraries + libraries {
      try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
    }
    for library in libraries {
      let idle = try await RemoteSync(library, with: store, as: RemoteName("cloud")).run()
      #expect(idle.uploaded.objects == 0 && idle.downloaded.objects == 0)
      #expect(try library.titles() == ["Bread"])
    }
    return (
      before, try libraries.map { try stored(id, in: $0) },
      try recipes.map { try $0.document(of: id) }
    )
  }

  /// The bytes of a recipe in the tables.
  private func stored(_ id: UUID, in library: DocumentLibrary) throws -> Int {
    try library.read { database in
      let table = library.table(in: database)
      let document = DocumentPlace(code: Recipe.frameKind.code, id: id).document
      guard let key = try table.key(of: document) else { return 0 }
      return try table.storedBytes(of: key).reduce(0) { try $0 + PackedBytes.unpack($1).count }
    }
  }

  @Test func deletedTextIsFreed() async throws {
    let (before, after, shown) = try await sizes(forgetting: .deleted)
    for size in after { #expect(size * 5 < before) }
    #expect(shown.map { $0?.method.string } == ["Bake.", "Bake."])
    #expect(shown[0] == shown[1])
  }

  /// Whoever says nothing keeps all: past versions can be shown, and old edits be undone.
  @Test func nothingIsForgottenUnlessAsked() async throws {
    let (before, after, shown) = try await sizes(forgetting: .nothing)
    for size in after { #expect(size * 2 > before) }
    #expect(shown[0]?.method.version.dropped == [])
    let folder = try folder.library("three")
    #expect(folder.forgetting == .nothing)
  }
}
