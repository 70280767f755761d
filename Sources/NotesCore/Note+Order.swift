// SPDX-License-Identifier: MIT

import ReplicatingTypes

extension Note {
  /// The index by which lists sort the note: the one that it was moved to last, else that of its creation,
  /// newest first. So moving a note is one edit of it, and no other note moves.
  public var order: FractionalIndex {
    place.value == .unset ? FractionalIndex(ofTime: created.value) : place.value
  }

  /// Moves the note to an index. That of its creation is none of its own.
  public mutating func move(to index: FractionalIndex) {
    place.value = index == FractionalIndex(ofTime: created.value) ? .unset : index
  }
}
