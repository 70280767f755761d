// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Damaged or foreign files in place of the library's database, and what commands say of them. No
/// command changes such a file.
@Suite struct DamagedLibraryTests {
  private let scene: Scene
  private static let name = "notes/library.sqlite"

  init() throws {
    scene = try Scene()
    for number in 0..<40 {
      _ = try scene.done(
        "--library", "notes", "add", "Plan \(number)", "--text",
        String(repeating: "text ", count: 100))
    }
  }

  private func expectRefusal(
    saying parts: String..., at location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try scene.read(Self.name)
    for words in [["list"], ["add", "New"], ["remote", "list"], ["sync"]] {
      let outcome = try scene.run(words: ["--library", "notes"] + words)
      #expect(outcome.status == 1, "\(words): \(outcome)", sourceLocation: location)
      #expect(outcome.output == "", sourceLocation: location)
      for part in parts {
        #expect(outcome.errors.contains(part), "\(words): \(outcome)", sourceLocation: location)
      }
    }
    #expect(try scene.read(Self.name) == before, sourceLocation: location)
  }

  private func harm(_ change: (inout [UInt8]) -> Void) throws {
    var bytes = try scene.read(Self.name)
    change(&bytes)
    try scene.write(bytes, to: Self.name)
  }

  @Test func aNewerLibrary() throws {
    // The format's version stands in bytes 60 to 63 of a SQLite database.
    try harm { $0[63] = 99 }
    try expectRefusal(saying: "format 99, and this version reads format 16", "Update the program")
  }

  @Test func anOlderLibrary() throws {
    try harm { $0[63] = 9 }
    try expectRefusal(saying: "format 9, and this version reads format 16", "Export its content")
    // Notebooks used to have an application id of their own.
    try harm {
      $0[63] = 12
      $0.replaceSubrange(68..<72, with: Array("DcNt".utf8))
    }
    try expectRefusal(saying: "format 12, and this version reads format 16", "Export its content")
  }

  @Test func aTruncatedLibrary() throws {
    try harm { $0.removeLast($0.count / 2) }
    try expectRefusal(saying: "damaged", "Restore it from a backup")
  }

  @Test func anEmptiedLibrary() throws {
    try harm { $0.removeAll() }
    try expectRefusal(saying: "is empty", "Restore it from a backup")
  }

  @Test func anOverwrittenLibrary() throws {
    try harm { $0 = $0.map { ~$0 } }
    try expectRefusal(saying: "is not a library", "Choose another folder")
  }

  @Test func anOverwrittenBeginning() throws {
    try harm { $0.replaceSubrange(..<4096, with: repeatElement(0, count: 4096)) }
    try expectRefusal(saying: "overwritten", "check --repair")
    _ = try scene.run("--library", "notes", "check", "--repair")
    #expect(try scene.done("--library", "notes", "show", "Plan 7").contains("text text"))
  }

  @Test func anotherProgramsDatabase() throws {
    // The application id stands in bytes 68 to 71.
    try harm { $0[70] ^= 1 }
    try expectRefusal(saying: "is not a library", "Choose another folder")
  }

  @Test func aFolderInItsPlace() throws {
    try FileManager.default.removeItem(atPath: scene.folder.path + "/" + Self.name)
    try scene.makeFolder(Self.name)
    let outcome = try scene.run("--library", "notes", "add", "New")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("is not a library"))
  }
}
