// SPDX-License-Identifier: MIT

extension TextState {
  /// Applies the operations of a merge to the shown text. The inserted text already holds the
  /// scalars that they insert.
  ///
  /// Positions beyond the text are clamped. Only wrong own bytes cause such positions. No result
  /// would be right, and a trap would be worse.
  ///
  /// - Complexity: O(log *n* + *m*) for each operation that changes *m* bytes.
  package mutating func apply(_ operations: [DocumentOperation]) {
    settle()
    Self.apply(operations, from: settledInserted, to: &shown)
    checkInvariants()
  }

  private static func apply(
    _ operations: [DocumentOperation], from inserted: borrowing InsertedText,
    to shown: inout TextRope
  ) {
    var count = shown.measure.scalars
    for operation in operations {
      switch operation {
      case .insert(let elements, let position):
        var position = min(position, count)
        inserted.forEachPiece(of: elements) { utf8, scalars in
          shown.insert(utf8, TextMeasure(of: utf8, scalars: scalars), at: position)
          position += scalars
        }
        count += elements.count
      case .delete(let range):
        let range = range.clamped(to: 0..<count)
        shown.remove(range)
        count -= range.count
      }
    }
  }
}
