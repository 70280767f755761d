// SPDX-License-Identifier: MIT

/// Edits of an array, each with its record in the log. An edit is one call, because calls between
/// modules are costly here.
///
/// Call these methods only after ``beginEdits(by:)`` or after each other, with no other change of
/// the log in between.
extension SequenceLog {
  /// Deletes some elements and inserts new ones in their place.
  ///
  /// Continued inserting and continued deleting, the most frequent edits, change only a few
  /// numbers.
  ///
  /// - Parameters:
  ///   - range: The positions to delete, within the shown elements.
  ///   - count: The number of new elements. They take the next slots.
  ///   - order: The shown elements.
  /// - Complexity: O(1) at the last edit, O(log *n* + *m*) elsewhere for *n* runs of slots and *m*
  ///   deleted runs.
  @usableFromInline
  package mutating func replaceElements(
    _ range: Range<Int>, withNew count: Int, in order: inout SlotRope
  ) {
    if range.isEmpty {
      let next = OperationLog.Continuation(kind: .insert, position: range.lowerBound)
      if operations.continuation == next,
        order.insertAtFinger(operations.elementCount, count: count, at: range.lowerBound)
      {
        return carryOnInserting(count)
      }
    } else if count == 0 {
      return removeElements(range, in: &order)
    }
    replaceElementsElsewhere(range, withNew: count, in: &order)
  }

  /// A separate function, so that continued inserting needs no stack space for variables of this
  /// function.
  @inline(never)
  private mutating func removeElements(_ range: Range<Int>, in order: inout SlotRope) {
    if operations.isDeleteCarriedOn(range.count, at: range.lowerBound),
      order.removeAtFinger(range)
    {
      return carryOn(-range.count)
    }
    replaceElementsElsewhere(range, withNew: 0, in: &order)
  }

  /// A separate function, for the same reason as `removeElements(_:in:)`.
  @inline(never)
  private mutating func replaceElementsElsewhere(
    _ range: Range<Int>, withNew count: Int, in order: inout SlotRope
  ) {
    order.check(range)
    if !range.isEmpty {
      recordDelete(range.count, at: range.lowerBound, documentLength: order.count)
      order.remove(range)
    }
    guard count > 0 else { return }
    let first = elementCount
    recordInsert(count, at: range.lowerBound, documentLength: order.count)
    order.insert(first..<(first + count), at: range.lowerBound)
  }
}
