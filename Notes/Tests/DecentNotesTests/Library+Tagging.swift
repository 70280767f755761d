// SPDX-License-Identifier: MIT

import DecentNotes

extension Library {
  /// Adds tags to a note and removes others, as a person types them.
  func tag(_ id: NoteID, adding: [String], removing: [String]) throws {
    try tag(
      [id], adding: adding.compactMap { TypedTag($0) },
      removing: removing.compactMap { TypedTag($0) })
  }
}
