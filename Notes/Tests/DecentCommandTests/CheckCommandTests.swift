// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import DecentDocuments
@testable import DecentNotes

@Suite struct CheckCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    try scene.makeFolder("shared")
    _ = try scene.done("--library", "notes", "add", "Plan", "--text", "milk")
    _ = try scene.done("--library", "notes", "remote", "add", "s", "shared")
    _ = try scene.done("--library", "notes", "sync")
  }

  private func check(_ words: String...) throws -> Scene.Outcome {
    var outcome = try scene.run(words: ["--library", "notes", "check"] + words)
    // An id followed by ".md" may count as one word.
    outcome.output = scene.plain(
      outcome.output.replacing(/note-[0-9a-f]{32}\.md/, with: "note-ID.md"))
    outcome.errors = scene.plain(outcome.errors)
    return outcome
  }

  private func run(_ sql: String) throws {
    let library = try Library(opening: scene.folder.path + "/notes")
    try library.documents.write { try $0.execute(script: sql) }
  }

  @Test func nothingIsWrong() throws {
    #expect(try check() == Scene.Outcome(status: 0, output: "nothing is wrong\n"))
    #expect(try check("--repair") == Scene.Outcome(status: 0, output: "nothing is wrong\n"))
    let json = "{\n  \"problems\" : [\n\n  ]\n}\n"
    #expect(try check("--json") == Scene.Outcome(status: 0, output: json))
  }

  @Test func whatIsWrongIsNamedAndPutRight() throws {
    try run("UPDATE notes SET title = 'x'; DELETE FROM words")
    let problems = """
      decent: lists show of 1 note what they do not say
      decent: searches look for 1 note under other words than they have

      """
    #expect(
      try check()
        == Scene.Outcome(
          status: 1,
          errors: problems + """
            decent: these 2 things can be put right with 'decent check --repair'; nothing was \
            changed

            """))
    #expect(
      try check("--repair")
        == Scene.Outcome(
          status: 0,
          output: """
            made anew what lists show of 1 note
            made anew what searches look at of 1 note

            """, errors: problems))
    #expect(try check() == Scene.Outcome(status: 0, output: "nothing is wrong\n"))
  }

  @Test func aDamagedNoteIsPutAsideAndSyncedAgain() throws {
    try run("UPDATE bases SET content = x'00'")
    let outcome = try scene.run("--library", "notes", "show", "Plan")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("check --repair"))
    let repair = try check("--repair")
    #expect(
      repair
        == Scene.Outcome(
          status: 0,
          output: """
            put the note 'Plan' aside; the next sync restores what remotes hold of it
            what was stored of damaged documents is in FOLDER/notes/damaged
            'Plan' as it was last known is in FOLDER/notes/damaged/note-ID.md; if something is \
            missing after the next sync, import that: it becomes a note of its own

            """,
          errors: """
            decent: the note 'Plan' (ID) cannot be read: the data is not decent.note

            """))
    #expect(try scene.done("--library", "notes", "list") == "")
    _ = try scene.done("--library", "notes", "sync")
    #expect(try scene.done("--library", "notes", "show", "Plan").hasSuffix("\n\nmilk\n"))
    #expect(try check().status == 0)
  }

  /// One flipped bit in the folder of a remote made each sync fail for good, also with the others, and
  /// the check found nothing.
  @Test func aRemoteThatCannotBeReadStopsNoOther() throws {
    try scene.makeFolder("stick")
    _ = try scene.done("--library", "notes", "remote", "add", "z", "stick")
    try run("UPDATE remotes SET folder = CAST(x'2f746d702ff3' AS TEXT) WHERE name = 's'")
    let sync = try scene.run("--library", "notes", "sync")
    #expect(sync.status == 1)
    #expect(sync.output.hasPrefix("z: "))
    #expect(sync.errors.hasPrefix("decent: s: "), "\(sync)")
    #expect(sync.errors.contains("decent check --repair"), "\(sync)")
    #expect(sync.errors.hasSuffix("decent: not everything could be synced with: s\n"), "\(sync)")
    #expect(
      try scene.done("--library", "notes", "status").contains(
        "damaged  its name or folder: decent check --repair"))
    #expect(
      try check("--repair")
        == Scene.Outcome(
          status: 0,
          output: """
            forgot the remote 's', whose folder could not be read: add it again (decent remote add s \
            FOLDER); its folder keeps all that is in it

            """,
          errors: """
            decent: where the remote 's' lies, or its name, cannot be read: it cannot be synced with

            """))
    _ = try scene.done("--library", "notes", "sync")
    #expect(try check() == Scene.Outcome(status: 0, output: "nothing is wrong\n"))
  }

  private static let unknown = "INSERT INTO documents (name, revision) VALUES ('drawing/1', 99)"

  /// A repair has nothing to restore the document from. A later version knows it.
  @Test func aDocumentOfUnknownNameIsNotOfferedARepair() throws {
    try run(Self.unknown)
    let problem = """
      decent: there is a document 'drawing/1', of which this version knows nothing; update decent

      """
    #expect(
      try check()
        == Scene.Outcome(
          status: 1,
          errors: problem + "decent: no repair can put this right; nothing was changed\n"))
    #expect(
      try check("--repair")
        == Scene.Outcome(
          status: 1, output: "left the document 'drawing/1' as it is: update decent\n",
          errors: problem + """
            decent: still: there is a document 'drawing/1', of which this version knows nothing; \
            update decent
            decent: no repair can put this right

            """))
  }

  @Test func onlyWhatCanBeRepairedIsOfferedARepair() throws {
    try run(Self.unknown + "; UPDATE notes SET title = 'x'")
    #expect(
      try check().errors.hasSuffix(
        """
        decent: 1 of these 2 things can be put right with 'decent check --repair'; nothing was \
        changed

        """))
    let repair = try check("--repair")
    #expect(repair.output.contains("made anew what lists show of 1 note\n"), "\(repair)")
    #expect(repair.errors.hasSuffix("decent: no repair can put this right\n"), "\(repair)")
  }

  @Test func repairingInJSON() throws {
    try run("UPDATE notes SET title = 'x'")
    #expect(
      try check("--repair", "--json").output == """
        {
          "kept" : [

          ],
          "problems" : [
            "lists show of 1 note what they do not say"
          ],
          "remaining" : [

          ],
          "steps" : [
            "made anew what lists show of 1 note"
          ]
        }

        """)
  }

  /// A file whose pages are damaged is left as it is.
  @Test func aDamagedFileIsNotTouched() throws {
    for number in 0..<40 {
      let text = String(repeating: "text \(number) ", count: 60)
      _ = try scene.done("--library", "notes", "add", "Note \(number)", "--text", text)
    }
    var bytes = try scene.read("notes/library.sqlite")
    for page in stride(from: 4096 * 4, to: bytes.count, by: 4096) {
      bytes.replaceSubrange(page..<(page + 100), with: repeatElement(0x55, count: 100))
    }
    try scene.write(bytes, to: "notes/library.sqlite")
    let outcome = try check()
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("damaged"))
    let repair = try check("--repair")
    #expect(repair.status == 1)
    #expect(repair.errors.contains("Restore it from a backup"))
    #expect(try scene.read("notes/library.sqlite") == bytes)
  }
}
