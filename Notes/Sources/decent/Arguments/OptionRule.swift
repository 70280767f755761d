// SPDX-License-Identifier: MIT

/// An option that a command takes: `--name VALUE`, or `--name` alone.
struct OptionRule: Sendable {
  /// The name, without its dashes.
  let name: String
  /// The name of the value in help; nil for an option without a value.
  let value: String?
  /// Whether the option may be given more than once.
  let isRepeatable: Bool
  /// A description in a few words.
  let summary: String

  init(_ name: String, value: String? = nil, isRepeatable: Bool = false, summary: String) {
    self.name = name
    self.value = value
    self.isRepeatable = isRepeatable
    self.summary = summary
  }

  /// The option as help writes it.
  var spelling: String {
    value.map { "--\(name) \($0)" } ?? "--\(name)"
  }
}

extension OptionRule {
  static let library = OptionRule(
    "library", value: "DIR", summary: "the library's folder (or DECENT_LIBRARY)")
  static let help = OptionRule("help", summary: "say what the command does")
  static let version = OptionRule("version", summary: "say which version this is")
  static let json = OptionRule("json", summary: "print JSON (Documentation/CommandLine.md)")
  static let text = OptionRule("text", value: "TEXT", summary: "the note's text")
  static let file = OptionRule("file", value: "FILE", summary: "a file that holds the text")
  static let since = OptionRule(
    "since", value: "FILE", summary: "a file with the text that the new one was made from")
  static let tag = OptionRule("tag", value: "TAG", isRepeatable: true, summary: "a tag")
  static let priority = OptionRule(
    "priority", value: "low|normal|high", summary: "how much the note matters")

  static let folder = OptionRule(
    "in", value: "FOLDER", summary: "a folder of notes, such as Work/Garden")

  static let again = OptionRule("again", summary: "add files that were imported before")
  static let dryRun = OptionRule("dry-run", summary: "say what would be done, and do nothing")

  static let mirror = OptionRule(
    "mirror", summary: "follow new titles and folders, and deletions")

  static let sort = OptionRule(
    "sort", value: "order|title|created|edited", summary: "what to sort by")
  static let limit = OptionRule("limit", value: "N", summary: "the most notes to print")
  static let trash = OptionRule("trash", summary: "the notes in the trash, and no others")
  static let textAlone = OptionRule("text", summary: "print the text and nothing else")
  static let at = OptionRule(
    "at", value: "VERSION", summary: "the version whose text to show")
  static let diff = OptionRule(
    "diff", value: "VERSION", summary: "show what changed since this version")
  static let to = OptionRule("to", value: "N", summary: "the place in the list, from 1")
  static let before = OptionRule("before", value: "NOTE", summary: "the note to stand before")
  static let after = OptionRule("after", value: "NOTE", summary: "the note to stand after")

  static let repair = OptionRule(
    "repair", summary: "put right what can be; nothing is lost by it")

  static let man = OptionRule("man", summary: "print the page for man(1)")

  static let line = OptionRule("line", value: "TEXT", summary: "a line of bash, to the cursor")
  static let word = OptionRule("word", value: "TEXT", summary: "what bash takes for its last word")

  static let watch = OptionRule("watch", summary: "go on until interrupted")
  static let port = OptionRule("port", value: "N", summary: "the port, from now on")
  static let open = OptionRule("open", summary: "open the page in the browser")
  static let newToken = OptionRule(
    "new-token", summary: "let no page in that was let in before")
  static let page = OptionRule("page", value: "DIR", summary: "the folder with the page's files")
  static let framedBy = OptionRule(
    "framed-by", value: "ORIGIN", summary: "let this local page show the page in a frame")
  static let quiet = OptionRule("quiet", summary: "do not show how far the work has come")
  static let noPager = OptionRule("no-pager", summary: "do not show the output in $PAGER")
  static let yes = OptionRule("yes", summary: "do not ask")

  /// The short form of ``help``.
  static let shortHelp = "-h"

  /// Whether a word before the command is an option.
  static func isOption(_ word: String) -> Bool {
    word == shortHelp || word.hasPrefix("--") && word != "--"
  }

  /// The options that every command takes.
  static let common = [library, help]
}
