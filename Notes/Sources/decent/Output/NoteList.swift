// SPDX-License-Identifier: MIT

import DecentNotes

/// The output of `decent list`.
struct NoteList {
  private let listed: [NoteSummary]
  private let trashed: [NoteSummary]
  private let abbreviation: Abbreviation

  init(_ summaries: [NoteSummary], abbreviation: Abbreviation) {
    listed = summaries.filter { !$0.isTrashed }
    trashed = summaries.filter(\.isTrashed)
    self.abbreviation = abbreviation
  }

  /// A line for each note. Notes in the trash stand apart, under a heading.
  func text(_ form: OutputForm) -> String {
    let notes = Self.lines(listed, abbreviation, form)
    guard !trashed.isEmpty else { return notes }
    return notes + (notes.isEmpty ? "" : "\n") + form.styled("In the trash:", .title) + "\n"
      + Self.lines(trashed, abbreviation, form)
  }

  /// A line for each note, in the order given.
  static func lines(
    _ notes: [NoteSummary], _ abbreviation: Abbreviation, _ form: OutputForm
  ) -> String {
    Table(notes.map { cells(of: $0, abbreviation) }, shrinking: 1).text(form)
  }

  /// A line for each found note. If the found words are in its text, a second line shows a passage.
  static func lines(
    _ found: [FoundNote], _ abbreviation: Abbreviation, _ form: OutputForm
  ) -> String {
    let lines = lines(found.map(\.summary), abbreviation, form).split(separator: "\n")
    return zip(lines, found).map { line, found in
      let passage = found.passage.map { passage in
        "    "
          + passage.pieces.map {
            form.styled($0.text.escapingControls, $0.isMatch ? .title : .aside)
          }.joined() + "\n"
      }
      return "\(line)\n\(passage ?? "")"
    }.joined()
  }

  func json() throws -> String {
    try Records(
      notes: listed.map { NoteRecord($0) }, trash: trashed.map { NoteRecord($0) }
    ).jsonText()
  }

  /// Tags as lists show them.
  static func text(ofTags tags: [String]) -> String {
    var text = ""
    for tag in tags {
      if !text.isEmpty { text += " " }
      text += "#"
      text += tag.escapingControls
    }
    return text
  }

  /// A folder as lists show it, with `/` at the end; empty for no folder.
  static func text(of folder: NoteFolder) -> String {
    folder == .none ? "" : "\(folder.text.escapingControls)/"
  }

  private struct Records: Encodable {
    let notes: [NoteRecord]
    let trash: [NoteRecord]
  }

  private static func cells(of note: NoteSummary, _ abbreviation: Abbreviation) -> [Table.Cell] {
    let priority = note.priority == .normal ? nil : note.priority.rawValue
    return [
      Table.Cell(abbreviation.short(note.id), .digits), Table.Cell(note.title.escapingControls),
      Table.Cell(note.isPinned ? "pinned" : nil, .aside),
      Table.Cell(priority, note.priority == .high ? .alarm : .aside),
      Table.Cell(text(of: note.folder), .place), Table.Cell(text(ofTags: note.tags), .place),
      Table.Cell(note.isPurgeUndone ? purgeUndone : nil, .aside),
    ]
  }

  /// The remark on a purged note that an edit brought back into the trash.
  static let purgeUndone = "(purged, but edited elsewhere)"
}

extension NoteSummary {
  /// Whether the note was purged and came back, and was not restored yet.
  var isPurgeUndone: Bool { wasPurged && isTrashed }
}
