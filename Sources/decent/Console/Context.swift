// SPDX-License-Identifier: MIT

import DecentNotes

/// What a command works on.
struct Context: Sendable {
  /// The world.
  let console: Console
  /// The library's folder, absolute.
  let folder: String

  /// The library, which must be there.
  func library() throws -> Library {
    try Library(opening: folder)
  }

  /// The library, made if it is not there.
  func libraryOrNew() throws -> Library {
    try Library(openingOrCreating: folder)
  }

  /// Prints a note's id and title, and what became of it.
  func report(_ id: NoteID, in library: Library, _ outcome: String = "") throws {
    let title = try library.note(id).title.value
    let line = "\(try library.abbreviation().short(id))  \(title.escapingControls)"
    try console.print(outcome.isEmpty ? line : "\(line)  \(outcome)")
  }
}
