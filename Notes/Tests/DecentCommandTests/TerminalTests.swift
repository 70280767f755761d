// SPDX-License-Identifier: MIT

import Testing

@testable import decent

/// The output on a terminal: columns and colours. Programs get neither.
@Suite struct TerminalTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
  }

  private func add(_ words: String...) throws {
    _ = try scene.run(words: ["--library", "notes", "add"] + words)
  }

  /// The output on a terminal, with its colours in angle brackets.
  private func shown(_ words: String..., variables: [String: String] = [:]) throws -> String {
    let library = ["DECENT_LIBRARY": "notes"].merging(variables) { $1 }
    let shown = try scene.shown(words, variables: library)
    return scene.plain(
      shown.replacing("\u{1B}[0m", with: ">").replacing(/\u{1B}\[(\d+)m/) { "<\($0.1) " })
  }

  @Test func columnsLineUpWhateverTheLetters() throws {
    try add("日本", "--tag", "x")
    try add("Cafe\u{301} 👨‍👩‍👧", "--priority", "high", "--tag", "x", "--tag", "y")
    try add("Plan", "--priority", "low")
    try add("Nothing else")
    #expect(
      try shown("list", variables: ["NO_COLOR": "1"]) == """
        ID  Nothing else
        ID  Plan          low
        ID  Cafe\u{301} 👨‍👩‍👧       high  #x #y
        ID  日本                #x

        """)
    #expect(
      try scene.plain(scene.done("--library", "notes", "list")) == """
        ID  Nothing else
        ID  Plan  low
        ID  Cafe\u{301} 👨‍👩‍👧  high  #x #y
        ID  日本  #x

        """)
  }

  @Test func coloursAreForTerminalsThatHaveThem() throws {
    try add("Plan", "--priority", "high", "--tag", "x")
    let coloured = "<33 ID>  Plan  <31 high>  <36 #x>\n"
    #expect(try shown("list") == coloured)
    #expect(try shown("list", variables: ["NO_COLOR": ""]) == coloured)
    let plain = "ID  Plan  high  #x\n"
    #expect(try shown("list", variables: ["NO_COLOR": "1"]) == plain)
    for terminal in ["dumb", ""] {
      #expect(try shown("list", variables: ["TERM": terminal]) == plain)
    }
  }

  @Test func aLongTitleMovesNoOther() throws {
    let title = String(repeating: "long ", count: 12) + "title"
    try add("Plan", "--tag", "x")
    try add(title, "--tag", "y")
    #expect(
      try shown("list", variables: ["NO_COLOR": "1"]) == "ID  \(title)  #y\nID  Plan  #x\n")
  }

  @Test func whatATitleHoldsCommandsNoTerminal() throws {
    try add("\u{1B}[31mred\u{202E}", "--text", "\u{1B}[2J", "--tag", "x")
    let colours = try shown("list") + shown("show", "\u{1B}[31mred\u{202E}")
    #expect(colours.contains(#"\u{1B}[31mred\u{202E}"#))
    #expect(colours.contains(#"\u{1B}[2J"#))
    #expect(!colours.contains("\u{1B}") && !colours.contains("\u{202E}"))
  }

  @Test func notesAndTheirHistories() throws {
    try add("Plan", "--text", "One\n", "--tag", "x")
    _ = try scene.done("--library", "notes", "edit", "Plan", "--text", "Two\n")
    #expect(
      try shown("show", "Plan") == """
        <1 Plan>
        <2 id>        <33 ID>
        <2 created>   TIME
        <2 edited>    TIME
        <2 priority>  normal
        <2 tags>      <36 #x>

        Two

        """)
    #expect(
      try shown("log", "Plan") == """
        <33 ID>  TIME  text +3 -3
        <33 ID>  TIME  added, text +4, title 'Plan', tags +#x

        """)
    let log = try scene.done("--library", "notes", "log", "Plan")
    let first = String(log.split(separator: "\n")[1].prefix(8))
    #expect(
      try shown("show", "Plan", "--diff", first) == """
        <1 --- Plan\tID  TIME>
        <1 +++ Plan\tnow>
        <36 @@ -1 +1 @@>
        <31 -One>
        <32 +Two>

        """)
  }
}
