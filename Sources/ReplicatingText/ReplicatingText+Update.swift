// SPDX-License-Identifier: MIT

import Difference
import SequenceEngine

extension ReplicatingText {
  /// Changes the text into `string` with few edits of whole `Character`s. Unchanged text is not
  /// touched, so concurrent edits of the unchanged text are kept.
  ///
  /// The method starts from a smallest difference, and shifts its changes to whole lines or whole
  /// words if possible. Then a word that changes by more than one insertion or one removal is
  /// replaced whole. Replaced words with mere spaces or punctuation between them are replaced
  /// together. So if two devices put texts in one place, each text stays in one piece.
  ///
  /// The method compares `string` with this value. The string of a text view may lack edits that
  /// this value knows, and the method would undo those edits. Use a ``TextEditing`` for what a
  /// person types in a text view.
  ///
  /// If more than ten thousand `Character`s are removed and inserted, the method starts from a good
  /// difference instead of a smallest one. It then also replaces equal stretches of fewer than
  /// eight `Character`s.
  ///
  /// - Complexity: O(*n* + *d*²) expected and O(*n* · *d*) at worst, for *n* `Character`s of both
  ///   texts, of which *d* are removed or inserted. If *d* is above ten thousand, ten thousand
  ///   stands for *d*, and O(*n* log *n*) is added. The method needs O(*n*) memory.
  public mutating func update(to string: String) {
    let new = TextStorage(showing: string)
    // A replacement leaves earlier positions valid, so the last replacement is made first.
    for replacement in TextDifference(from: storage, to: new).replacements.reversed() {
      let inserted = String(decoding: new.rope.utf8(replacement.new), as: UTF8.self)
      replace(scalars: replacement.old, with: inserted)
    }
  }
}
