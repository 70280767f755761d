// SPDX-License-Identifier: MIT

import ReplicatingTypes

extension Note {
  /// The index by which lists sort the note: the index of its last move. A note that was never
  /// moved has the index of its creation. Indices of creation put the newest note first. Moving a
  /// note is one edit of that note, and no other note changes. A ``place`` that exceeds
  /// ``NoteLimits/placeSize`` is ignored.
  public var order: FractionalIndex {
    1...NoteLimits.placeSize ~= place.value.bytes.count ? place.value : home
  }

  /// The index of the note's creation. Times are clamped to 2^63 - 1, as tables of lists require.
  private var home: FractionalIndex {
    FractionalIndex(ofTime: UInt64(Int64(clamping: created.value)))
  }

  /// Moves the note to an index. A move to the index of the note's creation unsets ``place``.
  public mutating func move(to index: FractionalIndex) {
    place.value = index == home ? .unset : index
  }
}
