// SPDX-License-Identifier: MIT

import Foundation
import Synchronization
import Testing

@testable import decent

/// The text that a new text of a note is compared with.
@Suite struct EditBaseTests {
  private let scene: Scene

  init() throws {
    scene = try Scene.ofTwoDevices()
    _ = try scene.done("--library", "laptop", "add", "Plan", "--text", "one\ntwo\n")
    try exchange()
  }

  private func exchange() throws {
    for device in ["laptop", "phone", "laptop"] {
      _ = try scene.done("--library", device, "sync")
    }
  }

  /// Another device changes the note, and a sync brings that.
  private func bring(_ lines: String) throws {
    _ = try scene.done("--library", "phone", "append", "Plan", "--text", lines)
    try exchange()
  }

  private func text() throws -> String {
    try scene.done("--library", "laptop", "show", "Plan", "--text")
  }

  /// A text that takes long to come.
  @Test func aChangeThatComesAfterTheStartStays() async throws {
    let complaints = Mutex("")
    let console = Console(
      write: { _ in }, complain: { line in complaints.withLock { $0 += line } },
      read: { [self] _ in
        try bring("from the phone\n")
        return Array("one\ntwo\nthree\n".utf8)
      },
      ask: { _ in nil }, isTerminal: false, variables: [:], folder: scene.folder.path)
    #expect(await Program.run(["--library", "laptop", "edit", "Plan", "-"], on: console) == .done)
    let lines = try text().split(separator: "\n").map(String.init)
    #expect(lines.prefix(2) == ["one", "two"])
    #expect(lines.dropFirst(2).sorted() == ["from the phone", "three"])
    #expect(complaints.withLock { $0 } == "")
  }

  @Test func aChangeSinceTheTextWasReadStays() throws {
    try scene.write(try text(), to: "old")
    try bring("from the phone\n")
    let outcome = try scene.run(
      "--library", "laptop", "edit", "Plan", "-", "--since", "old",
      input: Array("zero\ntwo\n".utf8))
    #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    #expect(try text() == "zero\ntwo\nfrom the phone\n")
  }

  @Test func aChangeThatIsTakenBackUnseenIsTold() throws {
    let read = try text()
    try bring("from the phone\n")
    let outcome = try scene.run(
      "--library", "laptop", "edit", "Plan", "-", input: Array((read + "three\n").utf8))
    #expect(outcome.status == 0)
    #expect(
      outcome.errors == """
        decent: the new text takes back what another device changed since the last edit here. If \
        that is not meant, take the edit back (decent undo), and name the text that the new one \
        was made from (--since FILE)

        """)
    #expect(try text() == "one\ntwo\nthree\n")
    _ = try scene.done("--library", "laptop", "undo", "Plan")
    #expect(try text() == "one\ntwo\nfrom the phone\n")
  }

  @Test func aDeletionThatIsTakenBackUnseenIsTold() throws {
    let read = try text()
    _ = try scene.done("--library", "phone", "edit", "Plan", "--text", "one\n")
    try exchange()
    let outcome = try scene.run("--library", "laptop", "edit", "Plan", "--text", read)
    #expect(outcome.status == 0)
    #expect(outcome.errors.contains("takes back what another device changed"))
  }

  @Test func anEditBesideOthersChangesIsNotTold() throws {
    try bring("from the phone\n")
    for text in ["zero\ntwo\nfrom the phone\n", "zero\ntwo\nfrom the phone\nlast\n", "own\n"] {
      let outcome = try scene.run("--library", "laptop", "edit", "Plan", "--text", text)
      #expect(outcome.status == 0 && outcome.errors == "", "\(outcome)")
    }
  }

  @Test func aBaseNeedsANewText() throws {
    let outcome = try scene.run("--library", "laptop", "edit", "Plan", "--since", "old")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("decent: --since needs the new text: give --text,"))
    let missing = try scene.run(
      "--library", "laptop", "edit", "Plan", "--text", "a", "--since", "nowhere")
    #expect(missing.status == 1)
    #expect(missing.errors.hasPrefix("decent: there is no file"))
    #expect(try text() == "one\ntwo\n")
  }
}
