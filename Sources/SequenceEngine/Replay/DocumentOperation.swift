// SPDX-License-Identifier: MIT

/// An operation that a merge applies to the current document. Positions count the elements that are
/// visible right before the operation.
package enum DocumentOperation: Equatable, Sendable {
  /// Insert `elements`, which are numbered in the order in which the log learned of elements.
  case insert(elements: Range<Int>, at: Int)
  /// Delete elements.
  case delete(Range<Int>)
}
