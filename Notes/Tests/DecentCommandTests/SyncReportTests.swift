// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes
import DecentSync
import Testing

@testable import decent

/// The report of a sync that another program keeps from the library.
@Suite struct SyncReportTests {
  private let scene: Scene
  private let library: Library
  private let remote: Remote

  init() throws {
    scene = try Scene()
    library = try Library(openingOrCreating: scene.folder.path + "/library")
    remote = Remote(name: "cloud", folder: scene.folder.path + "/shared")
    try library.add(remote)
  }

  @Test func aLibraryThatIsInUseMayBeSyncedLater() async throws {
    let report = try await library.report(ofSyncWith: remote) {
      throw DatabaseFailure(code: .busy, path: "library.sqlite")
    }
    #expect(report.stopped?.kind == .tryLater)
    #expect(
      report.stopped?.description == """
        library.sqlite: another program has been using it for too long; sync again when that has \
        ended; nothing is lost
        """)
  }

  @Test func whatElseIsWrongWithTheLibraryIsThrown() async throws {
    await #expect(throws: DatabaseFailure.self) {
      try await library.report(ofSyncWith: remote) {
        throw DatabaseFailure(code: .full, path: "library.sqlite")
      }
    }
  }
}
