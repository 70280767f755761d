// SPDX-License-Identifier: MIT

import DecentNotes

/// The output of `decent show --diff`: the difference of two versions of a text, in the form of
/// `diff -u`.
struct UnifiedDifference {
  private let difference: LineDifference
  private let title: String
  private let old: NoteHistory.Version
  private let new: NoteHistory.Version?
  private let abbreviation: Abbreviation

  /// - Parameter new: The new version; nil for the present text.
  init(
    of note: Note, in history: NoteHistory, from old: NoteHistory.Version,
    to new: NoteHistory.Version?
  ) throws {
    difference = LineDifference(
      from: try history.text(at: old), to: try new.map(history.text) ?? note.text.string)
    title = note.title.value
    self.old = old
    self.new = new
    abbreviation = history.abbreviation
  }

  /// The lines; none if the versions are equal.
  ///
  /// On a terminal, control characters in the text are escaped. Elsewhere the text is printed as it
  /// is.
  func text(_ form: OutputForm) -> String {
    if difference.hunks.isEmpty { return "" }
    var text = ""
    for heading in [heading("---", old), heading("+++", new)] {
      text += form.styled(heading, .title) + "\n"
    }
    for hunk in difference.hunks {
      let places = "@@ -\(Self.place(hunk.old)) +\(Self.place(hunk.new)) @@"
      text += form.styled(places, .place) + "\n"
      for line in hunk.lines {
        let shown =
          form.isTerminal ? line.text.escapingControls { $0 == "\t" } : line.text
        text += form.styled(line.sign + shown, line.style) + "\n"
        text += (line.hasEnd ? "" : "\\ No newline at end of file\n")
      }
    }
    return text
  }

  private func heading(_ sign: String, _ version: NoteHistory.Version?) -> String {
    let place = version.map { version in
      abbreviation.short(version.id) + "  "
        + Moment(milliseconds: version.milliseconds).readable
    }
    return "\(sign) \(title.escapingControls)\t\(place ?? "now")"
  }

  /// A range of lines for the heading of a hunk: the first line, counted from 1, and the number of
  /// lines unless it is 1. For an empty range, the line before the range replaces the first line.
  private static func place(_ lines: Range<Int>) -> String {
    let first = lines.isEmpty ? lines.lowerBound : lines.lowerBound + 1
    return lines.count == 1 ? "\(first)" : "\(first),\(lines.count)"
  }

  func json() throws -> String {
    try Record(
      from: "\(old.id)", to: new.map { "\($0.id)" },
      hunks: difference.hunks.map { HunkRecord($0) }
    ).jsonText()
  }

  private struct Record: Encodable {
    let from: String
    let to: String?
    let hunks: [HunkRecord]
  }

  private struct HunkRecord: Encodable {
    let oldStart: Int
    let newStart: Int
    let lines: [String]

    init(_ hunk: LineDifference.Hunk) {
      oldStart = hunk.old.lowerBound + 1
      newStart = hunk.new.lowerBound + 1
      lines = hunk.lines.map { $0.sign + $0.text + ($0.hasEnd ? "\n" : "") }
    }
  }
}

extension LineDifference.Line {
  fileprivate var style: TextStyle {
    switch fate {
    case .kept: .usual
    case .removed: .alarm
    case .added: .good
    }
  }

  fileprivate var sign: String {
    switch fate {
    case .kept: " "
    case .removed: "-"
    case .added: "+"
    }
  }
}
