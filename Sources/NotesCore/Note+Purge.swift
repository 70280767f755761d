// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

extension DocumentRemoval {
  /// Purges a note, for all copies that hold no edit which this copy of the note lacks. Another edit brings it
  /// back, into the trash unless the edit restores it.
  ///
  /// - Throws: An `EncodingFailure` for a note that cannot be encoded.
  public mutating func purge(_ note: Note) throws(EncodingFailure) {
    var trashed = note
    trashed.isTrashed.confirm()
    try remove(trashed, leavingSince: note.version)
  }
}
