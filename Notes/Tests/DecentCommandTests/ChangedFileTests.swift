// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Exported files that another program changed.
@Suite struct ChangedFileTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
  }

  private func run(_ words: String..., library: String = "notes") throws -> Scene.Outcome {
    var outcome = try scene.run(words: ["--library", library] + words)
    outcome.output = scene.plain(outcome.output)
    outcome.errors = scene.plain(outcome.errors)
    return outcome
  }

  private func text(_ note: String, in library: String = "notes") throws -> String {
    try scene.done("--library", library, "show", note, "--text")
  }

  /// Adds a note and exports it.
  private func export(_ title: String, text: String) throws -> String {
    _ = try scene.done("--library", "notes", "add", title, "--text", text)
    let path = try scene.done("--library", "notes", "export", "out")
    return String(path.dropFirst(scene.folder.path.count + 1).dropLast())
  }

  private func change(_ file: String, _ change: (inout String) -> Void) throws {
    var text = String(decoding: try scene.read(file), as: UTF8.self)
    change(&text)
    try scene.write(text, to: file)
  }

  @Test func exportLeavesAFileAloneThatDoesNotSayWhenItWasExported() throws {
    let file = try export("Plan", text: "milk\n")
    for stamp in ["", "exported: garbled\n"] {
      try change(file) { $0.replace(/exported: .*\n/, with: stamp) }
      // The file says the same as the note.
      #expect(try run("export", "out").output == "FOLDER/\(scene.plain(file))\n")
      try change(file) {
        $0.replace(/exported: .*\n/, with: stamp)
        $0 += "eggs\n"
      }
      let edited = try scene.read(file)
      #expect(
        try run("export", "out")
          == Scene.Outcome(
            status: 1,
            errors: """
              decent: FOLDER/\(scene.plain(file)) says something else than its note, and has no \
              line 'exported' that can be read: import it to have the note say that, or delete it \
              to have it written anew
              decent: 1 of the files were left alone, as said above; all others are what they must \
              be

              """))
      #expect(try scene.read(file) == edited)
      #expect(try run("import", "out").output == "ID  Plan  (changed)\n")
      #expect(try run("export", "out").status == 0)
      #expect(String(decoding: try scene.read(file), as: UTF8.self).contains("\nexported: "))
    }
    #expect(try text("Plan") == "milk\neggs\neggs\n")
  }

  /// Services that carry files between devices make such copies.
  @Test func aCopyOfAnImportedFileBringsOnlyWhatIsNewInIt() throws {
    let file = try export("Plan", text: "milk\n")
    try change(file) { $0 += "eggs\n" }
    _ = try run("import", "out")
    try scene.write(try scene.read(file), to: "out/copy.md")
    try change("out/copy.md") { $0 += "flour\n" }
    try change(file) { $0 += "sugar\n" }
    #expect(try run("import", "out").status == 0)
    #expect(try text("Plan") == "milk\neggs\nsugar\nflour\n")
  }

  @Test func aFileThatAnotherDeviceImportedIsImportedOnce() throws {
    try scene.makeFolder("shared")
    let file = try export("Plan", text: "one\ntwo\n")
    for library in ["notes", "other"] {
      _ = try run("remote", "add", "cloud", "shared", library: library)
      _ = try run("sync", library: library)
    }
    try change(file) { $0.replace("two", with: "TWO\nthree") }
    _ = try run("import", "out")
    _ = try run("edit", "Plan", "--text", "ONE\nTWO\nthree\nfour\n")
    for library in ["notes", "other"] { _ = try run("sync", library: library) }
    #expect(try run("import", "out", library: "other") == Scene.Outcome(status: 0))
    #expect(try text("Plan", in: "other") == "ONE\nTWO\nthree\nfour\n")
  }

  @Test func whatLiesInTheTrashIsSaidToLieThere() throws {
    let file = try export("Plan", text: "milk\n")
    try change(file) { $0 += "eggs\n" }
    _ = try run("delete", "Plan")
    #expect(try run("import", "out").output == "ID  Plan  (changed, in the trash)\n")
    _ = try run("purge", "Plan", "--yes")
    #expect(
      try run("import", "out")
        == Scene.Outcome(status: 0, output: "ID  Plan  (added, in the trash)\n"))
  }

  @Test func notesOfAnotherLibraryAreCounted() throws {
    let file = try export("Plan", text: "milk\n")
    _ = try export("Shopping", text: "eggs\n")
    try scene.write("text", to: "out/new.md")
    let rest = """
      exported by another library; to sync with it or its remotes, begin with a new library and \
      import after the first sync, or
      """
    let all = try run("import", "out", library: "other")
    #expect(all.status == 0)
    #expect(all.errors == "decent: 2 notes were \(rest) their texts will stand twice\n")
    #expect(try run("import", "out", library: "other").errors == "")
    #expect(
      try run("import", file, library: "third")
        == Scene.Outcome(
          status: 0, output: "ID  Plan  (added)\n",
          errors: "decent: 1 note was \(rest) the text will stand twice\n"))
  }

  /// A missing line of the header means no change.
  @Test func aFileThatSaysLessThanTheNoteIsWrittenAnew() throws {
    let file = try export("Plan", text: "milk\n")
    try change(file) { $0.replace(/(title|tags|priority|exported): .*\n/, with: "") }
    #expect(try run("export", "out").output == "FOLDER/\(scene.plain(file))\n")
  }
}
