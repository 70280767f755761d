// SPDX-License-Identifier: MIT

import Foundation
import NotesTestInputs
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// The state of a library after the disk was full.
@Suite struct FullDiskTests {
  /// The disk is full at any write. Either neither a library nor anything in its place is left, or
  /// the library can be used once there is room.
  @Test func aNewLibraryIsWholeOrNotThere() throws {
    var writes = 0
    var isMade = false
    while !isMade {
      let folder = try TemporaryFolder()
      let path = folder.path("library.sqlite")
      do {
        try create(path, at: FillingDisk(at: folder.path, roomFor: writes))
        isMade = true
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1)
        #expect(try Library(opening: folder.path).check() == [])
      } catch let failure as DatabaseFailure {
        #expect(failure.code == .full, "after \(writes) writes: \(failure)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
      }
      writes += 1
    }
    #expect(writes > 10, "the disk was never full")
    print("FullDiskTests: \(writes - 1) writes make a library")
  }

  private func create(_ path: String, at disk: FillingDisk) throws {
    try withExtendedLifetime(disk) { try Database.create(at: path, format: .documents) }
  }

  @Test func whatAnInterruptedCreationLeftIsOvercome() throws {
    let folder = try TemporaryFolder()
    for ending in ["", "-wal", "-shm", "-journal"] {
      try folder.write([1, 2, 3], to: "library.sqlite.new\(ending)")
    }
    let library = try Library(openingOrCreating: folder.path)
    _ = try library.add(NoteDraft(title: "First"))
    #expect(try library.check() == [])
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(files.filter { $0.contains(".new") } == [])
  }

  @Test(arguments: [false, true]) func aLibraryCanBeReadWithoutRoom(_ hasLog: Bool) throws {
    let folder = try TemporaryFolder()
    let path = folder.path("library.sqlite")
    let id = try Library(openingOrCreating: folder.path).add(NoteDraft(title: "Plan", text: "tea"))
    if hasLog {
      let library = try Library(opening: folder.path)
      try library.setText(of: id, to: "milk")
      let (bytes, log) = (try folder.read("library.sqlite"), try folder.read("library.sqlite-wal"))
      try FileManager.default.createDirectory(
        atPath: folder.path("copy"), withIntermediateDirectories: true)
      try folder.write(bytes, to: "copy/library.sqlite")
      try folder.write(log, to: "copy/library.sqlite-wal")
    }
    let place = hasLog ? folder.path("copy") : folder.path
    let disk = FillingDisk(at: place, roomFor: 0)
    try withExtendedLifetime(disk) {
      let library = try Library(opening: place)
      #expect(try library.summaries().map(\.title) == ["Plan"])
      #expect(try library.note(id).text.string == (hasLog ? "milk" : "tea"))
      #expect(try library.search(SearchWords("Plan")).count == 1)
      let failure = try #require(throws: DatabaseFailure.self) {
        try library.setText(of: id, to: "bread")
      }
      #expect(failure.code == .full)
      #expect(failure.path == (hasLog ? place + "/library.sqlite" : path))
    }
  }

  @Test func aLibraryThatWasOpenedWithoutRoomIsWrittenOnceThereIsRoom() throws {
    let folder = try TemporaryFolder()
    let id = try Library(openingOrCreating: folder.path).add(NoteDraft(title: "Plan", text: "tea"))
    do {
      var disk: FillingDisk? = FillingDisk(at: folder.path, roomFor: 0)
      let library = try withExtendedLifetime(disk) {
        let library = try Library(opening: folder.path)
        let failure = try #require(throws: DatabaseFailure.self) {
          try library.setText(of: id, to: "bread")
        }
        #expect(failure.code == .full)
        #expect(try library.note(id).text.string == "tea")
        return library
      }
      disk = nil
      try library.setText(of: id, to: "milk")
      #expect(try library.note(id).text.string == "milk")
    }
    let library = try Library(opening: folder.path)
    #expect(try library.note(id).text.string == "milk")
    #expect(try library.check() == [])
  }
}
