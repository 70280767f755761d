// SPDX-License-Identifier: MIT

import SequenceEngine

extension ReplicatingText {
  /// A place in a text that stays with its character: the caret of an editor, an end of a
  /// selection, the subject of a comment.
  ///
  /// ```swift
  /// var text: ReplicatingText = "one three"
  /// let caret = text.characters.anchor(at: 4)
  /// text.characters.insert("two ", at: 0)
  /// text.characters.offset(of: caret)  // 8
  /// ```
  ///
  /// An anchor can be stored and sent: it means the same in every copy of the text that knows the
  /// character.
  public typealias Anchor = SequenceAnchor
}

extension ReplicatingText.View {
  /// The anchor of a position.
  ///
  /// - Parameters:
  ///   - offset: At most ``count``. An offset within a scalar counts as the scalar's start.
  ///   - side: `.before`, the default, ties the anchor to the next scalar: text typed here goes
  ///     before the anchor, as before a caret. `.after` ties the anchor to the previous scalar:
  ///     text typed here goes after the anchor.
  /// - Complexity: O(log *n*) for *n* edits in the history, plus the cost of ``scalarOffset(of:)``.
  ///   If the history is not indexed yet, the call indexes it in O(*n*).
  public func anchor(
    at offset: Int, _ side: ReplicatingText.Anchor.Side = .before
  ) -> ReplicatingText.Anchor {
    let scalar = scalarOffset(of: offset)
    let storage = text.storage
    return storage.log.anchor(
      at: scalar, side, documentLength: storage.rope.measure.scalars, cache: storage.history)
  }

  /// The position of an anchor. If the anchor's character was deleted, the position where the
  /// character stood.
  ///
  /// - Returns: Nil if the character is not known here: it is yet to be merged, or it belongs to
  ///   another text.
  /// - Complexity: O(log *n*) for *n* edits in the history, plus the cost of `offset(ofScalar:)`.
  ///   The call also indexes the history in O(*n*), or only the edits since the history was last
  ///   indexed.
  public func offset(of anchor: ReplicatingText.Anchor) -> Int? {
    let storage = text.storage
    guard
      let scalar = storage.log.position(
        of: anchor, documentLength: storage.rope.measure.scalars, cache: storage.history)
    else { return nil }
    return self.offset(ofScalar: scalar)
  }
}
