// SPDX-License-Identifier: MIT

import ReplicatingTypes

extension Note {
  /// The index by which lists sort the note: the index of its last move. Notes that were never
  /// moved have the index of their creation, by which the newest note comes first. So moving a note
  /// is one edit of that note, and no other note moves. A ``place`` that exceeds
  /// ``NoteLimits/placeSize`` is ignored.
  public var order: FractionalIndex {
    1...NoteLimits.placeSize ~= place.value.bytes.count ? place.value : home
  }

  /// The index of the note's creation. Tables of lists hold times up to 2^63 - 1.
  private var home: FractionalIndex {
    FractionalIndex(ofTime: UInt64(Int64(clamping: created.value)))
  }

  /// Moves the note to an index. At the index of the note's creation, ``place`` becomes unset.
  public mutating func move(to index: FractionalIndex) {
    place.value = index == home ? .unset : index
  }
}
