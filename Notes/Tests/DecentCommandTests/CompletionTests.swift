// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import decent

@Suite struct CompletionTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
    try scene.makeFolder("shared")
    for words in [
      ["add", "Plan", "--text", "x", "--tag", "work"], ["add", "Camping trip", "--tag", "summer"],
      ["add", "Twice"], ["add", "Twice"], ["add", "--", "-dash"], ["add", "tab\tbed"],
      ["add", "Gone"], ["delete", "Gone"], ["remote", "add", "stick", "shared"],
    ] {
      _ = try scene.run(words: ["--library", "notes"] + words)
    }
  }

  /// The offered completions, with `ID` in place of digits.
  private func offered(_ words: String..., library: String = "notes") throws -> [String] {
    let outcome = try scene.run(
      words: ["complete", "--"] + words, variables: ["DECENT_LIBRARY": library])
    #expect(outcome.status == 0)
    #expect(outcome.errors == "")
    return outcome.output.split(separator: "\n").map { line in
      line.first == "\t" ? String(line) : scene.plain(String(line.prefix { $0 != "\t" }))
    }
  }

  @Test func commandsAreOffered() throws {
    let first = try offered("")
    #expect(
      Set(first) == Set(CommandTable.all.map { $0.name.prefix { $0 != " " } }.map(String.init)))
    #expect(first.count == Set(first).count)
    #expect(try offered("re") == ["redo", "restore", "remote"])
    #expect(try offered("remote", "") == ["add", "list", "remove"])
    #expect(try offered("remote", "re") == ["remove"])
    #expect(try offered("devices", "") == ["retire"])
    #expect(try offered("help", "sh") == ["show"])
    #expect(try offered("help", "re") == ["redo", "restore", "remote"])
    #expect(try offered("show", "Plan", "--t") == ["--text"])
    #expect(try offered("frobnicate", "") == [])
    #expect(try offered("remote", "frobnicate", "") == [])
  }

  @Test func optionsAreOffered() throws {
    #expect(try offered("--") == ["--library", "--help", "--version"])
    #expect(try offered("list", "--t") == ["--tag", "--trash"])
    #expect(try offered("list", "--trash", "--tag", "x", "--t") == ["--tag"])
    #expect(try offered("list", "--", "--t") == [])
    #expect(try offered("--library", "elsewhere", "list", "--js") == ["--json"])
    for command in CommandTable.all {
      let words = command.name.split(separator: " ").map(String.init)
      let request = CompletionRequest(words + ["--"])
      #expect(request.options.map(\.name) == (command.options + OptionRule.common).map(\.name))
    }
  }

  @Test func valuesAreOffered() throws {
    #expect(try offered("list", "--priority", "") == ["low", "normal", "high"])
    #expect(try offered("list", "--priority=n") == ["--priority=normal"])
    #expect(try offered("priority", "Plan", "h") == ["high"])
    #expect(try offered("list", "--sort", "") == ["order", "title", "created", "edited"])
    #expect(try offered("list", "--tag", "") == ["summer", "work"])
    #expect(try offered("tag", "Plan", "+w") == ["+work"])
    #expect(try offered("tag", "Plan", "+x", "-") == ["-summer", "-work"])
    #expect(try offered("completion", "") == Shell.allCases.map(\.rawValue))
    #expect(try offered("sync", "") == ["stick"])
    #expect(try offered("remote", "remove", "") == ["stick"])
    #expect(try offered("remote", "add", "") == [])
    #expect(try offered("add", "") == [])
    #expect(try offered("list", "") == [])
  }

  @Test func filesAndFoldersAreAskedFor() throws {
    #expect(try offered("edit", "Plan", "--file", "") == ["\tfiles"])
    #expect(try offered("import", "a", "b") == ["\tfiles"])
    #expect(try offered("export", "") == ["\tfolders"])
    #expect(try offered("remote", "add", "x", "") == ["\tfolders"])
    #expect(try offered("--library", "") == ["\tfolders"])
    #expect(try offered("list", "--library=n") == ["\tfolders"])
  }

  @Test func notesAreOfferedByTitleOrDigits() throws {
    let all = ["ID", "ID", "ID", "ID", "Camping trip", "Plan"]
    #expect(try offered("show", "") == all)
    #expect(try offered("delete", "Plan", "") == all)
    #expect(try offered("show", "Plan", "") == [])
    #expect(try offered("show", "Camp") == ["Camping trip"])
    #expect(try offered("move", "Plan", "--after", "Pl") == ["Plan"])
    #expect(try offered("restore", "") == ["Gone"])
    #expect(try offered("purge", "") == ["Gone"])
    #expect(try offered("show", "P", library: "elsewhere") == [])
    #expect(try offered("--library", "notes", "show", "P", library: "elsewhere") == ["Plan"])
    #expect(try offered("show", "--library=notes", "P", library: "elsewhere") == ["Plan"])
    let id = try scene.done("--library", "notes", "show", "Plan").split(separator: "\n")[1].suffix(
      32)
    #expect(try offered("show", String(id.prefix(4))) == ["ID"])
  }

  @Test func versionsAreOffered() throws {
    #expect(try offered("show", "Plan", "--at", "") == ["ID"])
    #expect(try offered("undo", "Plan", "") == ["ID"])
    #expect(try offered("undo", "Camping trip", "") == [])
    #expect(try offered("undo", "nothing", "") == [])
  }

  @Test func operandsAreReadFromTheForms() {
    func names(_ command: Command) -> [String] { command.operandNames }
    #expect(names(.add) == ["TITLE"])
    #expect(names(.tag) == ["NOTE...", "+TAG...", "-TAG..."])
    #expect(names(.undo) == ["NOTE", "VERSION"])
    #expect(names(.move) == ["NOTE..."])
    #expect(names(.purge) == ["NOTE..."])
    #expect(names(.search) == ["WORD..."])
    #expect(names(.sync) == ["NAME"])
    #expect(names(.remoteAdd) == ["NAME", "FOLDER"])
    #expect(names(.list) == [])
    #expect(names(.edit) == ["NOTE"])
  }
}

/// The scripts for the shells.
@Suite struct ShellTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
  }

  @Test(
    arguments: [
      ("decent ", [""], nil), ("decent sh", ["sh"], nil),
      ("decent show Camping\\ tr", ["show", "Camping tr"], nil),
      ("decent show \"Camping tr", ["show", "Camping tr"], "\""),
      ("decent show 'a\\b", ["show", "a\\b"], "'"), ("decent 'a b' ", ["a b", ""], nil),
      ("decent \"a\\\"b\" c", ["a\"b", "c"], nil), ("decent  '' x", ["", "x"], nil),
      ("decent a\\", ["a"], nil),
    ] as [(String, [String], Character?)])
  func lines(_ text: String, _ words: [String], _ quote: Character?) {
    let line = ShellLine(text)
    #expect(Array(line.words.dropFirst()) == words)
    #expect(line.quote == quote)
  }

  @Test(arguments: [
    ("decent show Ca", "Ca", "Camping trip", "Camping\\ trip"),
    ("decent show \"Ca", "\"Ca", "Camping \"trip\"", "Camping \\\"trip\\\""),
    ("decent show 'Ca", "'Ca", "Camping trip", "Camping trip"),
    ("decent show ", "", "$(x) `y` #'\"", "\\$\\(x\\)\\ \\`y\\`\\ \\#\\'\\\""),
    ("decent show ", "", "日本", "日本"),
    ("decent list --sort=ti", "ti", "--sort=title", "title"),
    ("decent list --sort=", "=", "--sort=title", "title"),
    ("decent show a:", ":", "a:b c", "b\\ c"), ("decent show a:b", "b", "a:b c", "b\\ c"),
  ])
  func replies(_ line: String, _ word: String, _ candidate: String, _ reply: String) {
    #expect(ShellLine(line).reply(candidate, for: word) == reply)
  }

  /// A user types commands into bash, with tabs. The notes afterwards show what bash made of the
  /// keys.
  @Test func bashCompletes() throws {
    for title in ["Camping trip", "Say \"hi\" $HOME", "x: y"] {
      _ = try scene.done("--library", "notes", "add", title)
    }
    try scene.write("from a file", to: "some text.md")
    let keys = """
      eval "$(decent completion bash)"
      decent prio\tCam\thi\t
      decent tag "Camp\t+work
      decent tag Say\t+greeting
      decent priority x:\tlow
      decent edit Camp\t--fi\tsome\t
      decent list --sort=ti\t>sorted
      exit

      """
    let screen = try scene.shown(
      by: URL(fileURLWithPath: "/bin/bash"), ["--norc", "--noprofile", "-i"], typing: keys,
      variables: [
        "PATH": Scene.program.deletingLastPathComponent().path + ":/usr/bin:/bin",
        "DECENT_LIBRARY": "notes", "INPUTRC": "/dev/null", "TERM": "dumb",
      ])
    let list = scene.plain(try scene.done("--library", "notes", "list", "--sort", "title"))
    #expect(
      list == """
        ID  Camping trip  high  #work
        ID  Say "hi" $HOME  #greeting
        ID  x: y  low

        """, "\(screen)")
    #expect(try scene.done("--library", "notes", "show", "Camping trip").hasSuffix("from a file\n"))
    #expect(scene.plain(String(decoding: try scene.read("sorted"), as: UTF8.self)) == list)
  }

  @Test func scriptsAskForCandidates() {
    for shell in Shell.allCases {
      #expect(shell.script.contains("decent complete"))
      #expect(shell.script.hasSuffix("\n"))
      for part in ["files", "folders"] { #expect(shell.script.contains(part)) }
    }
    #expect(Shell.bash.script.contains("\ncomplete -F _decent decent\n"))
    #expect(Shell.zsh.script.hasPrefix("#compdef decent\n"))
    #expect(Shell.fish.script.contains("\ncomplete -c decent -f"))
  }

  @Test func otherShellsAreRefused() throws {
    #expect(
      try scene.run("completion", "tcsh")
        == Scene.Outcome(
          status: 2,
          errors: """
            decent: there is no script for the shell 'tcsh'; there is: bash, zsh, fish
            usage: decent completion bash|zsh|fish

            """))
    #expect(try !scene.done("help").contains("complete "))
  }
}
