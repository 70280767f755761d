// SPDX-License-Identifier: MIT

import Testing

@Suite struct SearchCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    _ = try scene.done("--library", "notes", "add", "Tent", "--text", "x", "--tag", "home")
    _ = try scene.done("--library", "notes", "add", "Trip", "--text", "Pack the tent and tea.")
    _ = try scene.done("--library", "notes", "add", "Other")
  }

  private func search(_ words: String...) throws -> Scene.Outcome {
    var outcome = try scene.run(words: ["--library", "notes", "search"] + words)
    outcome.output = scene.plain(outcome.output)
    return outcome
  }

  @Test func theBestComesFirst() throws {
    #expect(
      try search("ten")
        == Scene.Outcome(
          status: 0, output: "ID  Tent  #home\nID  Trip\n    Pack the tent and tea.\n"))
    #expect(
      try search("tent", "TEA")
        == Scene.Outcome(status: 0, output: "ID  Trip\n    Pack the tent and tea.\n"))
    #expect(try search("ten", "--limit", "1").output == "ID  Tent  #home\n")
    #expect(try search("nowhere") == Scene.Outcome(status: 1))
    _ = try scene.done("--library", "notes", "delete", "Trip")
    #expect(try search("tea", "--trash").output == "ID  Trip\n    Pack the tent and tea.\n")
    #expect(try search("tea").output == "")
  }

  /// Words that the shell's quotes keep together stand one after the other.
  @Test func termsNarrowTheSearch() throws {
    #expect(try search("the tent").output == "ID  Trip\n    Pack the tent and tea.\n")
    #expect(try search("tent the").status == 1)
    #expect(try search("tent", "-tea").output == "ID  Tent  #home\n")
    #expect(try search("tent", "-and tea").output == "ID  Tent  #home\n")
    // A quote that is not closed ends with its operand.
    #expect(try search("\"tent", "pack").output == "ID  Trip\n    Pack the tent and tea.\n")
    #expect(try search("tent", "-\"and", "pack").status == 1)
    #expect(try search("tag:#HOME").output == "ID  Tent  #home\n")
    #expect(try search("-tag:home").output == "ID  Other\nID  Trip\n")
    #expect(try search("tent", "tag:away").status == 1)
    for limit in ["0", "x", "-1"] {
      #expect(
        try search("tent", "--limit", limit).errors.hasPrefix(
          "decent: '--limit' needs a number from 1, not '\(limit)'\n"))
    }
  }

  @Test func jsonHasTheDocumentedShape() throws {
    #expect(
      try search("home", "--json").output == """
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
                "home"
              ],
              "title" : "Tent",
              "trashed" : false
            }
          ]
        }

        """)
    #expect(try search("tea", "--json").output.contains(#""passage" : "Pack the tent and tea.""#))
    #expect(try search("nowhere", "--json").output == "{\n  \"notes\" : [\n\n  ]\n}\n")
  }

  @Test func badInput() throws {
    #expect(
      try search("*", "\u{1b}").errors
        == #"decent: there is no letter or digit in '* \u{1B}' to search for; give a word"# + "\n")
    #expect(try search(String(repeating: "x", count: 2000)).status == 1)
    #expect(try search().status == 2)
  }
}
