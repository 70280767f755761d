// SPDX-License-Identifier: MIT

/// An operation that a merge applies to the current document. Positions count the elements visible
/// at that moment.
package enum DocumentOperation: Equatable, Sendable {
  /// Insert elements. `elements` are elements of the log, numbered in the order in which the log
  /// learned of them.
  case insert(elements: Range<Int>, at: Int)
  /// Delete elements.
  case delete(Range<Int>)
}
