// SPDX-License-Identifier: MIT

import DecentNotes

extension Library {
  /// Puts a note into the trash or restores it.
  func setTrashed(_ isTrashed: Bool, _ id: NoteID) throws {
    try setTrashed(isTrashed, [id])
  }
}
