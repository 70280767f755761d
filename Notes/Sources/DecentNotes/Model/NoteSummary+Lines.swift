// SPDX-License-Identifier: MIT

extension NoteSummary {
  /// The maximum number of notes that an error message names.
  private static let mostLines = 10

  /// Some notes for an error message: one line for each note, after a line break.
  static func lines(of notes: [NoteSummary], _ abbreviation: Abbreviation) -> String {
    let lines = notes.prefix(mostLines).map { note in
      "\n  \(abbreviation.short(note.id))  \(note.title.escapingControls)"
        + (note.folder == .none ? "" : "  \(note.folder.text.escapingControls)/")
        + (note.isTrashed ? "  (in the trash)" : "")
    }
    let rest = notes.count - lines.count
    return lines.joined() + (rest > 0 ? "\n  and \(rest) more" : "")
  }
}
