// SPDX-License-Identifier: MIT

/// How lines are laid out: for a person at a terminal, or for a program that reads them.
enum OutputForm: Hashable, Sendable {
  /// As it is, for files and programs.
  case plain
  /// In columns, with colours or without.
  case terminal(isColoured: Bool)

  /// Whether somebody looks at it, so that control characters must be written out.
  var isTerminal: Bool { self != .plain }

  /// A text in a style, if there are colours. It must be harmless already.
  func styled(_ text: String, _ style: TextStyle) -> String {
    guard self == .terminal(isColoured: true), style != .usual, !text.isEmpty else { return text }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}

/// What a part of a line is, which gives it its colour.
enum TextStyle: String {
  /// Nothing special.
  case usual = ""
  /// A title or a heading.
  case title = "1"
  /// What is there to be passed over.
  case aside = "2"
  /// What stands for a note or a version on a command line.
  case digits = "33"
  /// A tag, or where something is.
  case place = "36"
  /// What matters more, or was taken away.
  case alarm = "31"
  /// What was added.
  case good = "32"
}

extension Console {
  /// How the standard output is to be laid out. There are no colours where `NO_COLOR` is set
  /// (no-color.org), or where the terminal says that it has none.
  var form: OutputForm {
    guard isTerminal else { return .plain }
    let hasColours = variable("TERM").map { $0 != "dumb" } ?? false
    return .terminal(isColoured: variable("NO_COLOR") == nil && hasColours)
  }
}
