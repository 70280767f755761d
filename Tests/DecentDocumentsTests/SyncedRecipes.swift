// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import TestInputs
import Testing

@testable import DecentDocuments

/// Libraries of recipes that sync with remotes in memory until they are at rest.
protocol SyncedRecipes {
  var folder: TemporaryFolder { get }
  /// The remote that is meant if none is named.
  var store: MemoryStore { get }
}

extension SyncedRecipes {
  @discardableResult
  func sync(
    _ library: DocumentLibrary, with store: MemoryStore? = nil, as name: String = "cloud"
  ) async throws -> SyncReport {
    try await RemoteSync(library, with: store ?? self.store, as: RemoteName(name)).run()
  }

  /// Syncs until no device sends anything, which must not take long. All devices then show the
  /// same. Edits that come back wait for the claims they build on, until a device sends the
  /// document whole.
  func settle(
    _ libraries: [DocumentLibrary], with remotes: [(String, MemoryStore)]? = nil
  ) async throws {
    for _ in 0..<8 {
      var isAtRest = true
      for library in libraries {
        for (name, store) in remotes ?? [("cloud", store)] {
          let report = try await sync(library, with: store, as: name)
          let isBusy = report.uploaded.objects > 0 || !report.postponed.isEmpty
          if isBusy || !report.problems.isEmpty { isAtRest = false }
        }
      }
      if isAtRest { return try expectSame(libraries) }
    }
    Issue.record("still sending after eight rounds")
  }

  func expectSame(_ libraries: [DocumentLibrary]) throws {
    let states = try libraries.map { library in
      let recipes = try library.collection(of: Recipe.self)
      return Dictionary(
        uniqueKeysWithValues: try recipes.ids().map { ($0, try recipes.document(of: $0)) })
    }
    #expect(states.allSatisfy { $0 == states[0] })
    for (library, state) in zip(libraries, states) {
      #expect(try library.titles() == state.values.compactMap { $0?.title.value }.sorted())
    }
  }

  /// How many rows hold contents of documents that are not removals.
  func stored(in library: DocumentLibrary) throws -> Int {
    try library.rows("SELECT count(*) FROM documents WHERE name NOT LIKE 'gone/%'") {
      try $0.integer(at: 0)
    }[0]
  }
}
