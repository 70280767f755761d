// SPDX-License-Identifier: MIT

import DecentNotes

/// All commands, in the order of the help.
enum CommandTable {
  static let all: [Command] = [
    .add, .list, .search, .tags, .folders, .show, .log, .edit, .append, .prepend, .undo, .redo,
    .title, .tag, .priority, .pin, .unpin, .move, .delete, .restore, .purge,
    .importing, .exporting, .remoteAdd, .remoteList, .remoteRemove, .sync, .status,
    .devices, .devicesRetire, .serve, .open, .check, .completion, .tour, .help,
  ]

  /// Commands that other programs call. Help does not name them.
  static let hidden: [Command] = [.complete]

  /// Finds the command that a command line begins with.
  ///
  /// - Returns: The command and the words after its name.
  static func find(
    _ words: ArraySlice<String>
  ) throws(UsageFailure) -> (command: Command, rest: ArraySlice<String>) {
    for length in [2, 1] {
      let name = words.prefix(length).joined(separator: " ")
      if let command = (all + hidden).first(where: { $0.name == name }) {
        return (command, words.dropFirst(length))
      }
    }
    let first = words.first ?? ""
    let group = group(first)
    guard group.isEmpty else {
      let known = group.map { $0.name.dropFirst(first.count + 1) }.joined(separator: ", ")
      let reason: String
      switch words.dropFirst().first {
      case nil: reason = "'\(first)' needs one of: \(known)"
      case let option? where OptionRule.isOption(option):
        reason = "'\(first)' needs one of: \(known), and '\(option)' stands behind that"
      case let second?: reason = "there is no '\(first) \(second)'; there is: \(known)"
      }
      throw UsageFailure(reason, usage: group.flatMap(\.usage))
    }
    let near = NearWords.of(first, among: all.map(\.name), by: \.self)
    throw UsageFailure(
      "there is no command '\(first)'; "
        + (near.isEmpty
          ? "'decent help' lists all" : "did you mean \(near.joined(separator: " or "))?"))
  }

  /// The commands of two words whose first word is `word`, and the command of the name `word`, if
  /// that command exists. Empty if no command of two words begins with `word`.
  static func group(_ word: String) -> [Command] {
    guard all.contains(where: { $0.name.hasPrefix(word + " ") }) else { return [] }
    return all.filter { $0.name == word || $0.name.hasPrefix(word + " ") }
  }
}
