// SPDX-License-Identifier: MIT

/// What a merge does to the document as it stands: positions count its visible
/// elements at that moment.
package enum DocumentOperation: Equatable, Sendable {
  /// Put elements in. `elements` is a range of the log's inserted elements, by
  /// the order in which they were learned.
  case insert(elements: Range<Int>, at: Int)
  /// Take elements out.
  case delete(Range<Int>)
}
