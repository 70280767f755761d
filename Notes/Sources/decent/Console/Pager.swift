// SPDX-License-Identifier: MIT

import Foundation

/// The program that shows long output page by page on a terminal.
struct Pager {
  private let command: String

  /// The pager and its arguments, from `PAGER`; nil if `PAGER` is unset or empty, or the output
  /// is no terminal.
  init?(on console: Console) {
    guard console.isTerminal, let command = console.variable("PAGER") else { return nil }
    self.command = command
  }

  /// The exit status of a shell that does not find a command.
  private static let missing: Int32 = 127

  /// Shows a text and waits until the reader is done.
  ///
  /// - Returns: Whether the pager exists.
  func show(_ text: String) -> Bool {
    // For less: F ends at once if all text fits, R shows colours, X leaves the text on the screen.
    setenv("LESS", "FRX", 0)
    // A `Process` would not be in the foreground of the terminal.
    guard let pipe = popen(command, "w") else { return false }
    // The reader may end the pager early. Control-C is for the pager alone.
    StandardStream.outliveReaders()
    let interrupt = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, interrupt) }
    let bytes = Array(text.utf8)
    fwrite(bytes, 1, bytes.count, pipe)
    return pclose(pipe) >> 8 != Self.missing
  }
}

extension Console {
  /// Prints a text. If there is a pager and `--no-pager` is not given, the pager shows the text.
  func page(_ text: String, _ arguments: Arguments) throws {
    if !arguments.has(.noPager), let pager = Pager(on: self), !text.isEmpty, pager.show(text) {
      return
    }
    try write(text)
  }
}
