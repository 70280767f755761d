// SPDX-License-Identifier: MIT

import DecentNotes
import Foundation

/// The surroundings of a command apart from the library. A test makes a console of its own.
struct Console: Sendable {
  /// Prints to the standard output.
  let write: @Sendable (String) throws -> Void
  /// Prints a line to the standard error output. Control characters other than line breaks are
  /// escaped: text quoted in a message may come from any device.
  let complain: @Sendable (String) -> Void
  /// Reads at most `limit` bytes of the standard input.
  let read: @Sendable (_ limit: Int) throws -> [UInt8]
  /// Asks the person at the terminal and returns the typed line without its end; nil if there is no
  /// terminal or no answer.
  let ask: @Sendable (_ question: String) throws -> String?
  /// Whether the standard output is a terminal.
  let isTerminal: Bool
  /// The width of the terminal in columns; nil if the width is not known.
  var width: Int?
  /// The environment variables.
  let variables: [String: String]
  /// The folder that relative paths start from.
  let folder: String
  /// Shows the progress of long work, and gives way to other output.
  var progress = ProgressDisplay.silent

  /// Prints a line.
  func print(_ line: String) throws {
    try write(line + "\n")
  }

  /// The value of an environment variable; nil if the variable is absent or empty.
  func variable(_ name: String) -> String? {
    variables[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  /// The absolute form of a path.
  func absolute(_ path: String) -> String {
    let expanded = path.hasPrefix("/") ? path : folder + "/" + path
    return URL(fileURLWithPath: expanded).standardizedFileURL.path
  }

  /// The absolute form of a path on the command line.
  ///
  /// - Parameters:
  ///   - argument: The name of the path in help.
  ///   - meaning: The kind of thing that the path is to name.
  /// - Throws: ``UsageFailure`` if the path is empty. An empty path may come from a shell variable
  ///   without a value, and must not mean the current folder.
  func path(
    _ path: String, for argument: String, meaning: String
  ) throws(UsageFailure) -> String {
    guard !path.isEmpty else {
      throw UsageFailure(
        "'\(argument)' needs the name of a \(meaning), and what was given is empty")
    }
    return absolute(path)
  }
}

extension Console {
  /// The console of this process.
  static func process() -> Console {
    let variables = ProcessInfo.processInfo.environment
    let progress = ProgressDisplay.process(terminal: variables["TERM"])
    return Console(
      write: { text in
        try progress.aside { try StandardStream.output.write(Array(text.utf8)) }
      },
      complain: { text in
        let harmless = text.escapingControls { $0 == "\n" } + "\n"
        // A failure here can be reported nowhere.
        progress.aside { try? StandardStream.errors.write(Array(harmless.utf8)) }
      },
      read: { limit in try StandardStream.input.read(limit) },
      ask: { question in
        guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else { return nil }
        let harmless = question.escapingControls { $0 == "\n" }
        try StandardStream.errors.write(Array(harmless.utf8))
        return readLine()
      },
      isTerminal: isatty(STDOUT_FILENO) == 1,
      width: StandardStream.output.terminalWidth,
      variables: variables,
      folder: FileManager.default.currentDirectoryPath,
      progress: progress)
  }
}
