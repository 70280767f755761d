// SPDX-License-Identifier: MIT

import DecentNotes

/// What `decent list` prints.
struct NoteList {
  private let listed: [NoteSummary]
  private let trashed: [NoteSummary]
  private let abbreviation: Abbreviation

  init(_ summaries: [NoteSummary], abbreviation: Abbreviation) {
    listed = summaries.filter { !$0.isTrashed }
    trashed = summaries.filter(\.isTrashed)
    self.abbreviation = abbreviation
  }

  /// A line for each note; those in the trash apart, under a heading.
  var text: String {
    let notes = lines(of: listed)
    guard !trashed.isEmpty else { return notes }
    return notes + (notes.isEmpty ? "" : "\n") + "In the trash:\n" + lines(of: trashed)
  }

  /// A line for each note, in the order given.
  static func lines(_ notes: [NoteSummary], _ abbreviation: Abbreviation) -> String {
    notes.map { line(of: $0, abbreviation) + "\n" }.joined()
  }

  func json() throws -> String {
    try Records(
      notes: listed.map { NoteRecord($0) }, trash: trashed.map { NoteRecord($0) }
    ).jsonText()
  }

  /// Tags as lists show them.
  static func text(ofTags tags: [String]) -> String {
    tags.map { "#\($0.escapingControls)" }.joined(separator: " ")
  }

  private struct Records: Encodable {
    let notes: [NoteRecord]
    let trash: [NoteRecord]
  }

  private func lines(of notes: [NoteSummary]) -> String {
    Self.lines(notes, abbreviation)
  }

  private static func line(of note: NoteSummary, _ abbreviation: Abbreviation) -> String {
    var parts = [abbreviation.short(note.id), note.title.escapingControls]
    if note.priority != .normal { parts.append(note.priority.rawValue) }
    if !note.tags.isEmpty { parts.append(text(ofTags: note.tags)) }
    if note.isPurgeUndone { parts.append(purgeUndone) }
    return parts.joined(separator: "  ")
  }

  /// What is said of a note that an edit brought back into the trash.
  static let purgeUndone = "(purged, but edited elsewhere)"
}

extension NoteSummary {
  /// Whether the note was purged and brought back, and nobody restored it yet.
  var isPurgeUndone: Bool { wasPurged && isTrashed }
}
