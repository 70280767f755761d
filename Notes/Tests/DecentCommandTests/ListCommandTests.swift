// SPDX-License-Identifier: MIT

import Testing

/// The output of `list`, and the commands that change it.
@Suite struct ListCommandTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    for words in [
      ["apple", "--tag", "a", "--priority", "high"], ["Beet", "--tag", "a", "--tag", "b"],
      ["cress"],
    ] {
      _ = try scene.run(words: ["--library", "notes", "add"] + words)
    }
  }

  private func plain(_ words: String...) throws -> String {
    let outcome = try scene.run(words: ["--library", "notes"] + words)
    #expect(outcome.errors == "")
    #expect(outcome.status == 0)
    return scene.plain(outcome.output).replacing("ID  ", with: "")
  }

  @Test func titlesAndPrioritiesChange() throws {
    #expect(try plain("title", "Beet", "Beets") == "Beets\n")
    #expect(try plain("priority", "Beets", "low") == "Beets  low\n")
    #expect(try plain("list") == "cress\nBeets  low  #a #b\napple  high  #a\n")
  }

  @Test func notesMove() throws {
    #expect(try plain("move", "apple", "--to", "1") == "apple\n")
    #expect(try plain("list") == "apple  high  #a\ncress\nBeet  #a #b\n")
    #expect(try plain("move", "apple", "--after", "Beet") == "apple\n")
    #expect(try plain("list") == "cress\nBeet  #a #b\napple  high  #a\n")
    #expect(try plain("move", "apple", "--before", "Beet") == "apple\n")
    #expect(try plain("list") == "cress\napple  high  #a\nBeet  #a #b\n")
    #expect(try plain("move", "cress", "--to=3") == "cress\n")
    #expect(try plain("list") == "apple  high  #a\nBeet  #a #b\ncress\n")
  }

  @Test func listsAreFiltered() throws {
    #expect(try plain("list", "--tag", "a") == "Beet  #a #b\napple  high  #a\n")
    #expect(try plain("list", "--tag", "a", "--tag", "b") == "Beet  #a #b\n")
    #expect(try plain("list", "--tag", "a", "--priority", "high") == "apple  high  #a\n")
    #expect(try plain("list", "--tag", "none") == "")
    // The tag is given in the form that lists show.
    #expect(try plain("list", "--tag", "#b") == "Beet  #a #b\n")
    for tag in ["", "#", ",", "#,#"] {
      let outcome = try scene.run("--library", "notes", "list", "--tag", tag)
      #expect(outcome.status == 2)
      #expect(outcome.errors.hasPrefix("decent: '--tag' needs a tag, and what was given is empty"))
    }
    _ = try plain("delete", "Beet")
    #expect(try plain("list", "--tag", "a") == "apple  high  #a\n\nIn the trash:\nBeet  #a #b\n")
    #expect(try plain("list", "--trash") == "In the trash:\nBeet  #a #b\n")
    #expect(try plain("list", "--trash", "--tag", "c", "--json").contains("\"notes\" : [\n\n  ]"))
  }

  @Test func titlesStandAsInADictionary() throws {
    for title in ["apple", "Beet", "cress"] { _ = try plain("delete", title) }
    let titles = ["zoo", "Éclair", "äpfel", "10 ten", "apples", "9 nine", "eclair", "Banana"]
    for title in titles { _ = try plain("add", title) }
    #expect(
      try plain("list", "--sort", "title").split(separator: "\n").prefix(8) == [
        "9 nine", "10 ten", "äpfel", "apples", "Banana", "eclair", "Éclair", "zoo",
      ])
  }

  @Test func spacesAroundATitleAreNoPartOfIt() throws {
    _ = try plain("add", " Two ")
    _ = try plain("title", "Two", "Three\n")
    #expect(try plain("list", "--limit", "1").hasPrefix("Three\n"))
  }

  @Test func listsAreSorted() throws {
    #expect(try plain("list", "--sort", "title") == "apple  high  #a\nBeet  #a #b\ncress\n")
    _ = try plain("move", "apple", "--to", "1")
    #expect(try plain("list", "--sort", "created") == "cress\nBeet  #a #b\napple  high  #a\n")
    _ = try plain("edit", "apple", "--text", "new")
    #expect(try plain("list", "--sort", "edited") == "apple  high  #a\ncress\nBeet  #a #b\n")
    #expect(try plain("list", "--sort", "order") == "apple  high  #a\ncress\nBeet  #a #b\n")
  }
}
