// SPDX-License-Identifier: MIT

/// The part of a note that lists show: all but its text.
public struct NoteSummary: Hashable, Sendable {
  /// The note.
  public let id: NoteID
  /// The title.
  public let title: String
  /// The tags, sorted.
  public internal(set) var tags: [String]
  /// The priority.
  public let priority: Priority
  /// The folder.
  public let folder: NoteFolder
  /// The time when the note was made, in milliseconds since 1970.
  public let created: UInt64
  /// The time of its last edit, in milliseconds since 1970: ``Note/edited``.
  public let edited: UInt64
  /// Whether it lies in the trash.
  public let isTrashed: Bool
  /// Whether the note was purged and came back, because a device that did not know of the purge
  /// edited it.
  public let wasPurged: Bool

  /// Makes a summary from its parts.
  public init(
    id: NoteID, title: String, tags: [String], priority: Priority, folder: NoteFolder,
    created: UInt64, edited: UInt64, isTrashed: Bool, wasPurged: Bool
  ) {
    self.id = id
    self.title = title
    self.tags = tags
    self.priority = priority
    self.folder = folder
    self.created = created
    self.edited = edited
    self.isTrashed = isTrashed
    self.wasPurged = wasPurged
  }

  /// Sums up a note.
  public init(of note: Note, id: NoteID, wasPurged: Bool = false) {
    self.init(
      id: id, title: note.title.value, tags: note.tags.values.sorted(),
      priority: note.priority.value, folder: NoteFolder(of: note), created: note.created.value,
      edited: note.edited, isTrashed: note.isTrashed.value, wasPurged: wasPurged)
  }
}

extension NoteSummary {
  /// The most notes that an error message names.
  private static let mostLines = 10

  /// Some notes for an error message: a line for each, a line break before.
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
