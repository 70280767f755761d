// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import DecentDocuments
@testable import DecentNotes

/// Notes from files, and files from notes.
@Suite struct FileCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
  }

  private func run(_ words: String...) throws -> Scene.Outcome { try run(words: words) }

  private func run(words: [String]) throws -> Scene.Outcome {
    var outcome = try scene.run(words: ["--library", "notes"] + words)
    outcome.output = scene.plain(outcome.output)
    outcome.errors = scene.plain(outcome.errors)
    return outcome
  }

  private func files(in folder: String) throws -> [String: [UInt8]] {
    let names = try FileManager.default.contentsOfDirectory(
      atPath: scene.folder.path + "/" + folder)
    return Dictionary(
      uniqueKeysWithValues: try names.map { ($0, try scene.read("\(folder)/\($0)")) })
  }

  private func list() throws -> String {
    try scene.done("--library", "notes", "list", "--json")
  }

  @Test func foldersAndFilesBecomeNotes() throws {
    try scene.makeFolder("in/deep")
    try scene.makeFolder("in/.hidden")
    try scene.write("One", to: "in/one.md")
    try scene.write("---\ntitle: Second\ntags: [a]\npriority: high\n---\nTwo", to: "in/deep/two.md")
    try scene.write("no", to: "in/picture.png")
    try scene.write("no", to: "in/.hidden/x.md")
    try scene.write("Three", to: "three.txt")
    #expect(
      try run("import", "in", "three.txt")
        == Scene.Outcome(
          status: 0, output: "ID  Second  (added)\nID  one  (added)\nID  three  (added)\n",
          errors: "decent: 1 file was not taken in, being no Markdown: FOLDER/in/picture.png\n"))
    #expect(
      try run("list", "--sort", "title").output
        == "ID  one\nID  Second  high  deep/  #a\nID  three\n")
    #expect(try run("show", "Second").output.hasSuffix("\n\nTwo\n"))
  }

  @Test func exportingAndImportingAgainChangesNothing() throws {
    for title in ["Plan", "Plan", "a/b: c", "..", "Ä"] {
      _ = try scene.done("--library", "notes", "add", title, "--text", "text\r\n", "--tag", "x y")
    }
    _ = try scene.done("--library", "notes", "add", "Gone")
    _ = try scene.done("--library", "notes", "delete", "Gone")
    #expect(try run("export", "out").output.split(separator: "\n").count == 5)
    let (notes, written) = (try list(), try files(in: "out"))
    #expect(written.count == 5)
    #expect(try run("import", "out") == Scene.Outcome(status: 0))
    #expect(try list() == notes)
    #expect(try run("export", "out") == Scene.Outcome(status: 0))
    #expect(try files(in: "out") == written)
    // Another library takes the same notes from the files.
    _ = try scene.done("--library", "other", "import", "out")
    _ = try scene.done("--library", "other", "export", "out2")
    #expect(
      try files(in: "out2").mapValues(withoutStamp) == written.mapValues(withoutStamp))
  }

  /// A file without the line that names the versions of a library.
  private func withoutStamp(_ file: [UInt8]) -> String {
    String(decoding: file, as: UTF8.self).replacing(/exported: .*\n/, with: "")
  }

  @Test func aFileKeepsItsNameAndChangesItsNote() throws {
    _ = try scene.done("--library", "notes", "add", "Plan", "--text", "one", "--tag", "a")
    _ = try run("export", "out")
    let name = try #require(try files(in: "out").keys.first)
    #expect(name.wholeMatch(of: /Plan-[0-9a-f]{8}\.md/) != nil)
    _ = try scene.done("--library", "notes", "title", "Plan", "New")
    #expect(try run("export", "out").output.hasSuffix(".md\n"))
    #expect(Array(try files(in: "out").keys) == [name])
    let text = String(decoding: try scene.read("out/\(name)"), as: UTF8.self)
    try scene.write(
      text.replacing("one", with: "one two").replacing("[\"a\"]", with: "[b]"), to: "out/\(name)")
    #expect(try run("import", "out").output == "ID  New  (changed)\n")
    #expect(try run("show", "New").output.hasSuffix("tags      #b\n\none two\n"))
    #expect(try run("list").output == "ID  New  #b\n")
  }

  private func change(_ file: String, _ old: String, _ new: String) throws {
    let text = String(decoding: try scene.read(file), as: UTF8.self)
    try scene.write(text.replacing(old, with: new), to: file)
  }

  @Test func whatNobodyChangedInAFileRevertsNothing() throws {
    _ = try scene.done("--library", "notes", "add", "One", "--text", "v1", "--tag", "a")
    _ = try run("export", "out")
    _ = try run("edit", "One", "--text", "v2")
    _ = try run("priority", "One", "high")
    _ = try run("tag", "One", "+b", "-a")
    _ = try run("title", "One", "New")
    let notes = try list()
    #expect(try run("import", "out") == Scene.Outcome(status: 0))
    #expect(try list() == notes)
    #expect(try run("show", "New").output.hasSuffix("tags      #b\n\nv2\n"))
  }

  @Test func exportLeavesAFileThatWasChangedAloneUntilItIsImported() throws {
    _ = try scene.done("--library", "notes", "add", "Other")
    _ = try scene.done("--library", "notes", "add", "Plan", "--text", "milk")
    _ = try run("export", "out")
    let name = try #require(try files(in: "out").keys.first { $0.hasPrefix("Plan") })
    try change("out/\(name)", "milk", "milk, bread")
    let edited = try scene.read("out/\(name)")
    _ = try run("edit", "Plan", "--text", "oat milk")
    _ = try run("title", "Other", "Another")
    let refused = try run("export", "out")
    #expect(refused.status == 1)
    #expect(refused.output.contains("Other-"))
    #expect(
      refused.errors == """
        decent: FOLDER/out/\(scene.plain(name)) was changed since its export: import it first
        decent: 1 of the files were left alone, as said above; all others are what they must be

        """)
    #expect(try scene.read("out/\(name)") == edited)
    #expect(try run("import", "out").output == "ID  Plan  (changed)\n")
    #expect(try run("show", "Plan").output.hasSuffix("\n\noat milk, bread\n"))
    #expect(try run("import", "out/../out") == Scene.Outcome(status: 0))
    #expect(try run("show", "Plan").output.hasSuffix("\n\noat milk, bread\n"))
    #expect(try run("export", "out").output == "FOLDER/out/\(scene.plain(name))\n")
    #expect(try run("import", "out") == Scene.Outcome(status: 0))
    #expect(try run("export", "out") == Scene.Outcome(status: 0))
    #expect(try run("show", "Plan").output.hasSuffix("\n\noat milk, bread\n"))
  }

  /// Services that carry files between devices make such copies.
  @Test func twoFilesOfOneNoteAreNamedAndMerged() throws {
    _ = try scene.done("--library", "notes", "add", "Plan", "--text", "milk")
    _ = try run("export", "out")
    let name = try #require(try files(in: "out").keys.first)
    try scene.write(try scene.read("out/\(name)"), to: "out/Plan (copy).md")
    try change("out/\(name)", "milk", "milk, bread")
    try change("out/Plan (copy).md", "milk", "oat milk")
    let outcome = try run("import", "out")
    #expect(outcome.status == 0)
    #expect(
      outcome.errors.hasPrefix(
        "decent: FOLDER/out/Plan (copy).md and FOLDER/out/\(scene.plain(name)) have one id, "))
    #expect(try run("show", "Plan").output.hasSuffix("\n\noat milk, bread\n"))
  }

  @Test func badFilesAreNamedAndTheOthersTakenIn() throws {
    try scene.makeFolder("in")
    try scene.write([0xff], to: "in/a.md")
    try scene.write("---\ntitle: \(String(repeating: "x", count: 2000))\n---\n", to: "in/b.md")
    try scene.write("good", to: "in/c.md")
    let outcome = try run("import", "in")
    #expect(outcome.status == 1)
    #expect(outcome.output == "ID  c  (added)\n")
    #expect(outcome.errors.contains("in/a.md is not text in UTF-8"))
    #expect(outcome.errors.contains("in/b.md: the title has 2000 characters"))
    #expect(
      outcome.errors.hasSuffix(
        "decent: 2 of the files could not be taken in, as said above; "
          + "all others were\n"))
  }

  @Test func whatAFileSaysIsAllThatIsSaidOfIt() throws {
    try scene.write([0xff], to: "bad.md")
    let outcome = try run("import", "bad.md")
    #expect(outcome.status == 1)
    #expect(outcome.errors.hasPrefix("decent: FOLDER/bad.md is not text in UTF-8"))
    #expect(outcome.errors.filter { $0 == "\n" }.count == 1)
    try scene.write("---\ntitle: \(String(repeating: "x", count: 2000))\n---\n", to: "long.md")
    #expect(
      try run("import", "bad.md", "long.md").errors.hasSuffix(
        """
        decent: FOLDER/long.md: the title has 2000 characters, and at most 1000 are taken; put \
        the rest into the text
        decent: none of the files could be taken in, as said above

        """))
  }

  @Test func aPathThatIsNotThereKeepsNoOtherFromBeingTakenIn() throws {
    try scene.write("good", to: "good.md")
    #expect(
      try run("import", "good.md", "nowhere")
        == Scene.Outcome(
          status: 1, output: "ID  good  (added)\n",
          errors: """
            decent: there is no file FOLDER/nowhere; check the name
            decent: 1 of the files could not be taken in, as said above; all others were

            """))
  }

  @Test func aFolderWithoutMarkdown() throws {
    try scene.makeFolder("in/deep")
    try scene.write("no", to: "in/deep/picture.png")
    #expect(
      try run("import", "in")
        == Scene.Outcome(status: 0, errors: "decent: there is no Markdown file in FOLDER/in\n"))
  }

  @Test func aPipeIsNotWaitedFor() throws {
    try scene.makeFolder("in")
    try scene.write("One", to: "in/one.md")
    try #require(mkfifo(scene.folder.path + "/in/a\npipe.md", 0o600) == 0)
    let remark = #"decent: FOLDER/in/a\npipe.md is a pipe and no file; it was passed over"# + "\n"
    #expect(
      try run("import", "in")
        == Scene.Outcome(status: 0, output: "ID  one  (added)\n", errors: remark))
    let outcome = try run("export", "in")
    #expect(outcome.status == 0)
    #expect(outcome.errors == remark)
    #expect(
      try run("import", "in/a\npipe.md")
        == Scene.Outcome(
          status: 1,
          errors: #"decent: FOLDER/in/a\npipe.md cannot be read: it is a pipe; "#
            + "choose a file or a folder\n"))
    #expect(try run("import", "/dev/zero").errors.contains("it is a device; choose a file"))
  }

  @Test func linksThatLeadNowhere() throws {
    _ = try scene.done("--library", "notes", "add", "Plan")
    for (link, target) in [("circle", "circle"), ("dangling", "nowhere")] {
      try FileManager.default.createSymbolicLink(
        atPath: scene.folder.path + "/" + link, withDestinationPath: target)
    }
    for command in ["import", "export"] {
      #expect(
        try run(command, "circle").errors
          == "decent: FOLDER/circle cannot be read: its links lead in a circle; put them right\n")
      #expect(
        try run(command, "dangling").errors
          == "decent: FOLDER/dangling cannot be read: it is a link to what is not there\n")
    }
  }

  /// One file is one note, under its own name; a link to a folder may lead in a circle.
  @Test func linksInAFolderArePassedOver() throws {
    for folder in ["in", "elsewhere"] { try scene.makeFolder(folder) }
    try scene.write("one", to: "in/plan.md")
    try scene.write("two", to: "elsewhere/work.md")
    for (link, target) in [("draft.md", "plan.md"), ("work", "../elsewhere")] {
      try FileManager.default.createSymbolicLink(
        atPath: scene.folder.path + "/in/" + link, withDestinationPath: target)
    }
    let remarks = """
      decent: FOLDER/in/work is a link to a folder; it was passed over, name it to take it in
      decent: FOLDER/in/draft.md is a link to a file that is taken in; it was passed over

      """
    for options in [["--dry-run"], []] {
      let outcome = try run(words: ["import", "in"] + options)
      #expect(outcome.status == 0 && outcome.errors == remarks, "\(outcome)")
      #expect(outcome.output.split(separator: "\n").count == 1)
    }
    #expect(try scene.done("--library", "notes", "list").contains("plan"))
  }

  @Test func aNameThatIsNotUTF8IsSaid() throws {
    try scene.makeFolder("in")
    let bytes = (scene.folder.path + "/in/caf").utf8CString.dropLast() + [-23] + ".md".utf8CString
    let file = try #require(bytes.withUnsafeBufferPointer { fopen($0.baseAddress, "w") })
    fclose(file)
    let outcome = try run("import", "in")
    #expect(
      outcome.status == 1 && outcome.errors.contains("its name is not UTF-8; rename it"),
      "\(outcome)")
  }

  @Test func aNoteThatCannotBeReadIsNamedAndTheOthersExported() throws {
    for title in ["Bad", "Good", "Better"] {
      _ = try scene.done("--library", "notes", "add", title)
    }
    let library = try Library(opening: scene.folder.path + "/notes")
    let id = try library.find("Bad").uuid.uuidString.lowercased()
    try library.documents.write {
      try $0.run(
        """
        UPDATE bases SET content = x'00'
        WHERE document = (SELECT key FROM documents WHERE name LIKE ?)
        """, .text("%\(id)"))
    }
    let outcome = try run("export", "out")
    #expect(outcome.status == 1)
    #expect(try files(in: "out").count == 2)
    #expect(outcome.errors.contains("decent: 'Bad': the note ID"), "\(outcome.errors)")
    #expect(
      outcome.errors.hasSuffix(
        "decent: 1 of the notes could not be exported, as said above\n"))
  }

  @Test func pathsThatAreNotThereOrInTheWay() throws {
    _ = try scene.done("--library", "notes", "add", "Plan")
    #expect(
      try run("import", "nowhere")
        == Scene.Outcome(
          status: 1, errors: "decent: there is no file FOLDER/nowhere; check the name\n"))
    try scene.write("x", to: "file")
    #expect(
      try run("export", "file")
        == Scene.Outcome(status: 1, errors: "decent: FOLDER/file is a file; choose a folder\n"))
    #expect(
      try run("export", "file/sub").errors
        == """
        decent: FOLDER/file/sub cannot be written: a file is in the way where a folder must be; \
        choose another place

        """)
    #expect(try scene.read("file") == [0x78])
  }

  @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/mem")))
  func aFileThatTheSystemDoesNotGive() throws {
    #expect(
      try run("import", "/proc/self/mem")
        == Scene.Outcome(
          status: 1, errors: "decent: /proc/self/mem cannot be read: Input/output error\n"))
  }
}
