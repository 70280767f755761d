// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import decent

/// Folders of files that become folders of notes, and back.
@Suite struct FileFolderTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
  }

  private func run(_ words: String...) throws -> Scene.Outcome {
    var outcome = try scene.run(words: ["--library", "notes"] + words)
    outcome.output = scene.plain(outcome.output).replacing("ID  ", with: "")
    outcome.errors = scene.plain(outcome.errors)
    return outcome
  }

  private func write(_ files: [String: String]) throws {
    for (path, text) in files {
      try scene.makeFolder((path as NSString).deletingLastPathComponent)
      try scene.write(text, to: path)
    }
  }

  private func files(in folder: String) throws -> [String: String] {
    let all = try FileManager.default.subpathsOfDirectory(atPath: "\(scene.folder.path)/\(folder)")
    let names = all.filter { $0.hasSuffix(".md") }
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        (
          name.replacing(/-[0-9a-f]{8}\.md/, with: ".md"),
          String(decoding: try scene.read("\(folder)/\(name)"), as: UTF8.self)
            .replacing(/(id|exported|created): .*\n/, with: "")
        )
      })
  }

  @Test func foldersAreKeptAndMadeAgain() throws {
    try write([
      "in/top.md": "1", "in/Work/plan.md": "2", "in/Work/My Garden/plan.md": "3",
      "in/.hidden/x.md": "4", "in/Other/x.md": "---\nfolder: Elsewhere/y\n---\n5",
    ])
    #expect(try run("import", "in").errors == "")
    #expect(
      try run("list", "--sort", "title").output.split(separator: "\n").sorted() == [
        "plan  Work/", "plan  Work/My Garden/", "top", "x  Elsewhere/y/",
      ])
    #expect(try run("export", "out").status == 0)
    let written = try files(in: "out")
    #expect(
      written.keys.sorted()
        == [
          "Elsewhere/y/x.md", "Work/My-Garden/plan.md", "Work/plan.md", "top.md",
        ].map { $0.replacing("My-", with: "My ") })
    #expect(
      written["Work/My Garden/plan.md"]
        == "---\ntitle: \"plan\"\ntags: []\npriority: normal\nfolder: \"Work/My Garden\"\n---\n3")
    #expect(written["top.md"] == "---\ntitle: \"top\"\ntags: []\npriority: normal\n---\n1")
    // Nothing changes from here on, in either direction.
    #expect(try run("export", "out") == Scene.Outcome(status: 0))
    #expect(try run("import", "out") == Scene.Outcome(status: 0))
    #expect(try run("import", "out/Work") == Scene.Outcome(status: 0))
    _ = try scene.done("--library", "other", "import", "out")
    _ = try scene.done("--library", "other", "export", "out2")
    #expect(try files(in: "out2") == written)
  }

  /// An import would not see what is written to them.
  @Test func hiddenFilesAreNoFilesOfNotes() throws {
    try write(["in/plan.md": "1"])
    _ = try run("import", "in")
    _ = try run("export", "out")
    let out = scene.folder.appendingPathComponent("out")
    let name = try #require(FileManager.default.contentsOfDirectory(atPath: out.path).first)
    try FileManager.default.moveItem(
      at: out.appendingPathComponent(name), to: out.appendingPathComponent(".old.md"))
    #expect(try run("export", "out").errors == "")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: out.path).sorted() == [".old.md", name])
  }

  @Test func newNotesGoIntoAFolderThatIsGiven() throws {
    try write([
      "in/a.md": "1", "in/Deep/b.md": "2", "c.txt": "3", "in/d.md": "---\nfolder: /\n---\n",
    ])
    #expect(try run("import", "in", "c.txt", "--in", "New/Things").status == 0)
    #expect(
      try run("list").output.split(separator: "\n").sorted() == [
        "a  New/Things/", "b  New/Things/Deep/", "c  New/Things/", "d  New/Things/",
      ])
    #expect(try run("import", "in", "--in", "../x").status == 1)
  }

  /// The line says the folder of a note, and not the place of its file.
  @Test func aFolderIsMergedAsAllElse() throws {
    _ = try run("add", "Plan", "--in", "Work", "--text", "milk")
    _ = try run("export", "out")
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: scene.folder.path + "/out/Work").first)
    let file = String(decoding: try scene.read("out/Work/\(name)"), as: UTF8.self)
    _ = try run("move", "Plan", "--in", "Home")
    try scene.write(file.replacing("milk", with: "tea"), to: "out/Work/\(name)")
    #expect(try run("import", "out").output == "Plan  (changed)\n")
    #expect(try run("list").output == "Plan  Home/\n")
    #expect(try run("show", "Plan", "--text").output == "tea")
    try scene.write(file.replacing("\"Work\"", with: "Else"), to: "out/Work/\(name)")
    #expect(try run("import", "out").output == "Plan  (changed)\n")
    #expect(try run("list").output == "Plan  Else/\n")
    try scene.write(file.replacing("\"Work\"", with: "/"), to: "out/Work/\(name)")
    #expect(try run("import", "out").output == "Plan  (changed)\n")
    #expect(try run("list").output == "Plan\n")
    // The file keeps its place.
    #expect(try run("export", "out").output == "FOLDER/out/Work/\(scene.plain(name))\n")
    #expect(try files(in: "out").keys.sorted() == ["Work/Plan.md"])
  }

  @Test func whatANoteCannotHoldIsCountedAndNamed() throws {
    try write([
      "in/a.md": "![A](img/a.png) [b](<b c.md> \"title\") [[d#e|f]] [g](https://h) [i](#j) [k](/l)",
      "in/b.md": "[m](mailto:n@o) []( ) [p", "in/img/a.png": "x", "in/c.pdf": "y",
    ])
    #expect(
      try run("import", "in").errors == """
        decent: 2 files were not taken in, being no Markdown: FOLDER/in/c.pdf, FOLDER/in/img/a.png
        decent: 3 links lead from 1 note to files, and stay text: img/a.png, b c.md, d

        """)
  }

  @Test func linksAreFound() {
    for (text, links) in [
      ("", []), ("[", []), ("](", []), ("](a", []), ("](a)", ["a"]), ("[[a]]", ["a"]),
      ("[[a\n]]", []), ("![é](é.png)[x](y)", ["é.png", "y"]), ("[a](b#c)", ["b"]), ("[[#a]]", []),
      ("[a][b](c)", ["c"]), ("[a](C:/x)", ["C:/x"]), ("[x](data:image/png;base64,AA)", []),
      ("[a](b\n](c) [[d](e", ["c", "d"]), ("[[a [[b]] ](c ](d)", ["a [[b", "c"]),
    ] { #expect(RelativeLinks.targets(in: text) == links, "\(text)") }
  }

  @Test func aFileInTheWayOfAFolder() throws {
    try write(["out/Work": "x"])
    _ = try run("add", "Plan", "--in", "Work")
    _ = try run("add", "Other")
    let outcome = try run("export", "out")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("a file is in the way where a folder must be"))
    #expect(try files(in: "out").keys.sorted() == ["Other.md"])
  }

  @Test func foldersThatNoNoteCanBeIn() throws {
    let long = String(repeating: "x", count: 201)
    try write(["in/\(long)/a.md": "1", "in/b.md": "2"])
    let outcome = try run("import", "in")
    #expect(outcome.status == 1)
    #expect(outcome.output == "b  (added)\n")
    #expect(outcome.errors.contains("a.md: '\(long)' cannot be a folder"))
  }

  @Test func importingAFolderAgainMakesNoDoubles() throws {
    try write(["in/a.md": "1", "in/Work/b.md": "2"])
    _ = try run("import", "in")
    #expect(try run("import", "in") == Scene.Outcome(status: 0))
    #expect(try run("import", "in/Work/b.md") == Scene.Outcome(status: 0))
    try write(["in/a.md": "1, 3", "in/c.md": "4"])
    #expect(try run("import", "in").output == "a  (changed)\nc  (added)\n")
    #expect(try run("list", "--sort", "title").output == "a\nb  Work/\nc\n")
    #expect(try run("import", "in/a.md", "--again").output == "a  (added)\n")
    #expect(try run("list", "--sort", "title").output == "a\na\nb  Work/\nc\n")
  }

  @Test func aDryRunSaysWhatWouldBeDoneAndDoesNothing() throws {
    try write(["in/a.md": "1", "in/b.md": "2"])
    #expect(
      try run("import", "in", "--dry-run")
        == Scene.Outcome(
          status: 0, output: "FOLDER/in/a.md  (would be added)\nFOLDER/in/b.md  (would be added)\n")
    )
    #expect(!FileManager.default.fileExists(atPath: scene.folder.path + "/notes"))
    _ = try run("import", "in/a.md")
    try write(["in/a.md": "1, 3"])
    try scene.write([0xff], to: "in/c.md")
    _ = try run("import", "in/b.md")
    let before = try run("list", "--json")
    let outcome = try run("import", "in", "--dry-run")
    #expect(
      outcome.output
        == "FOLDER/in/a.md  (would change ID)\nFOLDER/in/b.md  (nothing new)\n")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("in/c.md is not text in UTF-8"))
    #expect(try run("list", "--json") == before)
    #expect(try run("show", "a", "--text").output == "1")
  }

  @Test func newNotesAreTaggedAndHaveTheTimesOfTheirFiles() throws {
    try write(["in/a.md": "1"])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 1_000_000_000)],
      ofItemAtPath: scene.folder.path + "/in/a.md")
    _ = try run("add", "Later")
    #expect(try run("import", "in", "--tag", "inbox, x", "--tag", "#y").status == 0)
    #expect(try run("list").output == "Later\na  #inbox #x #y\n")
    #expect(
      try scene.done("--library", "notes", "show", "a", "--json")
        .contains("\"created\" : \"2001-09-09T01:46:40.000Z\""))
  }
}
