// SPDX-License-Identifier: MIT

import DecentDocuments
import ReplicatingTypes

extension Library {
  /// Drops notes for good, here and on every device that syncs. Drops all of the notes or none.
  ///
  /// A device that does not know of the purge may have edits that this device has not seen. These
  /// edits bring the whole note back, with ``NoteSummary/wasPurged``. The note comes back into the
  /// trash, unless the edits took it out of the trash.
  ///
  /// Objects that lie in remotes are not touched.
  ///
  /// - Throws: ``LibraryFailure/unknownNote(_:)``, and ``LibraryFailure/notInTrash(title:)`` for
  ///   a note that is not in the trash.
  public func purge(_ ids: [NoteID]) throws {
    try changing {
      for id in ids {
        _ = try trashed(id)
        try naming(.purge(id)) {
          _ = try collection.remove(id.uuid, leaving: { $0.isTrashed.confirm() })
        }
      }
    }
  }

  /// Checks that notes could be purged.
  ///
  /// - Throws: The errors of ``purge(_:)``.
  public func checkPurge(_ ids: [NoteID]) throws {
    try documents.reading {
      for id in ids { _ = try trashed(id) }
    }
  }

  private func trashed(_ id: NoteID) throws -> Note {
    let note = try note(id)
    guard note.isTrashed.value else { throw LibraryFailure.notInTrash(title: note.title.value) }
    return note
  }
}
