// SPDX-License-Identifier: MIT

/// Edits of several elements. Elements that an operation leaves alone are not edited, so concurrent
/// edits of them in other copies are kept. An assignment would replace them.
extension ReplicatingSet {
  /// Inserts elements in order, each as ``insert(_:)`` does: also those that are
  /// present.
  ///
  /// - Complexity: O(*m* log *n*) for *m* elements.
  @inlinable
  public mutating func formUnion(_ elements: some Sequence<Element>) {
    for element in elements { insert(element) }
  }

  /// Removes elements. Does nothing for absent elements.
  ///
  /// - Complexity: O(*m* log *n*) for *m* elements.
  @inlinable
  public mutating func subtract(_ elements: some Sequence<Element>) {
    for element in elements { remove(element) }
  }

  /// Removes all but some elements. Those that stay are not inserted anew.
  ///
  /// - Complexity: O(*m* + *n* log *n*) for *m* elements.
  @inlinable
  public mutating func formIntersection(_ elements: some Sequence<Element>) {
    let kept = Set(elements)
    for element in self where !kept.contains(element) { remove(element) }
  }
}
