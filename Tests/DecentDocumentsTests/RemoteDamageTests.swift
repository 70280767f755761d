// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// A flipped bit in what a library knows of its remote. Each sync fails until the library is repaired.
@Suite struct RemoteDamageTests: SyncedRecipes {
  let folder: TemporaryFolder
  let store = MemoryStore()
  private let library: DocumentLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = try folder.library("one")
  }

  private func repair() throws -> DocumentRepair {
    try library.repair(keepingDamagedIn: URL(fileURLWithPath: folder.path))
  }

  @Test func damageIsFoundAndTheRemoteReadAnew() async throws {
    let recipes = try library.collection(of: Recipe.self)
    let id = try await recipes.add(Recipe(title: "Bread"))
    try await sync(library)
    #expect(try library.check() == [])
    #expect(try repair().repaired == [])
    try library.write { database in
      let rows = try database.rows(
        "SELECT key, value FROM sync_rows WHERE substr(key, 1, 1) = x'43' ORDER BY key"
      ) { (key: $0.blob(at: 0), value: $0.blob(at: 1)) }
      var row = try #require(rows.last)
      row.value[row.value.count / 2] ^= 1
      try database.run(
        "UPDATE sync_rows SET value = ? WHERE key = ?", .blob(row.value), .blob(row.key))
    }
    try await recipes.edit(id) { $0.method.append("Boil water.") }
    for body in [
      { try await sync(library) }, { try await library.sync(with: store, as: RemoteName("cloud")) },
    ] as [() async throws -> SyncReport] {
      let failure = await #expect(throws: DocumentFailure.self) { try await body() }
      guard case .damagedSyncState(of: RemoteName("cloud"), library.path, let reason) = failure
      else {
        Issue.record("the damaged sync state is not named")
        continue
      }
      #expect("\(try #require(failure))".contains("the remote 'cloud'") && !reason.isEmpty)
    }
    let found = try library.check()
    guard case .remote(let damage) = found.first, found.count == 1 else {
      Issue.record("the damage is not found: \(found)")
      return
    }
    #expect(damage.remote == RemoteName("cloud") && "\(damage)".contains("cloud"))
    #expect(try repair().repaired == found)
    #expect(try library.check() == [])
    let two = try folder.library("two")
    let theirs = try two.collection(of: Recipe.self)
    for library in [library, two, library, two] { try await sync(library) }
    #expect(try await theirs.document(of: id) == recipes.document(of: id))
  }

  /// All remotes share these rows, so no remote is forgotten with them.
  @Test func damageOfTheDeviceForgetsNoRemote() async throws {
    let recipes = try library.collection(of: Recipe.self)
    try await recipes.add(Recipe(title: "Bread"))
    try await sync(library)
    func rows() throws -> [[UInt8]] {
      try library.read { database in
        try database.rows("SELECT value FROM sync_rows WHERE substr(key, 1, 1) = x'43'") {
          $0.blob(at: 0)
        }
      }
    }
    let known = try rows()
    try library.write { database in
      try database.run("UPDATE sync_rows SET value = x'00' WHERE key = x'44'")
    }
    #expect(try !library.check().isEmpty)
    #expect(try !repair().repaired.isEmpty)
    #expect(try library.check() == [])
    #expect(try !known.isEmpty && rows() == known)
    try await sync(library)
  }
}
