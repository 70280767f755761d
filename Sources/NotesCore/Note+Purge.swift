// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

extension DocumentRemoval {
  /// Purges a note on all devices. If another copy has an edit that this copy lacks, the note comes
  /// back. It comes back into the trash, or out of the trash if the edit restores the note.
  ///
  /// - Throws: An `EncodingFailure` for a note that cannot be encoded.
  public mutating func purge(_ note: Note) throws(EncodingFailure) {
    var trashed = note
    trashed.isTrashed.confirm()
    try remove(trashed, leavingSince: note.version)
  }
}
