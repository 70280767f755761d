// SPDX-License-Identifier: MIT

import Testing

/// Folders on the command line.
@Suite struct FolderCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    for words in [
      ["roses", "--in", "Work/Garden"], ["plan", "--in", "Work", "--tag", "a"], ["plan"],
      ["soup", "--in", "Home"],
    ] {
      _ = try scene.run(words: ["--library", "notes", "add"] + words)
    }
  }

  private func run(_ words: String...) throws -> Scene.Outcome {
    var outcome = try scene.run(words: ["--library", "notes"] + words)
    outcome.output = scene.plain(outcome.output).replacing("ID  ", with: "")
    outcome.errors = scene.plain(outcome.errors)
    return outcome
  }

  @Test func listsShowFoldersAndLookIntoThem() throws {
    #expect(
      try run("list").output == "soup  Home/\nplan\nplan  Work/  #a\nroses  Work/Garden/\n")
    #expect(try run("list", "--in", "work").output == "plan  Work/  #a\nroses  Work/Garden/\n")
    #expect(try run("list", "--in", "Wórk/Garden/").output == "roses  Work/Garden/\n")
    #expect(try run("list", "--in", "/").output == "plan\n")
    #expect(try run("list", "--in", "Work", "--tag", "a").output == "plan  Work/  #a\n")
    #expect(try run("list", "--in", "nowhere").output == "")
    #expect(try run("search", "in:work", "ros").output == "roses  Work/Garden/\n")
    #expect(try run("search", "-in:work", "plan").output == "plan\n")
    #expect(try run("search", "in:work/my garden") == Scene.Outcome(status: 1))
    let json = try run("list", "--in", "Home", "--json").output
    #expect(json.contains("\"folder\" : \"Home\","))
    #expect(try run("show", "/plan", "--json").output.contains("\"folder\" : \"\","))
    #expect(try run("show", "Work/plan").output.contains("folder    Work/\ntags      #a\n"))
  }

  @Test func foldersAreCounted() throws {
    #expect(try run("folders").output == "Home/  1\nWork/  2\nWork/Garden/  1\n")
    _ = try run("delete", "roses")
    #expect(
      try run("folders", "--json").output == """
        {
          "folders" : [
            {
              "folder" : "Home",
              "notes" : 1
            },
            {
              "folder" : "Work",
              "notes" : 1
            }
          ]
        }

        """)
  }

  @Test func notesMoveIntoFolders() throws {
    #expect(
      try run("move", "soup", "roses", "--in", "Old/Things")
        == Scene.Outcome(status: 0, output: "soup  Old/Things/\nroses  Old/Things/\n"))
    #expect(try run("move", "roses", "--in", "/") == Scene.Outcome(status: 0, output: "roses\n"))
    #expect(try run("log", "roses").output.contains("  folder /"))
    #expect(try run("log", "soup").output.contains("  folder Old/Things/"))
    #expect(try run("list", "--in", "Old").output == "soup  Old/Things/\n")
    let many = try run("move", "soup", "roses", "--to", "1")
    #expect(many.status == 2)
    #expect(
      many.errors.hasPrefix("decent: 'roses' is more than 'move' takes without --in; quote what "))
    #expect(try run("move", "soup", "--in", "a", "--to", "1").status == 2)
  }

  @Test func namesAreChecked() throws {
    let words = """
      cannot be a folder: it is names with '/' between, each of 1 to 200 bytes and 1000 together; \
      none begins with '.' or has control characters

      """
    for folder in ["..", "a//b", ".git"] {
      for command in [["add", "x"], ["move", "soup"], ["list"]] {
        let outcome = try scene.run(words: ["--library", "notes"] + command + ["--in", folder])
        #expect(outcome == Scene.Outcome(status: 1, errors: "decent: '\(folder)' \(words)"))
      }
    }
    #expect(
      try run("list", "--in", "").errors
        .hasPrefix("decent: '--in' needs a folder, and what was given is empty; '/' is none"))
    let failure = try run("show", "plan")
    #expect(failure.status == 1)
    #expect(failure.errors.contains("plan  Work/  "))
  }

  @Test func foldersAreCompleted() throws {
    #expect(
      try scene.done("--library", "notes", "complete", "--", "list", "--in", "W")
        == "Work\tfolder\nWork/Garden\tfolder\n")
  }
}
