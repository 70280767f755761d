// SPDX-License-Identifier: MIT

import Testing

@Suite struct NoteCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
  }

  private func plain(_ words: String...) throws -> String {
    let outcome = try scene.run(words: ["--library", "notes"] + words)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    return scene.plain(outcome.output)
  }

  @Test func addPrintsDigitsAndTitle() throws {
    #expect(try plain("add", "Plans", "--tag", "work") == "ID  Plans\n")
    #expect(try plain("add", "Plans\u{1b}[31m") == "ID  Plans\\u{1B}[31m\n")
  }

  @Test func listShowsNewestFirstAndTheTrashApart() throws {
    #expect(try plain("add", "First") == "ID  First\n")
    #expect(
      try plain("add", "Second", "--tag", "b", "--tag", "a", "--priority=high")
        == "ID  Second\n")
    #expect(try plain("add", "Third", "--priority", "low") == "ID  Third\n")
    #expect(try plain("delete", "First") == "ID  First  (in the trash)\n")
    #expect(
      try plain("list") == """
        ID  Third  low
        ID  Second  high  #a #b

        In the trash:
        ID  First

        """)
    #expect(try plain("restore", "First") == "ID  First\n")
    #expect(
      try plain("list") == """
        ID  Third  low
        ID  Second  high  #a #b
        ID  First

        """)
  }

  @Test func linesAreAddedAtBothEnds() throws {
    _ = try plain("add", "A")
    func text() throws -> String { try scene.done("--library", "notes", "show", "A", "--text") }
    #expect(try plain("append", "A", "--text", "two") == "ID  A\n")
    #expect(try plain("prepend", "A", "--text", "one") == "ID  A\n")
    #expect(try text() == "one\ntwo")
    _ = try plain("append", "A", "--text", "three\n")
    _ = try plain("append", "A", "--text", "four")
    #expect(try text() == "one\ntwo\nthree\nfour\n")
    _ = try scene.run(
      words: ["--library", "notes", "prepend", "A", "-"], input: Array("zero\n".utf8))
    #expect(try text() == "zero\none\ntwo\nthree\nfour\n")
    _ = try plain("add", "B", "--text", "one\r\n")
    _ = try plain("append", "B", "--text", "two")
    #expect(try scene.done("--library", "notes", "show", "B", "--text") == "one\r\ntwo\n")
    let outcome = try scene.run("--library", "notes", "append", "A")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("decent: give the lines with --text, --file or -\nusage: "))
  }

  @Test func tagsOfManyNotesAtOnce() throws {
    _ = try plain("add", "A", "--tag", "#home, x", "--tag", "y")
    _ = try plain("add", "B")
    #expect(try plain("list") == "ID  B\nID  A  #home #x #y\n")
    #expect(
      try plain("tag", "A", "B", "+work,#Été", "-X") == """
        ID  A  #home #work #y #Été
        ID  B  #work #Été

        """)
    #expect(try plain("tags") == "#home  1\n#work  2\n#y  1\n#Été  2\n")
    #expect(try plain("list", "--tag", "ete", "--limit", "1") == "ID  B  #work #Été\n")
    _ = try plain("delete", "A")
    #expect(
      try plain("tags", "--json") == """
        {
          "tags" : [
            {
              "notes" : 1,
              "tag" : "work"
            },
            {
              "notes" : 1,
              "tag" : "Été"
            }
          ]
        }

        """)
    // All or none.
    let outcome = try scene.run("--library", "notes", "tag", "B", "C", "+z")
    #expect(outcome.status == 1 && outcome.errors.contains("no note has the title 'C'"))
    #expect(try plain("tags") == "#work  1\n#Été  1\n")
    let missing = try scene.run("--library", "notes", "tag", "B", "-no,work", "+y")
    #expect(missing.errors == "decent: the note did not have #no\n")
    #expect(try plain("list") == "ID  B  #y #Été\n\nIn the trash:\nID  A  #home #work #y #Été\n")
    #expect(try plain("list", "--limit", "1") == "ID  B  #y #Été\n")
  }

  /// A tag with a comma may come from a file or another device.
  @Test func aTagWithACommaCanBeNamed() throws {
    try scene.write("---\ntitle: A\ntags: [\"a, b\", a, \"#\"]\n---\n", to: "a.md")
    _ = try plain("import", "a.md")
    #expect(try plain("list", "--tag", "A, B").hasSuffix("A  ## #a #a, b\n"))
    #expect(try plain("tag", "A", "-a, b") == "ID  A  ## #a\n")
    #expect(try plain("tag", "A", "-##") == "ID  A  #a\n")
  }

  @Test func anEmptyLibraryListsNothing() throws {
    _ = try plain("add", "Only")
    _ = try plain("delete", "Only")
    #expect(try plain("list") == "In the trash:\nID  Only\n")
  }

  @Test func showPrintsTheTextAlone() throws {
    let text = "One\n\nTwo \u{1B} without an end"
    _ = try scene.done("--library", "notes", "add", "A", "--text", text)
    let shown = try scene.done("--library", "notes", "show", "A", "--text")
    #expect(shown == text)
    _ = try scene.done("--library", "notes", "edit", "A", "--text", "")
    #expect(try scene.done("--library", "notes", "show", "A", "--text") == "")
    let version = try scene.done("--library", "notes", "log", "A").split(separator: "\n")[1]
    #expect(
      try scene.done("--library", "notes", "show", "A", "--text", "--at", String(version.prefix(8)))
        == text)
    for other in [["--json"], ["--diff", "0000"]] {
      let outcome = try scene.run(words: ["--library", "notes", "show", "A", "--text"] + other)
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasPrefix("decent: give only one of --text, --diff and --json\n"))
    }
  }

  @Test func showPrintsAllOfANote() throws {
    _ = try plain("add", "Plans", "--text", "One\n\tTwo \u{1b}[0m\n", "--tag", "work")
    #expect(
      try plain("show", "Plans") == """
        Plans
        id        ID
        created   TIME
        edited    TIME
        priority  normal
        tags      #work

        One
        \tTwo \u{1b}[0m

        """)
  }

  @Test func jsonHasTheDocumentedShape() throws {
    _ = try plain("add", "A\n\"title\"", "--text", "a/b", "--tag", "x", "--tag", "b")
    _ = try plain("add", "Gone")
    _ = try plain("delete", "Gone")
    let note = #"""
      {
        "created" : "TIME",
        "edited" : "TIME",
        "folder" : "",
        "id" : "ID",
        "pinned" : false,
        "priority" : "normal",
        "purged" : false,
        "tags" : [
          "b",
          "x"
        ],
        "text" : "a\/b",
        "title" : "A\n\"title\"",
        "trashed" : false
      }

      """#
    #expect(try plain("show", "A\n\"title\"", "--json") == note.replacing(#"\/"#, with: "/"))
    #expect(
      try plain("list", "--json") == #"""
        {
          "notes" : [
            {
              "created" : "TIME",
              "edited" : "TIME",
              "folder" : "",
              "id" : "ID",
              "pinned" : false,
              "priority" : "normal",
              "purged" : false,
              "tags" : [
                "b",
                "x"
              ],
              "title" : "A\n\"title\"",
              "trashed" : false
            }
          ],
          "trash" : [
            {
              "created" : "TIME",
              "edited" : "TIME",
              "folder" : "",
              "id" : "ID",
              "pinned" : false,
              "priority" : "normal",
              "purged" : false,
              "tags" : [

              ],
              "title" : "Gone",
              "trashed" : true
            }
          ]
        }

        """#)
  }

  @Test func tagAddsAndTakes() throws {
    _ = try plain("add", "Plans", "--tag", "home")
    #expect(try plain("tag", "Plans", "+work", "-home") == "ID  Plans  #work\n")
    #expect(try plain("tag", "Plans", "-work", "--library", "notes") == "ID  Plans\n")
  }

  @Test func textComesFromEverySource() throws {
    try scene.write("from a file\n", to: "text.md")
    #expect(try plain("add", "A", "--file", "text.md") == "ID  A\n")
    #expect(try plain("show", "A").hasSuffix("\n\nfrom a file\n"))
    let outcome = try scene.run(
      "edit", "A", "-", "--library=notes", input: Array("from the input".utf8))
    #expect(scene.plain(outcome.output) == "ID  A\n")
    #expect(try plain("show", "A").hasSuffix("\n\nfrom the input\n"))
    #expect(try plain("edit", "A", "--text", "") == "ID  A\n")
    #expect(try plain("show", "A").hasSuffix("normal\n"))
  }

  @Test func afterTwoDashesAllIsTakenAsItIs() throws {
    #expect(try plain("add", "--", "--text") == "ID  --text\n")
    #expect(try plain("show", "--", "--text").hasPrefix("--text\n"))
  }

  @Test func theLibraryComesFromTheOptionTheVariableOrTheHome() throws {
    _ = try scene.done("add", "By home")
    _ = try scene.done("add", "By data", variables: ["XDG_DATA_HOME": scene.folder.path + "/data"])
    _ = try scene.done("add", "By variable", variables: ["DECENT_LIBRARY": "variable"])
    _ = try scene.done("add", "By option", "--library", "option")
    for (library, title) in [
      ("variable", "By variable"), ("option", "By option"),
    ] {
      let variables = ["DECENT_LIBRARY": "elsewhere"]
      let list = try scene.done("--library", library, "list", variables: variables)
      #expect(scene.plain(list) == "ID  \(title)\n")
    }
    #if os(Linux)
      #expect(scene.plain(try scene.done("--library", "data/decent", "list")) == "ID  By data\n")
      #expect(
        scene.plain(try scene.done("--library", ".local/share/decent", "list")) == "ID  By home\n")
    #endif
  }

  @Test func aTagThatIsNotThereIsNamed() throws {
    _ = try plain("add", "Plans", "--tag", "home")
    let outcome = try scene.run("--library", "notes", "tag", "Plans", "-never", "-home")
    #expect(outcome.status == 0)
    #expect(scene.plain(outcome.output) == "ID  Plans\n")
    #expect(outcome.errors == "decent: the note did not have #never\n")
  }

  /// The digits printed for a note still mean it after the next note was added.
  @Test func theDigitsThatAddPrintsMeanTheNote() throws {
    let digits = try (0..<4).map { number in
      String(try scene.done("--library", "notes", "add", "\(number)").prefix(8))
    }
    for (number, digits) in digits.enumerated() {
      #expect(try scene.done("--library", "notes", "show", digits).hasPrefix("\(number)\n"))
    }
  }
}
