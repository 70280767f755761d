// SPDX-License-Identifier: MIT

import Testing

@testable import DecentNotes

@Suite struct RemoteTests {
  private let folder: TemporaryFolder
  private let library: Library

  init() throws {
    folder = try TemporaryFolder()
    library = try Library(openingOrCreating: folder.path)
  }

  @Test func remotesAreKeptByName() throws {
    try library.add(Remote(name: "stick", folder: "/media/stick"))
    try library.add(Remote(name: "cloud", folder: "/home/me/Cloud"))
    let reopened = try Library(opening: folder.path)
    #expect(try reopened.remotes().map(\.name) == ["cloud", "stick"])
    #expect(try reopened.remote(named: "stick").folder == "/media/stick")
    try reopened.removeRemote(named: "stick")
    #expect(try library.remotes().map(\.name) == ["cloud"])
  }

  @Test func aNameIsGivenOnce() throws {
    try library.add(Remote(name: "a", folder: "/x"))
    #expect(throws: LibraryFailure.remoteExists(name: "a", folder: "/x")) {
      try library.add(Remote(name: "a", folder: "/y"))
    }
    #expect(try library.remote(named: "a").folder == "/x")
  }

  @Test func unknownRemotesAreNamedWithTheKnown() throws {
    try library.add(Remote(name: "a", folder: "/x"))
    #expect(throws: LibraryFailure.unknownRemote(name: "b", known: ["a"])) {
      try library.removeRemote(named: "b")
    }
  }

  @Test(arguments: ["", "-a", "a b", "a/b", "a\n", String(repeating: "a", count: 65)])
  func unsuitableNamesAreRefused(_ name: String) {
    #expect(throws: LibraryFailure.unsuitableRemoteName(name)) {
      try library.add(Remote(name: name, folder: "/x"))
    }
  }
}
