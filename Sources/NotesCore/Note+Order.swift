// SPDX-License-Identifier: MIT

import ReplicatingTypes

extension Note {
  /// The index by which lists sort the note: the index of its last move, or else of its creation,
  /// newest first. So moving a note is one edit of it, and no other note moves. A place beyond
  /// ``NoteLimits`` counts as none.
  public var order: FractionalIndex {
    1...NoteLimits.placeSize ~= place.value.bytes.count ? place.value : home
  }

  /// The index of its creation. Lists hold times up to 2^63 - 1.
  private var home: FractionalIndex {
    FractionalIndex(ofTime: UInt64(Int64(clamping: created.value)))
  }

  /// Moves the note to an index. At the index of its creation, the note has no place of its own.
  public mutating func move(to index: FractionalIndex) {
    place.value = index == home ? .unset : index
  }
}
