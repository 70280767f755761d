// SPDX-License-Identifier: MIT

import Difference
import SequenceEngine

extension ReplicatingText {
  /// Makes the text read `string` by a small difference in `Character`s. Unchanged text is not
  /// touched, so concurrent edits of it are kept.
  ///
  /// The method starts from a smallest difference, placed to change whole lines or whole words if
  /// possible. Then a word that changes by more than one insertion or one removal is replaced
  /// whole. Replaced words with mere spaces or punctuation between them are replaced together. So
  /// if two devices put texts in one place, each text stays in one piece.
  ///
  /// The difference is taken against this value. The string of a text view may lack edits that this
  /// value knows, and the difference would delete those edits. Use a ``TextEditing`` for what a
  /// person types in a text view.
  ///
  /// If more than ten thousand `Character`s are removed and inserted, the method starts from a good
  /// difference instead of a smallest one. It then also replaces equal stretches of fewer than
  /// eight `Character`s.
  ///
  /// - Complexity: O(*n* + *d*²) expected and O(*n* · *d*) at worst for *d* differences. Only ten
  ///   thousand differences count; if there are more, O(*n* log *n*) is added. O(*n*) memory.
  public mutating func update(to string: String) {
    let new = TextStorage(showing: string)
    // Going from the last to the first keeps earlier positions valid.
    for replacement in TextDifference(from: storage, to: new).replacements.reversed() {
      let inserted = String(decoding: new.rope.utf8(replacement.new), as: UTF8.self)
      replace(scalars: replacement.old, with: inserted)
    }
  }
}
