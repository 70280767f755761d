// SPDX-License-Identifier: MIT

import Foundation

/// All rows as one table: ours, and the ratio of each to that of each peer.
struct Table {
  private struct Key: Hashable {
    var task: String
    var input: String
  }

  private let peers: [String]
  private let lines: [[String]]

  /// - Parameter rows: Ours give the lines and their order.
  init(_ rows: [Row]) {
    let found = Dictionary(grouping: rows) { Key(task: $0.task, input: $0.input) }
    let peers = Set(rows.map(\.library)).subtracting(["decent", "python"]).sorted()
    let hasPython = rows.contains { $0.library == "python" }
    self.peers = peers
    var lines = [["task", "input", "median", "spread"]]
    for peer in peers { lines[0] += [peer, "ratio"] }
    if hasPython { lines[0].append("Python") }
    for row in rows where row.library == "decent" {
      let others = found[Key(task: row.task, input: row.input)] ?? []
      var line = [row.task, row.input, Self.words(row), Self.percent(row.spread)]
      for peer in peers {
        let other = others.first { $0.library == peer }
        line += other.map { [Self.words($0), Self.ratio(row.median, $0.median)] } ?? ["", ""]
      }
      if hasPython { line.append(others.first { $0.library == "python" }.map(Self.words) ?? "") }
      lines.append(line)
    }
    self.lines = lines
  }

  /// The table in Markdown, its columns aligned.
  var markdown: String {
    let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    let rows = lines.map { line in
      let cells = zip(line, widths).enumerated().map { column, cell in
        let fill = String(repeating: " ", count: cell.1 - cell.0.count)
        return column < 2 ? cell.0 + fill : fill + cell.0
      }
      return "| " + cells.joined(separator: " | ") + " |"
    }
    let rule = widths.enumerated().map { column, width in
      column < 2
        ? String(repeating: "-", count: width) : String(repeating: "-", count: width - 1) + ":"
    }
    let ruleLine =
      "|" + rule.map { "-" + $0 + "-" }.joined(separator: "|").replacing(":-", with: ":") + "|"
    return ([rows[0], ruleLine] + rows.dropFirst()).joined(separator: "\n") + "\n"
  }

  private static func words(_ row: Row) -> String {
    if row.unit == .bytes { return "\(Int(row.median)) B" }
    return (row.isStopped == true ? "> " : "") + number(row.median) + " " + row.unit.rawValue
  }

  private static func number(_ value: Double) -> String {
    let digits = value >= 100 ? 0 : value >= 10 ? 1 : value >= 1 ? 2 : 3
    return String(format: "%.\(digits)f", value)
  }

  private static func percent(_ share: Double) -> String {
    String(format: "±%.0f%%", share * 100)
  }

  /// "1/26" if ours is the 26th part of the peer's, "3.1" if ours is 3.1 times the peer's.
  private static func ratio(_ ours: Double, _ peer: Double) -> String {
    guard ours > 0, peer > 0 else { return "" }
    let inverse = peer / ours
    if inverse >= 9.95 { return String(format: "1/%.0f", inverse) }
    if inverse > 1.005 { return String(format: "1/%.1f", inverse) }
    return String(format: "%.1f", ours / peer)
  }
}
