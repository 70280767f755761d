// SPDX-License-Identifier: MIT

import Foundation
import Testing

/// Each kind of bad input gets a message of its own, changes nothing and ends with status 1.
@Suite struct BadInputTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    _ = try scene.done("--library", "notes", "add", "Plan", "--text", "text")
  }

  private func expectFailure(
    _ words: String..., input: [UInt8] = [], saying parts: String...,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try scene.read("notes/library.sqlite")
    let outcome = try scene.run(words: ["--library", "notes"] + words, input: input)
    #expect(outcome.status == 1, sourceLocation: location)
    #expect(outcome.output == "", sourceLocation: location)
    #expect(outcome.errors.hasPrefix("decent: "), sourceLocation: location)
    for part in parts {
      #expect(outcome.errors.contains(part), "\(outcome.errors)", sourceLocation: location)
    }
    #expect(try scene.read("notes/library.sqlite") == before, sourceLocation: location)
  }

  @Test func filesThatCannotBeRead() throws {
    try expectFailure("add", "x", "--file", "gone.md", saying: "/gone.md; check the name")
    try expectFailure("add", "x", "--file", "notes", saying: "it is a folder")
    try scene.write([0x66, 0xff], to: "latin.md")
    try expectFailure("add", "x", "--file", "latin.md", saying: "latin.md is not text", "iconv")
    try expectFailure("edit", "Plan", "-", input: [0xc3], saying: "the standard input is not text")
  }

  @Test func textBeyondTheLimit() throws {
    try scene.write([UInt8](repeating: 0x61, count: (16 << 20) + 1), to: "large.md")
    try expectFailure("add", "x", "--file", "large.md", saying: "16777216 bytes", "split it")
  }

  @Test func titlesAndTags() throws {
    try expectFailure("add", "", saying: "needs a title")
    try expectFailure("add", String(repeating: "x", count: 10_000), saying: "10000 characters")
    try expectFailure("tag", "Plan", "+a\nb", saying: #"'a\nb' cannot be a tag"#)
    let marked = "e" + String(repeating: "\u{301}", count: 10_000)
    try expectFailure("add", marked, saying: "the title has 20001 bytes", "16384")
    try expectFailure("tag", "Plan", "+" + marked, saying: "the tag has 20001 bytes", "2048")
  }

  @Test func titlesAndPlacesOfNotesThatAreThere() throws {
    try expectFailure("title", "Plan", "", saying: "needs a title")
    try expectFailure(
      "title", "Plan", String(repeating: "x", count: 10_000), saying: "10000 characters")
    try expectFailure("title", "Plna", "x", saying: "no note has the title 'Plna'")
    try expectFailure("priority", "Plna", "low", saying: "no note has the title 'Plna'")
    try expectFailure("move", "Plan", "--to", "2", saying: "no place 2 in the list", "1 to 1")
    try expectFailure("move", "Plan", "--before", "Plan", saying: "before or after itself")
    try expectFailure("move", "Plan", "--after", "x", saying: "no note has the title 'x'")
  }

  @Test func notesThatAreNotThereOrNotClear() throws {
    try expectFailure("show", "Pla", saying: "no note has the title 'Pla'")
    try expectFailure("show", "no\u{1b}such", saying: #"'no\u{1B}such'"#)
    _ = try scene.done("--library", "notes", "add", "Plan")
    try expectFailure("delete", "Plan", saying: "'Plan' could be any of these", "  Plan  ")
  }

  @Test func remotesThatAreNotThere() throws {
    try expectFailure("sync", saying: "there is no remote to sync with; add one")
    try expectFailure("sync", "home", saying: "there is no remote 'home'")
    try expectFailure("remote", "remove", "home", saying: "there is no remote 'home'")
    try expectFailure("remote", "add", "home", "nowhere", saying: "no such folder; make it")
    try scene.makeFolder("shared")
    try expectFailure("remote", "add", "a b", "shared", saying: "'a b' cannot name a remote")
  }

  @Test func aLibraryThatIsNotThere() throws {
    let outcome = try scene.run("--library", "gone", "list")
    #expect(outcome.status == 1)
    #expect(
      scene.plain(outcome.errors) == """
        decent: there is no library in FOLDER/gone; adding a note or a remote makes one

        """)
    #expect(!FileManager.default.fileExists(atPath: scene.folder.path + "/gone"))
  }

  @Test func anArgumentThatIsNotUTF8() throws {
    try scene.write("exec \"$1\" --library notes add \"$(printf 'caf\\351')\"\n", to: "run.sh")
    let shell = Process()
    let errors = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = ["run.sh", Scene.program.path]
    shell.currentDirectoryURL = scene.folder
    shell.standardError = errors
    try shell.run()
    let bytes = try errors.fileHandleForReading.readToEnd() ?? Data()
    let said = String(decoding: bytes, as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 1)
    #expect(said.hasPrefix("decent: argument 4 is not text in UTF-8"), "\(said)")
    #expect(scene.plain(try scene.done("--library", "notes", "list")) == "ID  Plan\n")
  }

  @Test func remotesThatCannotBeAdded() throws {
    try scene.write("x", to: "file")
    try expectFailure("remote", "add", "x", "file", saying: "/file is a file; choose a folder")
    try scene.makeFolder("shared")
    #expect(try scene.run("--library", "new", "remote", "add", "a b", "shared").status == 1)
    #expect(!FileManager.default.fileExists(atPath: scene.folder.path + "/new"))
  }
}
