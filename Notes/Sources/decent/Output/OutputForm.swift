// SPDX-License-Identifier: MIT

/// The layout of lines: for a person at a terminal, or for a program that reads them.
enum OutputForm: Hashable, Sendable {
  /// Without columns and colours, for files and programs.
  case plain
  /// In columns, with colours or without. The width is the terminal's, or nil if it is not known.
  case terminal(isColoured: Bool, width: Int?)

  /// Whether a terminal shows the output, so that control characters must be escaped.
  var isTerminal: Bool { self != .plain }

  /// A text in a style, if there are colours. The text must have no control characters.
  func styled(_ text: String, _ style: TextStyle) -> String {
    guard case .terminal(isColoured: true, _) = self, style != .usual, !text.isEmpty else {
      return text
    }
    return "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m"
  }
}

/// The role of a part of a line. The role determines the colour.
enum TextStyle: String {
  /// Nothing special.
  case usual = ""
  /// A title or a heading.
  case title = "1"
  /// Text that readers may skip.
  case aside = "2"
  /// The first digits of the id of a note or a version, which command lines take.
  case digits = "33"
  /// A tag or a place.
  case place = "36"
  /// Text of more importance, or removed text.
  case alarm = "31"
  /// Added text.
  case good = "32"
}

extension Console {
  /// The layout of the standard output. There are no colours if `NO_COLOR` is set and not empty
  /// (no-color.org), or if `TERM` is not set, empty or `dumb`.
  var form: OutputForm {
    guard isTerminal else { return .plain }
    let hasColours = variable("TERM").map { $0 != "dumb" } ?? false
    return .terminal(
      isColoured: variable("NO_COLOR") == nil && hasColours,
      width: width ?? variable("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil })
  }
}
