// SPDX-License-Identifier: MIT

import DecentNotes

/// The folders of notes, and the number of notes in each, subfolders included.
struct FolderCounts {
  /// The folders, in alphabetical order, each before its subfolders.
  let all: [(folder: NoteFolder, notes: Int)]

  /// Counts the notes that are not in the trash.
  init(_ notes: [NoteSummary]) {
    var counts: [NoteFolder: Int] = [:]
    for note in notes where !note.isTrashed {
      for depth in note.folder.names.indices {
        let text = note.folder.names[...depth].joined(separator: "/")
        if let folder = NoteFolder(text) { counts[folder, default: 0] += 1 }
      }
    }
    all = counts.map { ($0.key, $0.value) }.sorted { Self.precedes($0.folder, $1.folder) }
  }

  private static func precedes(_ one: NoteFolder, _ other: NoteFolder) -> Bool {
    let (names, others) = (one.names, other.names)
    let (folded, othersFolded) = (names.map { $0.lowercased() }, others.map { $0.lowercased() })
    return folded == othersFolded
      ? names.lexicographicallyPrecedes(others) : folded.lexicographicallyPrecedes(othersFolded)
  }
}
