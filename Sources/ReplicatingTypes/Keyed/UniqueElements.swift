// SPDX-License-Identifier: MIT

/// A collection that holds each element once, such as ``ReplicatingSet``. The methods that compare
/// such a collection with other elements are named like the methods of Swift's `Set`.
public protocol UniqueElements: Collection where Element: Hashable {
  /// Whether an element is present.
  func contains(_ element: Element) -> Bool
}

extension ReplicatingAddOnlySet: UniqueElements {}
extension ReplicatingOrderedSet: UniqueElements {}
extension ReplicatingSet: UniqueElements {}

extension UniqueElements {
  /// Whether all elements are among `others`.
  ///
  /// - Complexity: O(*m* + *n* log *n*) for *n* elements and *m* others.
  @inlinable
  public func isSubset(of others: some Sequence<Element>) -> Bool {
    let others = Set(others)
    return count <= others.count && allSatisfy(others.contains)
  }

  /// Whether all `others` are elements of this collection.
  ///
  /// - Complexity: O(*m* log *n*) for *n* elements and *m* others.
  @inlinable
  public func isSuperset(of others: some Sequence<Element>) -> Bool {
    others.allSatisfy(contains)
  }

  /// Whether all elements are among `others`, and `others` has further elements.
  ///
  /// - Complexity: O(*m* + *n* log *n*) for *n* elements and *m* others.
  @inlinable
  public func isStrictSubset(of others: some Sequence<Element>) -> Bool {
    let others = Set(others)
    return count < others.count && allSatisfy(others.contains)
  }

  /// Whether all `others` are elements of this collection, and the collection has further elements.
  ///
  /// - Complexity: O(*m* log *n*) for *n* elements and *m* others.
  @inlinable
  public func isStrictSuperset(of others: some Sequence<Element>) -> Bool {
    let others = Set(others)
    return others.count < count && others.allSatisfy(contains)
  }

  /// Whether none of `others` is an element of this collection.
  ///
  /// - Complexity: O(*m* log *n*) for *n* elements and *m* others.
  @inlinable
  public func isDisjoint(with others: some Sequence<Element>) -> Bool {
    !others.contains(where: contains)
  }
}
