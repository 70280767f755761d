// SPDX-License-Identifier: MIT

/// Edits of an array with their record: one call for an edit, since calls between
/// modules count here.
///
/// Only after ``beginEdits(by:)``, if nothing else happened since.
extension SequenceLog {
  /// Deletes some elements and inserts new ones in their place.
  ///
  /// Inserting on and deleting on, which most edits do, change a few numbers.
  ///
  /// - Parameters:
  ///   - range: Within what is shown.
  ///   - count: How many new elements there are. They take the next slots.
  ///   - order: What is shown.
  /// - Complexity: O(1) where the last edit was, else O(log *n*).
  @usableFromInline
  package mutating func replaceElements(
    _ range: Range<Int>, withNew count: Int, in order: inout SlotRope
  ) {
    let length = range.upperBound &- range.lowerBound
    if length == 0 {
      let next = OperationLog.Continuation(kind: .insert, position: range.lowerBound)
      if operations.continuation == next,
        order.insertAtFinger(operations.elementCount, count: count, at: range.lowerBound)
      {
        return carryOn(count)
      }
    } else if count == 0 {
      if operations.isDeleteCarriedOn(length, at: range.lowerBound), order.removeAtFinger(range) {
        return carryOn(-length)
      }
    }
    replaceElementsElsewhere(range, withNew: count, in: &order)
  }

  /// Apart, so that the quick way needs no memory for it.
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
