// SPDX-License-Identifier: MIT

import Testing

/// Pinned notes on the command line.
@Suite struct PinCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    for title in ["soup", "plan", "roses"] { _ = try run("add", title) }
  }

  private func run(_ words: String...) throws -> Scene.Outcome { try run(words: words) }

  private func run(words: [String]) throws -> Scene.Outcome {
    var outcome = try scene.run(words: ["--library", "notes"] + words)
    outcome.output = scene.plain(outcome.output).replacing("ID  ", with: "")
    outcome.errors = scene.plain(outcome.errors)
    return outcome
  }

  @Test func pinnedNotesStandFirst() throws {
    #expect(try run("pin", "soup", "plan").output == "soup  (pinned)\nplan  (pinned)\n")
    #expect(try run("list").output == "plan  pinned\nsoup  pinned\nroses\n")
    #expect(try run("search", "ro").output == "roses\n")
    #expect(try run("search", "so").output == "soup  pinned\n")
    #expect(
      try run("list", "--sort", "title").output == "plan  pinned\nsoup  pinned\nroses\n")
    #expect(try run("unpin", "plan") == Scene.Outcome(status: 0, output: "plan\n"))
    for order in ["title", "created", "edited", "order"] {
      #expect(try run("list", "--sort", order, "--limit", "1").output == "soup  pinned\n")
    }
    #expect(try run("show", "soup").output.contains("\n(pinned)\n"))
    #expect(try run("show", "soup", "--json").output.contains("\"pinned\" : true,"))
    #expect(try run("list", "--json").output.contains("\"pinned\" : false,"))
  }

  @Test func whoMovesANotePastThePinnedOnesIsTold() throws {
    _ = try run("pin", "plan")
    let below = "decent: pinned notes stay above it; pin it, too, to move it there\n"
    #expect(try run("move", "soup", "--before", "plan").errors == below)
    #expect(try run("list").output == "plan  pinned\nroses\nsoup\n")
    #expect(try run("move", "soup", "--to", "1").errors == below)
    #expect(try run("list").output == "plan  pinned\nsoup\nroses\n")
    let above =
      "decent: it is pinned and stays above the notes that are not; unpin it to move it below\n"
    for place in [["--to", "3"], ["--after", "soup"]] {
      #expect(try run(words: ["move", "plan"] + place).errors == above)
    }
    for place in [["--to", "2"], ["--before", "soup"]] {
      #expect(try run(words: ["move", "roses"] + place).errors == "")
    }
    #expect(try run("move", "plan", "--to", "1").errors == "")
  }

  @Test func pinsAreUndone() throws {
    _ = try run("pin", "soup")
    #expect(try run("log", "soup").output.contains("  pinned\n"))
    #expect(try run("undo", "soup").output == "soup  (undone: pin)\n")
    #expect(try run("list").output == "roses\nplan\nsoup\n")
    #expect(try run("redo", "soup").output == "soup  (done again: pin)\n")
    #expect(try run("list").output == "soup  pinned\nroses\nplan\n")
    _ = try run("unpin", "soup")
    #expect(try run("log", "soup").output.contains("  unpinned\n"))
    #expect(try run("log", "soup", "--json").output.contains("\"pinned\" : false,"))
  }

  @Test func allNotesArePinnedOrNone() throws {
    let outcome = try run("pin", "soup", "x")
    #expect(outcome.status == 1 && outcome.errors.contains("no note has the title 'x'"))
    #expect(try run("list").output == "roses\nplan\nsoup\n")
    #expect(try run("pin").status == 2)
  }
}
