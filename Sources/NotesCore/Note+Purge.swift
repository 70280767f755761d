// SPDX-License-Identifier: MIT

import BinaryCoding
import ReplicatingTypes

extension DocumentRemoval {
  /// Purges a note on all devices. A copy with an edit that this copy lacks brings the note back,
  /// into the trash unless that edit restores it.
  ///
  /// - Throws: An `EncodingFailure` for a note that cannot be encoded.
  public mutating func purge(_ note: Note) throws(EncodingFailure) {
    var trashed = note
    trashed.isTrashed.confirm()
    try remove(trashed, leavingSince: note.version)
  }
}
