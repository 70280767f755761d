// SPDX-License-Identifier: MIT

import DecentNotes

/// The exit status of the program.
enum ExitStatus: Int32 {
  /// All was done.
  case done = 0
  /// A search found nothing, or something was not done. The standard error output says what was not
  /// done and why.
  case failed = 1
  /// The command line was not understood.
  case wrongUsage = 2
}

/// Runs a command line.
enum Program {
  /// The version of the software.
  static let version = "0.1.0"
  /// The day when work on the version began.
  static let date = "2026-11-22"

  /// Runs a command line.
  ///
  /// - Parameter words: The command line without the program's name.
  static func run(_ words: [String], on console: Console) async -> ExitStatus {
    do {
      try await perform(words, on: console)
      return .done
    } catch let failure as UsageFailure {
      console.complain("decent: \(failure.reason.escapingControls)")
      failure.usage.forEach { console.complain("usage: \($0)") }
      return .wrongUsage
    } catch is NothingFound {
      return .failed
    } catch {
      console.complain("decent: \(error)")
      return .failed
    }
  }

  private static func perform(_ words: [String], on console: Console) async throws {
    let front = frontLength(of: words)
    let before = try Arguments(
      words.prefix(front), rules: [.library, .help, .version])
    if before.has(.version) { return try console.print("decent \(version)") }
    let rest = words.dropFirst(front)
    guard !rest.isEmpty else { return try console.write(HelpText.overview()) }
    if let help = HelpText.ofGroup(rest, isAsked: before.has(.help)) {
      return try console.write(help)
    }
    let (command, words) = try CommandTable.find(rest)
    if before.has(.help) { return try console.write(HelpText.of(command)) }
    let arguments = try command.parse(words)
    if arguments.has(.help) { return try console.write(HelpText.of(command)) }
    let named = arguments.has(.library) ? arguments : before
    do {
      let context = Context(console: console) { try LibraryFolder.find(named, on: console) }
      do {
        try await command.run(arguments, context)
      } catch LibraryFailure.ambiguousNote(let reference, let notes, let abbreviation) {
        throw AmbiguousNotes(reference, notes, abbreviation, in: try context.library())
      }
    } catch let failure as UsageFailure {
      throw UsageFailure(failure.reason, usage: command.usage)
    }
  }

  /// The number of words before the command: options that any command takes, with their values.
  private static func frontLength(of words: [String]) -> Int {
    var index = 0
    while index < words.count, OptionRule.isOption(words[index]) {
      index += words[index] == "--library" ? 2 : 1
    }
    return min(index, words.count)
  }
}
