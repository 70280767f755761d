// SPDX-License-Identifier: MIT

import Foundation

/// The program that shows long output page by page on a terminal.
struct Pager {
  private let command: String

  /// The pager that `PAGER` names, which may hold arguments; nil if the output is no terminal.
  init?(on console: Console) {
    guard console.isTerminal, let command = console.variable("PAGER") else { return nil }
    self.command = command
  }

  /// The status with which a shell says that there is no such command.
  private static let missing: Int32 = 127

  /// Shows a text and waits until the reader is done.
  ///
  /// - Returns: Whether the pager exists.
  func show(_ text: String) -> Bool {
    // less: end at once if all fits, show colours, leave the page standing.
    setenv("LESS", "FRX", 0)
    // A `Process` would not be in the foreground of the terminal.
    guard let pipe = popen(command, "w") else { return false }
    // The reader may end the pager early, and control-C is for the pager alone.
    StandardStream.outliveReaders()
    let interrupt = signal(SIGINT, SIG_IGN)
    defer { signal(SIGINT, interrupt) }
    let bytes = Array(text.utf8)
    fwrite(bytes, 1, bytes.count, pipe)
    return pclose(pipe) >> 8 != Self.missing
  }
}

extension Console {
  /// Prints a text, in a pager if there is one and it is wanted.
  func page(_ text: String, _ arguments: Arguments) throws {
    if !arguments.has(.noPager), let pager = Pager(on: self), !text.isEmpty, pager.show(text) {
      return
    }
    try write(text)
  }
}
