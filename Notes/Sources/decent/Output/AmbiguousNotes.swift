// SPDX-License-Identifier: MIT

import DecentNotes

/// The failure of a reference that fits several notes. The description lists these notes.
struct AmbiguousNotes: Error, CustomStringConvertible {
  let description: String

  /// The most notes that are named.
  private static let mostNotes = 10
  /// The most columns of the first line of a note's text.
  private static let lineWidth = 40

  init(
    _ reference: String, _ notes: [NoteSummary], _ abbreviation: Abbreviation, in library: Library
  ) {
    let lines = notes.prefix(Self.mostNotes).map { note in
      let text = (try? library.note(note.id))?.text.string ?? ""
      let first = text.split(whereSeparator: \.isNewline).first ?? ""
      let parts = [
        abbreviation.short(note.id), note.title.escapingControls, NoteList.text(of: note.folder),
        note.isTrashed ? "(in the trash)" : "", Moment(milliseconds: note.edited).minute,
        String(first).escapingControls.cut(to: Self.lineWidth),
      ]
      return "\n  " + parts.filter { !$0.isEmpty }.joined(separator: "  ")
    }
    let rest = notes.count - lines.count
    description =
      "'\(reference.escapingControls)' could be any of these; give more of the id, or FOLDER/TITLE:"
      + lines.joined() + (rest > 0 ? "\n  and \(rest) more" : "")
  }
}
