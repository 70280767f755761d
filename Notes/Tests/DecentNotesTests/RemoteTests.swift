// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
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

  /// One letter may have any number of marks, and the name is part of the keys of rows.
  @Test func aLetterWithThousandsOfMarksIsNoName() throws {
    #expect(throws: LibraryFailure.self) {
      let name = "a" + String(repeating: "\u{301}", count: 40_000)
      try library.add(Remote(name: name, folder: "/x"))
    }
    #expect(try library.remotes().isEmpty)
  }

  @Test func aNameIsGivenOnce() throws {
    try library.add(Remote(name: "a", folder: "/x"))
    #expect(throws: LibraryFailure.remoteExists(name: "a", folder: "/x")) {
      try library.add(Remote(name: "a", folder: "/y"))
    }
    #expect(try library.remote(named: "a").folder == "/x")
  }

  @Test func aFolderHasOneName() throws {
    let cloud = folder.path("cloud")
    let other = folder.path("other")
    let files = FileManager.default
    for path in [cloud, other, folder.path("library")] {
      try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    }
    let link = folder.path("link")
    try files.createSymbolicLink(atPath: link, withDestinationPath: cloud)
    let library = try Library(openingOrCreating: folder.path("library"))
    let first = Remote(name: "b", folder: cloud)
    try library.add(first)
    for path in [cloud, link, "\(other)/../cloud"] {
      #expect(throws: LibraryFailure.remoteFolderTaken(name: "b", folder: cloud)) {
        try library.add(Remote(name: "a", folder: path))
      }
    }
    // Another folder may become the same folder later.
    let second = Remote(name: "c", folder: other)
    try library.add(second)
    #expect(try library.earlierRemote(withFolderOf: second) == nil)
    try files.removeItem(atPath: other)
    try files.createSymbolicLink(atPath: other, withDestinationPath: link)
    #expect(try library.earlierRemote(withFolderOf: second) == first)
    #expect(try library.earlierRemote(withFolderOf: first) == nil)
  }

  @Test func theLibraryIsNotShared() throws {
    let home = folder.path("home")
    let library = try Library(openingOrCreating: folder.path("home/notes/library"))
    let inner = folder.path("home/notes/library/shared")
    try FileManager.default.createDirectory(atPath: inner, withIntermediateDirectories: false)
    for path in [library.folder, inner, "\(inner)/not/there"] {
      #expect(throws: LibraryFailure.remoteInLibrary(folder: path, library: library.folder)) {
        try library.add(Remote(name: "a", folder: path))
      }
    }
    let link = folder.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home)
    for path in [home, link, "/", folder.path("home/notes")] {
      #expect(throws: LibraryFailure.libraryInRemote(folder: path, library: library.folder)) {
        try library.add(Remote(name: "a", folder: path))
      }
    }
    try library.add(Remote(name: "a", folder: folder.path("home/notes/library-2")))
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
