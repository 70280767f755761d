// SPDX-License-Identifier: MIT

import Testing

@testable import decent

/// Output for people at a terminal: local times, lines that fit, pages.
@Suite struct ReadingTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
  }

  private func add(_ words: String...) throws {
    _ = try scene.run(words: ["--library", "notes", "add"] + words)
  }

  private func shown(_ words: String..., variables: [String: String] = [:]) throws -> String {
    let own = ["DECENT_LIBRARY": "notes", "NO_COLOR": "1", "PATH": "/usr/bin:/bin"]
    return scene.plain(try scene.shown(words, variables: own.merging(variables) { $1 }))
  }

  @Test func timesAreOfThisPlaceAndInJSONOfUTC() throws {
    let file = "---\ncreated: 2026-07-01T23:30:15Z\n---\n"
    try scene.write(file, to: "a.md")
    _ = try scene.done("--library", "notes", "import", "a.md")
    for (zone, time) in [
      ("Europe/Berlin", "2026-07-02 01:30:15 +0200"), ("UTC", "2026-07-01 23:30:15 UTC"),
      ("America/St_Johns", "2026-07-01 21:00:15 -0230"),
      ("Asia/Kolkata", "2026-07-02 05:00:15 +0530"),
    ] {
      let page = try scene.done("--library", "notes", "show", "a", variables: ["TZ": zone])
      #expect(page.contains("created   \(time)\n"), "\(zone): \(page)")
      let json = try scene.done(
        "--library", "notes", "show", "a", "--json", variables: ["TZ": zone])
      #expect(json.contains("\"created\" : \"2026-07-01T23:30:15.000Z\""))
    }
  }

  /// The zone is ahead, and the year after 9999 has more digits.
  @Test func theLastTimeFits() throws {
    try scene.write("---\ncreated: 9999-12-31T23:59:59Z\n---\n", to: "a.md")
    _ = try scene.done("--library", "notes", "import", "a.md")
    let page = try scene.done("--library", "notes", "show", "a", variables: ["TZ": "Asia/Kolkata"])
    #expect(page.contains("created   9999-12-31 23:59:59 +0530\n"))
  }

  @Test func listsFitIntoATerminal() throws {
    try add("A title of some length", "--tag", "first", "--tag", "second")
    try add("日本語の題名はとても長い", "--in", "Work")
    try add("Short")
    let wide = try shown("list", variables: ["COLUMNS": "200"])
    #expect(wide.contains("A title of some length           #first #second\n"))
    #expect(
      try shown("list", variables: ["COLUMNS": "40"]).replacing("ID", with: "12345678")
        == """
        12345678  Short
        12345678  日本語の題名はとて…   Work/
        12345678  A title of some len…         …

        """)
    for width in 1...100 {
      let text = try scene.shown(
        ["list"], variables: ["DECENT_LIBRARY": "notes", "NO_COLOR": "1", "COLUMNS": "\(width)"])
      let lines = text.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines.allSatisfy { String($0).columnCount <= width }, "\(width): \(text)")
    }
    // Files and programs get whole lines.
    #expect(
      try scene.done("--library", "notes", "list", variables: ["COLUMNS": "20"])
        .contains("A title of some length  #first #second\n"))
  }

  @Test func textsAreCutBetweenLetters() {
    for (text, limit, cut) in [
      ("abc", 3, "abc"), ("abcd", 3, "ab…"), ("", 0, ""), ("a", 0, ""), ("ab", 1, "…"),
      ("日本", 4, "日本"), ("日本", 3, "日…"), ("日本", 2, "…"), ("e\u{301}x", 1, "…"),
    ] { #expect(text.cut(to: limit) == cut, "\(text) \(limit)") }
  }

  @Test func aPagerIsForTerminals() throws {
    try add("Plan", "--text", "milk\n")
    let pager = ["PAGER": "sed 's/^/> /'"]
    #expect(try shown("list", variables: pager) == "> ID  Plan\n")
    #expect(try shown("show", "Plan", "--text", variables: pager) == "> milk\n")
    #expect(try shown("search", "milk", variables: pager) == "> ID  Plan\n>     milk\n")
    #expect(try shown("log", "Plan", variables: pager).hasPrefix("> ID  TIME  added"))
    #expect(try shown("list", "--no-pager", variables: pager) == "ID  Plan\n")
    #expect(try shown("list", "--json", variables: pager).hasPrefix("{\n"))
    #expect(try shown("list") == "ID  Plan\n")
    // A reader that leaves early is no failure, and a pager that is not there no reason to print
    // nothing.
    #expect(try shown("list", variables: ["PAGER": "true"]) == "")
    #expect(try shown("list", variables: ["PAGER": "no-such-pager 2>/dev/null"]) == "ID  Plan\n")
    #expect(
      scene.plain(try scene.done("--library", "notes", "list", variables: pager)) == "ID  Plan\n")
  }

  @Test func ambiguousTitlesAreToldApart() throws {
    try add("Plan", "--in", "Work", "--text", "\n\nThe first line\nThe second")
    try add("Plan", "--text", String(repeating: "x", count: 50))
    try add("Plan")
    _ = try scene.run("--library", "notes", "move", "Work/Plan", "--in", "Home")
    let outcome = try scene.run("--library", "notes", "show", "Plan")
    #expect(outcome.status == 1)
    #expect(
      scene.plain(outcome.errors) == """
        decent: 'Plan' could be any of these; give more of the id, or FOLDER/TITLE:
          ID  Plan  Home/  TIME  The first line
          ID  Plan  TIME  \(String(repeating: "x", count: 39))…
          ID  Plan  TIME

        """)
  }
}
