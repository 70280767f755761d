// SPDX-License-Identifier: MIT

/// Lines with several parts each.
///
/// In the plain form, two spaces separate the parts, and empty parts are left out. On a terminal,
/// each part has a column of its own.
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

  /// The greatest width of a column. A wider part exceeds its column, so that one long title does
  /// not move the parts of all other lines.
  private static let widestColumn = 48
  private static let gap = "  "

  private let rows: [[Cell]]
  private let shrinking: Int?

  /// - Parameter shrinking: The column whose parts are cut first so that lines fit into the
  ///   terminal; nil to let the terminal break long lines.
  init(_ rows: [[Cell]], shrinking: Int? = nil) {
    self.rows = rows
    self.shrinking = shrinking
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
    case .terminal(_, let width?) where shrinking != nil: return fitting(width).columns(form, width)
    case .terminal: return columns(form, .max)
    }
  }

  /// The table with shorter parts in the shrinking column, which keeps at least half of `width`.
  private func fitting(_ width: Int) -> Table {
    let columns = Self.columns(of: rows.map { row in row.map(\.text.columnCount) })
    let taken = columns.indices.filter { $0 != shrinking && columns[$0] > 0 }
      .reduce(0) { $0 + columns[$1] + Self.gap.count }
    let limit = max(width - taken, width / 2)
    return Table(
      rows.map { row in
        row.indices.map { column in
          column == shrinking
            ? Cell(row[column].text.cut(to: limit), row[column].style) : row[column]
        }
      })
  }

  /// The widths of the columns, from the widths of the parts in each row.
  private static func columns(of widths: [[Int]]) -> [Int] {
    let count = widths.map(\.count).max() ?? 0
    return (0..<count).map { column in
      widths.lazy.compactMap { column < $0.count ? $0[column] : nil }
        .filter { $0 <= Self.widestColumn }.max() ?? 0
    }
  }

  /// - Parameter width: The greatest width of a line. The end of a longer line is cut.
  private func columns(_ form: OutputForm, _ width: Int) -> String {
    let widths = rows.map { row in row.map(\.text.columnCount) }
    let columns = Self.columns(of: widths)
    // An empty column is left out.
    let used = columns.indices.filter { column in
      widths.contains { column < $0.count && $0[column] > 0 }
    }
    return zip(rows, widths).map { row, widths in
      Self.line(row, widths, columns, used, form, width) + "\n"
    }.joined()
  }

  private static func line(
    _ row: [Cell], _ widths: [Int], _ columns: [Int], _ used: [Int], _ form: OutputForm,
    _ width: Int
  ) -> String {
    var line = ""
    var room = 0
    var left = width
    for column in used where column < row.count {
      if widths[column] > 0 {
        guard left > room else { break }
        line += String(repeating: " ", count: room)
        line += form.styled(row[column].text.cut(to: left - room), row[column].style)
        left -= room + min(widths[column], left - room)
        room = 0
      }
      room += max(0, columns[column] - widths[column]) + gap.count
    }
    return line
  }
}
