// SPDX-License-Identifier: MIT

import Difference
import SequenceEngine

extension ReplicatingText {
  /// Makes the text read `string` by a small difference in `Character`s. Unchanged text is not
  /// touched, so concurrent edits of it are kept.
  ///
  /// The difference begins as a smallest one, which changes whole lines or whole words if possible.
  /// Then a word that changes by more than one insertion or one removal is replaced whole. Replaced
  /// words with mere spaces or punctuation between them are replaced together. So if two devices
  /// put texts in one place, each text stays in one piece.
  ///
  /// The difference is taken against this value. The string of a text view may lack edits that this
  /// value knows, and so the difference would delete them. Give a ``TextEditing`` what a person
  /// types in a text view.
  ///
  /// Beyond ten thousand `Character`s removed and inserted, the difference begins as a good one,
  /// not the smallest. It then also replaces common stretches of less than eight `Character`s.
  ///
  /// - Complexity: O(*n* + *d*²) expected and O(*n* · *d*) at worst for *d* differences, or ten
  ///   thousand if there are more; then O(*n* log *n*) in addition. O(*n*) memory.
  public mutating func update(to string: String) {
    let new = TextStorage(showing: string)
    // Going from the last to the first keeps earlier positions valid.
    for replacement in TextDifference(from: storage, to: new).replacements.reversed() {
      let inserted = String(decoding: new.rope.utf8(replacement.new), as: UTF8.self)
      replace(scalars: replacement.old, with: inserted)
    }
  }
}
