// SPDX-License-Identifier: MIT

/// The shown elements of a log, found by playing its whole history.
///
/// A draft stores only ranges of elements, so most edits change two numbers.
package struct DocumentDraft {
  /// The shown elements, in order.
  package let elements: [Range<Int>]

  /// Plays operations on an empty document.
  ///
  /// - Complexity: O(*n*) for *n* operations that are near each other, *n*²/64 steps at worst.
  init(_ operations: [DocumentOperation]) {
    var ranges = DraftRanges()
    for operation in operations {
      switch operation {
      case .insert(let elements, let position): ranges.insert(elements, at: position)
      case .delete(let range): ranges.delete(range)
      }
    }
    elements = ranges.elements()
  }

  /// Plays operation runs on an empty document, one after the other.
  ///
  /// - Complexity: O(*n*) for *n* runs that are near each other, *n*²/64 steps at worst.
  init(_ runs: [OperationRun]) {
    var ranges = DraftRanges()
    var (length, elementCount) = (0, 0)
    for run in runs {
      if run.isInsert {
        ranges.insert(elementCount..<(elementCount + run.length), at: min(run.position, length))
        elementCount += run.length
        length += run.length
      } else {
        let deleted = run.length - run.misses(documentLength: length)
        // Deletes beyond the end delete nothing. These are the first deletes of a run of
        // backspaces, or the last deletes of a run of forward deletes.
        let end = run.kind == .deleteForward ? run.position + deleted : run.end + deleted
        ranges.delete((end - deleted)..<end)
        length -= deleted
      }
    }
    elements = ranges.elements()
  }
}
