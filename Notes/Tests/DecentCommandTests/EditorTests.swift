// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite struct EditorTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    _ = try scene.done(
      "--library", "notes", "add", "Trip", "--text", "We leave on Friday. Pack the tent.")
  }

  private func makeEditor(_ script: String) throws -> String {
    try scene.write("#!/bin/sh\nset -e\n\(script)\n", to: "an editor")
    let path = scene.folder.appendingPathComponent("an editor").path
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    return "'\(path)'"
  }

  private func edit(with script: String) throws -> Scene.Outcome {
    try scene.run(
      "--library", "notes", "edit", "Trip",
      variables: ["EDITOR": try makeEditor(script), "TMPDIR": scene.folder.path])
  }

  private func text(isJSON: Bool = false) throws -> String {
    if isJSON { return try scene.done("--library", "notes", "show", "Trip", "--json") }
    let page = try scene.done("--library", "notes", "show", "Trip")
    return page.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n")
  }

  /// The files given to editors that still exist.
  private func drafts() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scene.folder.path)
      .filter { $0.hasPrefix("decent-") }
  }

  @Test func theEditorsTextIsTaken() throws {
    let outcome = try edit(with: "sed -i 's/Friday/Saturday/' \"$1\"")
    #expect(outcome.status == 0, "\(outcome)")
    #expect(scene.plain(outcome.output) == "ID  Trip\n")
    #expect(try text() == "We leave on Saturday. Pack the tent.\n")
    #expect(try drafts() == [])
  }

  @Test func whatChangesWhileTheEditorIsOpenIsKept() throws {
    let outcome = try edit(
      with: """
        '\(Scene.program.path)' --library notes edit Trip --text 'We leave on Friday. Pack tea.'
        sed -i 's/Friday/Saturday/' "$1"
        """)
    #expect(outcome.status == 0, "\(outcome)")
    #expect(try text() == "We leave on Saturday. Pack tea.\n")
  }

  @Test func theLineEndThatAnEditorNeedsIsNoEdit() throws {
    #expect(try edit(with: "test \"$(wc -l <\"$1\")\" -eq 1").status == 0)
    #expect(try text(isJSON: true).contains(#"tent.""#))
    #expect(try edit(with: "echo And tea. >>\"$1\"").status == 0)
    #expect(try text(isJSON: true).contains(#"tent.\nAnd tea.""#))
  }

  @Test func anEditorThatFailsChangesNothing() throws {
    let outcome = try edit(with: "exit 3")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("ended with status 3, and the note was not changed\n"))
    #expect(try text() == "We leave on Friday. Pack the tent.\n")
    #expect(try drafts() == [])
  }

  /// Some shells go on as the editor, others run it, and say the same of the signal.
  @Test(arguments: ["exec ", ""]) func aSignalThatEndsTheEditorIsNamed(_ word: String) throws {
    let editor = try makeEditor("kill -KILL $$")
    let outcome = try scene.run(
      "--library", "notes", "edit", "Trip",
      variables: ["EDITOR": word + editor, "TMPDIR": scene.folder.path])
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("ended with status 137, and the note was not changed\n"))
  }

  @Test func whatCannotBeTakenIsKeptInAFile() throws {
    let outcome = try edit(with: "printf 'bad \\377' >\"$1\"")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("not text in UTF-8"))
    #expect(try text() == "We leave on Friday. Pack the tent.\n")
    let draft = try #require(try drafts().first)
    #expect(outcome.errors.contains("what you wrote is in \(scene.folder.path)/\(draft)/note.md"))
    #expect(try scene.read("\(draft)/note.md") == Array("bad ".utf8) + [0xff])
  }

  @Test func withoutAnEditorItSaysWhatToDo() throws {
    let outcome = try scene.run("--library", "notes", "edit", "Trip")
    #expect(
      outcome
        == Scene.Outcome(
          status: 1,
          errors: """
            decent: no editor is named; set EDITOR (export EDITOR=nano), or give --text, --file or -

            """))
  }

  @Test func visualComesBeforeEditor() throws {
    let outcome = try scene.run(
      "--library", "notes", "edit", "Trip",
      variables: ["EDITOR": "false", "VISUAL": "true", "TMPDIR": scene.folder.path])
    #expect(outcome.status == 0)
  }

  @Test func aCarriageReturnBeforeTheEndIsKept() throws {
    _ = try scene.done("--library", "notes", "edit", "Trip", "--text", "text\r")
    #expect(try edit(with: "true").status == 0)
    #expect(try text(isJSON: true).contains(#""text\r""#))
  }

  @Test(arguments: [0, 3]) func aFileThatTheEditorDeletedIsSaidToBeGone(_ status: Int) throws {
    let outcome = try edit(with: "rm \"$1\"; exit \(status)")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("is gone, with whatever you wrote; the note was not changed\n"))
    #expect(!outcome.errors.contains("what you wrote is in"))
    #expect(try text() == "We leave on Friday. Pack the tent.\n")
    #expect(try drafts() == [])
  }
}
