// SPDX-License-Identifier: MIT

/// An operation that a merge applies to the current document. Positions count the elements visible
/// at that moment.
package enum DocumentOperation: Equatable, Sendable {
  /// Insert elements. `elements` is a range of the log's inserted elements, in the order in which
  /// the log learned them.
  case insert(elements: Range<Int>, at: Int)
  /// Delete elements.
  case delete(Range<Int>)
}
