// SPDX-License-Identifier: MIT

/// Lines with several parts each.
///
/// Two spaces separate the parts in the plain form, where empty parts are left out. Each part has a
/// column of its own on a terminal.
struct Table {
  /// A part of a line: text on one line without control characters, or nothing.
  struct Cell {
    let text: String
    let style: TextStyle

    init(_ text: String?, _ style: TextStyle = .usual) {
      self.text = text ?? ""
      self.style = style
    }
  }

  /// The greatest width of a column. A wider part takes more than its column: one long title must
  /// not move all others.
  private static let widestColumn = 48
  private static let gap = "  "

  private let rows: [[Cell]]

  init(_ rows: [[Cell]]) {
    self.rows = rows
  }

  /// A line for each row.
  func text(_ form: OutputForm) -> String {
    switch form {
    case .plain:
      var text = ""
      for row in rows {
        var isFirst = true
        for cell in row where !cell.text.isEmpty {
          if !isFirst { text += Self.gap }
          text += cell.text
          isFirst = false
        }
        text += "\n"
      }
      return text
    case .terminal: return columns(form)
    }
  }

  private func columns(_ form: OutputForm) -> String {
    let widths = rows.map { row in row.map(\.text.columnCount) }
    let count = widths.map(\.count).max() ?? 0
    let columns = (0..<count).map { column in
      widths.lazy.compactMap { column < $0.count ? $0[column] : nil }
        .filter { $0 <= Self.widestColumn }.max() ?? 0
    }
    // An empty column is left out.
    let used = (0..<count).filter { column in
      widths.contains { column < $0.count && $0[column] > 0 }
    }
    return zip(rows, widths).map { row, widths in
      Self.line(row, widths, columns, used, form) + "\n"
    }.joined()
  }

  private static func line(
    _ row: [Cell], _ widths: [Int], _ columns: [Int], _ used: [Int], _ form: OutputForm
  ) -> String {
    var line = ""
    var room = 0
    for column in used where column < row.count {
      if widths[column] > 0 {
        line += String(repeating: " ", count: room)
        line += form.styled(row[column].text, row[column].style)
        room = 0
      }
      room += max(0, columns[column] - widths[column]) + gap.count
    }
    return line
  }
}
