// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Exports to a folder that follows the library.
@Suite struct MirrorTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    for words in [["Plan", "--in", "Work"], ["Soup"], ["Tea"]] {
      _ = try scene.run(words: ["--library", "notes", "add"] + words)
    }
    _ = try run("export", "out", "--mirror")
  }

  private func run(_ words: String...) throws -> Scene.Outcome {
    let outcome = try scene.run(words: ["--library", "notes"] + words)
    return Scene.Outcome(
      status: outcome.status, output: plain(outcome.output), errors: plain(outcome.errors))
  }

  private func plain(_ text: String) -> String {
    scene.plain(text).replacing(/-([0-9a-f]{8}|ID)\.md/, with: ".md")
      .replacing("FOLDER/out/", with: "")
  }

  /// The paths of all files and folders, without the digits of ids.
  private func paths() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: scene.folder.path + "/out").map(plain)
      .sorted()
  }

  private func path(of name: String) throws -> String {
    let all = try FileManager.default.subpathsOfDirectory(atPath: scene.folder.path + "/out")
    return try "out/" + #require(all.first { plain($0) == name })
  }

  /// A note's file in a linked folder is outside of the mirror.
  @Test func filesBehindLinksAreNeitherMovedNorRemoved() throws {
    let files = FileManager.default
    let (out, elsewhere) = (scene.folder.path + "/out", scene.folder.path + "/else")
    try files.moveItem(atPath: out + "/Work", toPath: elsewhere)
    try files.createSymbolicLink(atPath: out + "/Work", withDestinationPath: elsewhere)
    for _ in 0..<2 { #expect(try run("export", "out", "--mirror") == Scene.Outcome(status: 0)) }
    _ = try run("delete", "Plan")
    _ = try run("export", "out", "--mirror")
    #expect(try files.contentsOfDirectory(atPath: elsewhere).count == 1)
  }

  /// A link to a recorded file is not that file.
  @Test func aLinkToAFileIsNotRemovedForIt() throws {
    let soup = try path(of: "Soup.md")
    let place = scene.folder.path + "/" + soup
    try FileManager.default.moveItem(atPath: place, toPath: place + ".kept")
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: place + ".kept")
    _ = try run("delete", "Soup")
    _ = try run("export", "out", "--mirror")
    #expect(FileManager.default.fileExists(atPath: place + ".kept"))
  }

  @Test func titlesFoldersAndDeletionsAreFollowed() throws {
    #expect(try paths() == ["Soup.md", "Tea.md", "Work", "Work/Plan.md"])
    #expect(try run("export", "out", "--mirror") == Scene.Outcome(status: 0))
    _ = try run("title", "Soup", "Stew")
    _ = try run("move", "Plan", "--in", "Home/Deep")
    _ = try run("delete", "Tea")
    let outcome = try run("export", "out", "--mirror")
    #expect(outcome.status == 0 && outcome.errors == "")
    #expect(
      outcome.output.split(separator: "\n").sorted() == [
        "Home/Deep/Plan.md", "Soup.md  (removed)", "Stew.md", "Tea.md  (removed)",
        "Work/Plan.md  (removed)",
      ])
    #expect(try paths() == ["Home", "Home/Deep", "Home/Deep/Plan.md", "Stew.md"])
    #expect(try run("export", "out", "--mirror") == Scene.Outcome(status: 0))
    _ = try run("restore", "Tea")
    _ = try run("delete", "Stew")
    _ = try run("purge", "Stew", "--yes")
    #expect(try run("export", "out", "--mirror").output == "Tea.md\nStew.md  (removed)\n")
    #expect(try paths() == ["Home", "Home/Deep", "Home/Deep/Plan.md", "Tea.md"])
  }

  @Test func whatItDidNotWriteIsNeverTouched() throws {
    // A file of the user, a copy of an exported one, and a file of another library.
    try scene.write("mine", to: "out/Work/mine.md")
    let tea = try path(of: "Tea.md")
    try scene.write(try scene.read(tea), to: "out/Work/a copy.md")
    _ = try scene.done("--library", "other", "add", "Theirs")
    _ = try scene.done("--library", "other", "export", "out")
    // A file that the user put elsewhere.
    let soup = try path(of: "Soup.md")
    try scene.write(try scene.read(soup), to: "out/Lunch.md")
    try FileManager.default.removeItem(atPath: scene.folder.path + "/" + soup)
    _ = try run("title", "Soup", "Stew")
    _ = try run("move", "Plan", "--in", "/")
    _ = try run("delete", "Tea")
    #expect(try run("export", "out", "--mirror").status == 0)
    let expected = ["Lunch.md", "Plan.md", "Theirs.md", "Work", "Work/a copy.md", "Work/mine.md"]
    #expect(try paths() == expected)
    _ = try run("delete", "Stew")
    #expect(try run("export", "out", "--mirror") == Scene.Outcome(status: 0))
    #expect(try paths() == expected)
  }

  @Test func changesByHandAreKeptUntilTheyAreImported() throws {
    let (soup, tea) = (try path(of: "Soup.md"), try path(of: "Tea.md"))
    for file in [soup, tea] { try scene.write(try scene.read(file) + Array("hot".utf8), to: file) }
    _ = try run("title", "Soup", "Stew")
    _ = try run("delete", "Tea")
    let outcome = try run("export", "out", "--mirror")
    #expect(outcome.status == 1)
    #expect(outcome.output == "")
    #expect(
      outcome.errors == """
        decent: Soup.md was changed since its export: import it first
        decent: Tea.md was changed since its export, and its note was deleted: remove it, or import it
        decent: 2 of the files were left alone, as said above; all others are what they must be

        """)
    #expect(try run("import", "out").status == 0)
    // The note in the trash has what the file says.
    let removing = try run("export", "out", "--mirror")
    #expect(removing.status == 0 && removing.output.contains("Tea.md  (removed)"), "\(removing)")
    #expect(try run("show", "Tea", "--text").output == "hot")
    _ = try run("restore", "Tea")
    #expect(try run("export", "out", "--mirror").status == 0)
    #expect(try run("export", "out", "--mirror").status == 0)
    #expect(try paths() == ["Stew.md", "Tea.md", "Work", "Work/Plan.md"])
    #expect(try run("show", "Stew", "--text").output == "hot")
  }

  @Test func anExportWithoutItRemovesNothing() throws {
    _ = try run("title", "Soup", "Stew")
    _ = try run("delete", "Tea")
    _ = try run("export", "out")
    #expect(try paths() == ["Soup.md", "Tea.md", "Work", "Work/Plan.md"])
    // Files exported before are followed from the next export on.
    _ = try run("export", "out", "--mirror")
    _ = try run("export", "out", "--mirror")
    #expect(try paths() == ["Stew.md", "Work", "Work/Plan.md"])
  }
}
