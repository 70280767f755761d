// SPDX-License-Identifier: MIT

/// The meaning of the ids that a ``HistoryIndex`` gives to elements.
extension SequenceLog {
  /// Calls `body` with the places of elements in the content, in ascending ranges.
  ///
  /// - Parameter elements: The events that inserted the elements.
  func forEachRange(ofElements elements: Range<Int>, _ body: (Range<Int>) -> Void) {
    operations.forEachPiece(in: elements) { piece in
      body(piece.firstElement..<(piece.firstElement + piece.events.count))
    }
  }
}
