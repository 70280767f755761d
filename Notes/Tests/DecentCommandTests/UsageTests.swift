// SPDX-License-Identifier: MIT

import Foundation
import Testing

@testable import decent

@Suite struct UsageTests {
  private let scene: Scene

  init() throws {
    scene = try Scene()
  }

  private func expectUsage(
    _ words: String..., saying: String, at location: SourceLocation = #_sourceLocation
  ) throws {
    let outcome = try scene.run(words: words)
    #expect(outcome == Scene.Outcome(status: 2, errors: saying), sourceLocation: location)
  }

  @Test func nothingAtAll() throws {
    let outcome = try scene.run()
    #expect(outcome == Scene.Outcome(status: 0, output: try scene.done("help")))
    #expect(outcome.output.hasPrefix("decent keeps notes"))
  }

  @Test func unknownCommands() throws {
    try expectUsage(
      "frobnicate", "x",
      saying: "decent: there is no command 'frobnicate'; 'decent help' lists all\n")
    try expectUsage("lsit", saying: "decent: there is no command 'lsit'; did you mean list?\n")
    try expectUsage(
      "remote", "rename",
      saying: """
        decent: there is no 'remote rename'; there is: add, list, remove
        usage: decent remote add NAME FOLDER
        usage: decent remote list [--json]
        usage: decent remote remove NAME

        """)
  }

  @Test func aGroupAlone() throws {
    let outcome = try scene.run("remote")
    #expect(outcome.status == 2)
    #expect(outcome.errors.hasPrefix("decent: 'remote' needs one of: add, list, remove\nusage: "))
  }

  @Test func aGroupWithAnOptionInPlaceOfItsSecondWord() throws {
    for words in [["--library", "X"], ["--library=X", "list"], ["--json"]] {
      let outcome = try scene.run(words: ["remote"] + words)
      #expect(outcome.status == 2)
      #expect(
        outcome.errors.hasPrefix(
          """
          decent: 'remote' needs one of: add, list, remove, and '\(words[0])' stands behind that
          usage: decent remote add NAME FOLDER

          """), "\(outcome)")
    }
  }

  @Test func tooFewAndTooMany() throws {
    try expectUsage(
      "delete", saying: "decent: 'delete' needs more than that\nusage: decent delete NOTE...\n")
    try expectUsage(
      "title", "a", "b", "c",
      saying: """
        decent: 'c' is more than 'title' takes; quote what belongs together
        usage: decent title NOTE TITLE

        """)
    #expect(try scene.run("list", "extra").errors.hasPrefix("decent: 'extra' is more than 'list'"))
    try expectUsage(
      "tag", "a", "work",
      saying: """
        decent: 'work' begins with neither + nor -
        usage: decent tag NOTE... +TAG... -TAG...

        """)
    try expectUsage(
      "tag", "a", "+b", "+work", "-work",
      saying: """
        decent: the tag 'work' is both to be added and to be taken away
        usage: decent tag NOTE... +TAG... -TAG...

        """)
  }

  @Test func wrongOptions() throws {
    let usage = """

      usage: decent list [--tag TAG]... [--in FOLDER] [--priority low|normal|high] [--trash] \
      [--sort order|title|created|edited] [--limit N] [--json] [--no-pager]

      """
    try expectUsage(
      "list", "--jsn",
      saying: "decent: there is no option '--jsn' here; did you mean --json?" + usage)
    try expectUsage(
      "list", "-j",
      saying: "decent: there is no option '-j'; after '--' it is taken as it is" + usage)
    try expectUsage("list", "--json=1", saying: "decent: '--json' takes no value" + usage)
    try expectUsage("list", "--json", "--json", saying: "decent: '--json' was given twice" + usage)
    try expectUsage("list", "--library", saying: "decent: '--library' needs a value: DIR" + usage)
    try expectUsage(
      "list", "--sort", "size",
      saying: "decent: there is no order 'size'; it is order, title, created or edited" + usage)
    try expectUsage(
      "list", "--priority", "urgent",
      saying: "decent: there is no priority 'urgent'; it is low, normal or high" + usage)
  }

  @Test func placesAndPriorities() throws {
    let usage = """

      usage: decent move NOTE... --in FOLDER
      usage: decent move NOTE --to N
      usage: decent move NOTE --before NOTE
      usage: decent move NOTE --after NOTE

      """
    let one = "decent: give one of --in, --to, --before and --after" + usage
    try expectUsage("move", "a", saying: one)
    try expectUsage("move", "a", "--to", "1", "--after", "b", saying: one)
    for word in ["0", "-1", "x", "", "99999999999999999999"] {
      try expectUsage(
        "move", "a", "--to", word,
        saying: "decent: '\(word)' is no place in a list; it is a number from 1" + usage)
    }
    try expectUsage(
      "priority", "a", "urgent",
      saying: """
        decent: there is no priority 'urgent'; it is low, normal or high
        usage: decent priority NOTE low|normal|high

        """)
  }

  @Test func textFromTwoPlaces() throws {
    let usage = """

      usage: decent add TITLE [--text TEXT | --file FILE | -] [--tag TAG]... \
      [--priority low|normal|high] [--in FOLDER]

      """
    try expectUsage(
      "add", "x", "-", "--text", "y",
      saying: "decent: give only one of --text, --file and -" + usage)
    try expectUsage(
      "add", "two", "words",
      saying: "decent: 'words' is one operand too many; quote what belongs together" + usage)
    try expectUsage(
      "add", "x", "--priority", "urgent",
      saying: "decent: there is no priority 'urgent'; it is low, normal or high" + usage)
  }

  /// An empty path, as from a variable without a value, must not mean the current folder.
  @Test(arguments: [
    ("--library", "folder", ["list", "--library", ""]),
    ("--file", "file", ["add", "x", "--file", ""]),
    ("PATH", "file or folder", ["import", "."]), ("DIR", "folder", ["export"]),
    ("FOLDER", "folder", ["remote", "add", "x"]),
  ])
  func emptyPaths(_ argument: String, _ meaning: String, _ words: [String]) throws {
    let outcome = try scene.run(words: words.contains("") ? words : words + [""])
    #expect(outcome.status == 2)
    let reason = "'\(argument)' needs the name of a \(meaning), and what was given is empty"
    #expect(outcome.errors.hasPrefix("decent: \(reason)\nusage: "), "\(outcome)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder.path) == [])
  }

  @Test(arguments: [
    "s3://bucket/notes", "https://example.org/dav", "webdav://example.org", "sftp://ada@host/notes",
    "SSH+git://host", "ada@host:notes", "ada@host:", "nas:/volume/notes",
  ])
  func addressesAreNoRemotesYet(_ address: String) throws {
    let outcome = try scene.run("remote", "add", "x", address)
    #expect(outcome.status == 2)
    let reason = "'\(address)' is no folder, and remotes of other kinds are not there yet: "
    #expect(outcome.errors.hasPrefix("decent: \(reason)"), "\(outcome)")
    #expect(outcome.errors.hasSuffix("\nusage: decent remote add NAME FOLDER\n"), "\(outcome)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: scene.folder.path) == [])
  }

  @Test func theAddressOfAFolderIsNoPath() throws {
    try expectUsage(
      "remote", "add", "x", "file:///home/ada/Sync",
      saying: """
        decent: 'file:///home/ada/Sync' is an address; give the path of the folder: /home/ada/Sync
        usage: decent remote add NAME FOLDER

        """)
  }

  /// The name of a folder may look like an address.
  @Test func foldersNamedLikeAddressesAreRemotes() throws {
    for (library, name) in [("one", "ada@host:notes"), ("two", "s3:/bucket")] {
      try scene.makeFolder(name)
      _ = try scene.done("--library", library, "remote", "add", "x", name)
    }
    for path in ["gone", "./ada@host:gone", "C:gone", "2026: gone", "/gone/a@b:c", "~/gone"] {
      let outcome = try scene.run("remote", "add", "x", path)
      #expect(outcome.status == 1)
      #expect(outcome.errors.contains(": there is no such folder; "), "\(outcome)")
    }
  }

  @Test func helpAndVersion() throws {
    let overview = try scene.done("help")
    #expect(try scene.done("--help") == overview)
    #expect(try scene.done("--version") == "decent \(Program.version)\n")
    let delete = """
      usage: decent delete NOTE...

      Put notes into the trash.

      'decent restore' brings them back. NOTE is an exact title, FOLDER/TITLE, or the
      first digits of an id: 4 or more, and enough to tell it from other notes.

        --library DIR  the library's folder (or DECENT_LIBRARY)
        --help         say what the command does

      """
    #expect(try scene.done("help", "delete") == delete)
    #expect(try scene.done("delete", "--help") == delete)
    #expect(try scene.done("--help", "delete") == delete)
  }

  @Test func helpOfACommandThatIsAGroupTooSaysAllOfIt() throws {
    let help = try scene.done("help", "devices")
    #expect(try scene.done("devices", "--help") == help)
    #expect(
      help.hasPrefix("usage: decent devices [--json]\nusage: decent devices retire DEVICE\n\nList ")
    )
    #expect(help.contains("  devices retire  "))
    #expect(help.contains("\n  --json "))
    #expect(
      try scene.done("help", "devices", "retire").hasPrefix(
        "usage: decent devices retire DEVICE\n\n"))
  }

  @Test func helpNeedsNoLibrary() throws {
    for words in [["help"], ["--version"], ["help", "add"]] {
      let outcome = try scene.run(words: words, variables: ["HOME": ""])
      #expect(outcome.status == 0, "\(outcome)")
    }
    #expect(try scene.run("list", variables: ["HOME": ""]).status == 1)
  }

  @Test func theShortSignOfHelp() throws {
    #expect(try scene.done("-h") == scene.done("help"))
    #expect(try scene.done("list", "-h") == scene.done("help", "list"))
    #expect(try scene.done("-h", "tag") == scene.done("help", "tag"))
    #expect(try scene.done("tag", "-h") == scene.done("help", "tag"))
    _ = try scene.done("add", "Plan", "--tag", "h")
    #expect(try scene.done("tag", "Plan", "-h").hasSuffix("  Plan\n"))
  }

  @Test func theCommandsForRemotesHaveHelp() throws {
    let help = try scene.done("help", "remote")
    #expect(
      help.hasPrefix(
        """
        usage: decent remote add NAME FOLDER
        usage: decent remote list [--json]
        usage: decent remote remove NAME

          remote add     name a shared folder to sync with

        """))
    for words in [["remote", "--help"], ["remote", "-h"], ["--help", "remote"]] {
      #expect(try scene.run(words: words) == Scene.Outcome(status: 0, output: help))
    }
    #expect(try scene.done("--help", "remote", "add") == scene.done("help", "remote", "add"))
  }

  @Test func messagesCommandNoTerminal() throws {
    try expectUsage(
      "a\u{1b}[31m\nb\u{202e}\u{200f}\u{61c}",
      saying: #"decent: there is no command 'a\u{1B}[31m\nb\u{202E}\u{200F}\u{061C}'"#
        + "; 'decent help' lists all\n")
  }
}
