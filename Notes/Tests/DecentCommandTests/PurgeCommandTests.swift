// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing

@testable import decent

/// The trash, for several notes at once, and purges of its notes.
@Suite struct PurgeCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    for title in ["a", "b", "c"] { _ = try scene.done("--library", "notes", "add", title) }
  }

  private func plain(_ words: String...) throws -> String {
    let outcome = try scene.run(words: ["--library", "notes"] + words)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    return scene.plain(outcome.output)
  }

  private func expectFailure(_ words: String..., saying: String) throws {
    let outcome = try scene.run(words: ["--library", "notes"] + words)
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(outcome.errors.contains(saying), "\(outcome.errors)")
  }

  @Test func severalNotesAreDeletedRestoredAndPurged() throws {
    #expect(
      try plain("delete", "a", "b", "c")
        == "ID  a  (in the trash)\nID  b  (in the trash)\nID  c  (in the trash)\n")
    #expect(try plain("restore", "c") == "ID  c\n")
    // A note that is named twice is meant once.
    #expect(try plain("purge", "a", "b", "a", "--yes") == "ID  a  (purged)\nID  b  (purged)\n")
    #expect(try plain("list") == "ID  c\n")
  }

  @Test func allOrNone() throws {
    try expectFailure("delete", "a", "x", saying: "no note has the title 'x'")
    _ = try plain("delete", "a")
    try expectFailure("purge", "a", "b", "--yes", saying: "'b' is not in the trash")
    try expectFailure("restore", "a", "x", saying: "no note has the title 'x'")
    #expect(try plain("list") == "ID  c\nID  b\n\nIn the trash:\nID  a\n")
  }

  /// The note is restored from files that were read before.
  @Test func aNotePurgedHereAndEditedThereIsBackAfterOneSync() throws {
    try scene.makeFolder("shared")
    for device in ["notes", "phone"] {
      _ = try scene.done("--library", device, "remote", "add", "cloud", "shared")
      _ = try scene.done("--library", device, "sync")
    }
    for text in ["one", "one two"] {
      _ = try scene.done("--library", "notes", "edit", "a", "--text", text)
      _ = try plain("sync")
    }
    _ = try plain("delete", "a")
    _ = try plain("purge", "a", "--yes")
    _ = try scene.done("--library", "phone", "sync")
    _ = try scene.done("--library", "phone", "edit", "a", "--text", "one two three")
    _ = try scene.done("--library", "phone", "sync")
    _ = try plain("sync")
    #expect(try plain("show", "a", "--text") == "one two three")
    let trash = try plain("list", "--trash")
    #expect(trash == "In the trash:\nID  a  (purged, but edited elsewhere)\n")
  }

  @Test func withoutATerminalOnlyYesPurges() throws {
    _ = try plain("delete", "a")
    try expectFailure("purge", "a", saying: "Add --yes")
    #expect(try plain("list", "--trash") == "In the trash:\nID  a\n")
  }

  @Test(arguments: [("y", true), ("YES", true), ("n", false), ("", false), (nil, false)])
  func thePersonAtTheTerminalIsAsked(_ answer: String?, _ isPurged: Bool) async throws {
    _ = try plain("delete", "a")
    let asked = Mutex("")
    let console = Console(
      write: { _ in }, complain: { _ in }, read: { _ in [] },
      ask: { question in
        asked.withLock { $0 += question }
        return answer
      },
      isTerminal: true, variables: [:], folder: scene.folder.path)
    let status = await Program.run(["--library", "notes", "purge", "a"], on: console)
    #expect(status == (isPurged ? .done : .failed))
    #expect(
      scene.plain(asked.withLock { $0 }) == """
        These will be dropped for good, on every device:
          ID  a
        Purge them? [y/N] \("")
        """)
    #expect(try plain("list", "--trash") == (isPurged ? "" : "In the trash:\nID  a\n"))
  }
}
