// SPDX-License-Identifier: MIT

import Testing

@Suite struct HistoryCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
  }

  private func done(_ words: String..., library: String = "notes") throws -> String {
    let outcome = try scene.run(words: ["--library", library] + words)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0, "\(words)")
    return outcome.output
  }

  private func plain(_ words: String...) throws -> String {
    let outcome = try scene.run(words: ["--library", "notes"] + words)
    #expect(outcome.errors == "")
    return scene.plain(outcome.output)
  }

  /// The digits of the versions of a note, newest first.
  private func versions(_ note: String, library: String = "notes") throws -> [String] {
    try done("log", note, library: library).split(separator: "\n").map { String($0.prefix(8)) }
      .filter { !$0.hasPrefix("-") }
  }

  private func makeHistory() throws {
    _ = try done("add", "Plan", "--text", "One\nTwo\n", "--tag", "home")
    _ = try done("edit", "Plan", "--text", "One\nTwo!\n")
    _ = try done("title", "Plan", "Plans")
    _ = try done("tag", "Plans", "+a", "+b", "-home")
    _ = try done("priority", "Plans", "high")
    _ = try done("delete", "Plans")
  }

  @Test func logTellsWhatChanged() throws {
    try makeHistory()
    #expect(
      try plain("log", "Plans") == """
        -  TIME  deleted
        -  TIME  priority high
        -  TIME  tags +#a +#b -#home
        -  TIME  title 'Plans'
        ID  TIME  text +1
        ID  TIME  added, text +8

        """)
    _ = try done("restore", "Plans")
    #expect(try plain("log", "Plans").hasPrefix("-  TIME  restored\n-  TIME  priority high\n"))
    _ = try done("add", "Other")
    _ = try done("move", "Plans", "--to", "1")
    #expect(try plain("log", "Plans").hasPrefix("-  TIME  moved\n-  TIME  restored\n"))
    #expect(try done("log", "Plans", "--json").contains(#""moved" : true"#))
  }

  @Test func logTellsTheDevicesWhereThereAreSeveral() throws {
    func sync(_ libraries: String...) throws {
      for library in libraries {
        _ = try scene.done("--library", library, "sync", variables: ["DECENT_DEVICE": library])
      }
    }
    try scene.makeFolder("cloud")
    for library in ["notes", "other"] {
      _ = try done("remote", "add", "cloud", "cloud", library: library)
    }
    _ = try done("add", "Plan", "--text", "One")
    try sync("notes", "other")
    #expect(try done("log", "Plan", library: "other").hasSuffix("  on notes\n"))
    #expect(try done("log", "Plan").hasSuffix("title 'Plan'\n"))
    _ = try done("append", "Plan", "--text", "Two", library: "other")
    try sync("other", "notes")
    #expect(
      try plain("log", "Plan") == """
        ID  TIME  text +4  on other
        ID  TIME  added, text +3, title 'Plan'  here

        """)
    #expect(try done("log", "Plan", "--json").contains(#""deviceName" : "other""#))
  }

  @Test func logInJSON() throws {
    _ = try done("add", "Plan", "--text", "One", "--tag", "a/b")
    _ = try done("delete", "Plan")
    #expect(
      try plain("log", "Plan", "--json") == """
        {
          "entries" : [
            {
              "added" : false,
              "device" : "ID",
              "moved" : false,
              "run" : "ID",
              "tagsAdded" : [

              ],
              "tagsRemoved" : [

              ],
              "time" : "TIME",
              "trashed" : true
            },
            {
              "added" : true,
              "after" : [

              ],
              "deleted" : 0,
              "device" : "ID",
              "inserted" : 3,
              "moved" : false,
              "run" : "ID",
              "tagsAdded" : [
                "a/b"
              ],
              "tagsRemoved" : [

              ],
              "time" : "TIME",
              "title" : "Plan",
              "version" : "ID"
            }
          ],
          "note" : "ID"
        }

        """)
  }

  @Test func showAtAVersion() throws {
    try makeHistory()
    let first = try versions("Plans")[1]
    #expect(
      try plain("show", "Plans", "--at", first) == """
        Plans
        id        ID
        created   TIME
        edited    TIME
        priority  high
        tags      #a #b
        (in the trash)
        text at   ID  TIME

        One
        Two

        """)
    let json = try plain("show", "Plans", "--at", first, "--json")
    #expect(json.contains(#""text" : "One\nTwo\n""#))
    #expect(json.contains(#""version" : "ID""#))
    #expect(try !plain("show", "Plans", "--json").contains("version"))
  }

  @Test func showTheDifference() throws {
    try makeHistory()
    let versions = try versions("Plans")
    #expect(
      try plain("show", "Plans", "--diff", versions[1]) == """
        --- Plans\tID  TIME
        +++ Plans\tnow
        @@ -1,2 +1,2 @@
         One
        -Two
        +Two!

        """)
    #expect(try plain("show", "Plans", "--diff", versions[0]) == "")
    #expect(
      try plain("show", "Plans", "--diff", versions[0], "--at", versions[1]) == """
        --- Plans\tID  TIME
        +++ Plans\tID  TIME
        @@ -1,2 +1,2 @@
         One
        -Two!
        +Two

        """)
    #expect(
      try plain("show", "Plans", "--diff", versions[1], "--json") == #"""
        {
          "from" : "ID",
          "hunks" : [
            {
              "lines" : [
                " One\n",
                "-Two\n",
                "+Two!\n"
              ],
              "newStart" : 1,
              "oldStart" : 1
            }
          ]
        }

        """#)
  }

  @Test func aTextWithoutAnEnd() throws {
    _ = try done("add", "Plan", "--text", "One")
    _ = try done("edit", "Plan", "--text", "")
    #expect(
      try plain("show", "Plan", "--diff", versions("Plan")[1]) == """
        --- Plan\tID  TIME
        +++ Plan\tnow
        @@ -1 +0,0 @@
        -One
        \\ No newline at end of file

        """)
  }

  @Test func undoTakesBackAndBringsBack() throws {
    _ = try done("add", "Plan", "--text", "One")
    _ = try done("edit", "Plan", "--text", "Two")
    let versions = try versions("Plan")
    #expect(try plain("undo", "Plan") == "ID  Plan  (undone: text)\n")
    #expect(try plain("show", "Plan").hasSuffix("\n\nOne\n"))
    #expect(try plain("redo", "Plan") == "ID  Plan  (done again: text)\n")
    #expect(try plain("show", "Plan").hasSuffix("\n\nTwo\n"))
    #expect(
      try done("undo", "Plan", versions[1]).hasSuffix(
        "  (the text is as at \(versions[1]); title and tags are unchanged)\n"))
    #expect(try plain("show", "Plan").hasSuffix("\n\nOne\n"))
    #expect(try plain("undo", "Plan", versions[1]) == "ID  Plan  (the text is as at ID already)\n")
  }

  @Test func undoGoesBackCommandByCommand() throws {
    try makeHistory()
    #expect(try plain("undo", "Plans") == "ID  Plans  (undone: trash)\n")
    #expect(try plain("list") == "ID  Plans  high  #a #b\n")
    let outcomes = try (0..<4).map { _ in try plain("undo", String(try done("list").prefix(8))) }
    #expect(outcomes.allSatisfy { $0.contains("(undone: ") }, "\(outcomes)")
  }

  @Test func wrongVersions() throws {
    _ = try done("add", "Plan")
    for words in [
      ["show", "Plan", "--at", "0000"], ["show", "Plan", "--diff", "0000"],
      ["undo", "Plan", "0000"],
    ] {
      let outcome = try scene.run(words: ["--library", "notes"] + words)
      #expect(
        outcome
          == Scene.Outcome(
            status: 1,
            errors: """
              decent: no version of 'Plan' has an id that begins with '0000'; give 4 digits or more of \
              one that its history shows

              """))
    }
    let outcome = try scene.run("--library", "notes", "undo", "Plan")
    #expect(outcome.status == 1)
    #expect(outcome.errors.contains("no change of 'Plan' was made here that could be undone; "))
    let redo = try scene.run("--library", "notes", "redo", "Plan")
    #expect(
      redo
        == Scene.Outcome(
          status: 1,
          errors: "decent: no change of 'Plan' was undone here since the last one was made\n"))
  }

  /// Two devices edit concurrently and sync. Both list the same versions, and digits mean the same
  /// on both.
  @Test func devicesAgree() throws {
    try scene.makeFolder("shared")
    for library in ["a", "b"] {
      _ = try done("remote", "add", "s", "shared", library: library)
    }
    func sync() throws {
      for library in ["a", "b", "a"] { _ = try done("sync", library: library) }
    }
    _ = try done("add", "Plan", "--text", "milk", library: "a")
    try sync()
    _ = try done("edit", "Plan", "--text", "milk, tea", library: "a")
    _ = try done("edit", "Plan", "--text", "oat milk", library: "b")
    try sync()
    func log(_ library: String) throws -> String {
      try done("log", "Plan", library: library).replacing(/\ \ (here|on \S+)/, with: "")
    }
    let first = try log("a")
    #expect(try done("log", "Plan", library: "a") != first)
    #expect(try log("b") == first)
    let digits = try versions("Plan", library: "a")
    #expect(first.split(separator: "\n").first?.hasSuffix("(not knowing \(digits[1]))") == true)
    for version in digits {
      let shown = try ["a", "b"].map {
        try done("show", "Plan", "--at", version, "--json", library: $0)
      }
      #expect(shown[0] == shown[1])
    }
    _ = try done("undo", "Plan", library: "a")
    try sync()
    #expect(try done("show", "Plan", library: "b").hasSuffix("\n\noat milk\n"))
  }
}
