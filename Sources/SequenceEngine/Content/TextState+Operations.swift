// SPDX-License-Identifier: MIT

extension TextState {
  /// Applies the operations of a merge to the shown text. The inserted text must already hold the
  /// scalars that the operations insert.
  ///
  /// - Complexity: O(log *n* + *m*) for each operation that changes *m* of the *n* shown bytes.
  package mutating func apply(_ operations: [DocumentOperation]) {
    settle()
    Self.apply(operations, from: settledInserted, to: &shown)
    checkInvariants()
  }

  private static func apply(
    _ operations: [DocumentOperation], from inserted: borrowing InsertedText,
    to shown: inout TextRope
  ) {
    for operation in operations {
      switch operation {
      case .insert(let elements, let position):
        var position = position
        inserted.forEachPiece(of: elements) { utf8, scalars in
          shown.insert(utf8, TextMeasure(of: utf8, scalars: scalars), at: position)
          position += scalars
        }
      case .delete(let range):
        shown.remove(range)
      }
    }
  }
}
