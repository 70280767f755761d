// SPDX-License-Identifier: MIT

import Difference
import SequenceEngine

extension ReplicatingText {
  /// Makes the text read `string` by a smallest difference in `Character`s:
  /// what stays the same is not touched, so edits that others make to it in the
  /// meantime are kept.
  ///
  /// Of the smallest differences one is taken that changes whole lines, or whole words, where
  /// there is one.
  ///
  /// The difference is taken against this value. An editor that shows a text for
  /// a while must take it against what it showed: update a copy kept from then,
  /// and merge that copy.
  ///
  /// Beyond ten thousand `Character`s removed and inserted the difference is a good
  /// one, not the smallest, and what two texts share by chance, less than eight
  /// `Character`s in a row, counts as replaced.
  ///
  /// - Complexity: O(*n* + *d*²) expected and O(*n* · *d*) at worst for *d* differences, or ten
  ///   thousand if there are more; then O(*n* log *n*) besides. O(*n*) memory.
  public mutating func update(to string: String) {
    let new = TextStorage(showing: string)
    // From the last to the first, so that earlier positions stay true.
    for replacement in TextDifference(from: storage, to: new).replacements.reversed() {
      let inserted = String(decoding: new.rope.utf8(replacement.new), as: UTF8.self)
      replace(scalars: replacement.old, with: inserted)
    }
  }
}
