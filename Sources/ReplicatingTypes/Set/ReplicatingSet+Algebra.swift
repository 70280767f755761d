// SPDX-License-Identifier: MIT

/// Edits of several elements. Each operation edits only the elements that it changes, so concurrent
/// edits of all other elements are kept.
extension ReplicatingSet {
  /// Inserts elements in the order given. Inserting a present element is an edit, too.
  ///
  /// - Complexity: O(*m* log *n*) for *m* given elements and a set of *n* elements.
  @inlinable
  public mutating func formUnion(_ elements: some Sequence<Element>) {
    for element in elements { insert(element) }
  }

  /// Removes elements. Does nothing for absent elements.
  ///
  /// - Complexity: O(*m* log *n*) for *m* given elements and a set of *n* elements.
  @inlinable
  public mutating func subtract(_ elements: some Sequence<Element>) {
    for element in elements { remove(element) }
  }

  /// Removes the elements that are not in `elements`. Does not edit the other elements.
  ///
  /// - Complexity: O(*m* + *n* log *n*) for *m* given elements and a set of *n* elements.
  @inlinable
  public mutating func formIntersection(_ elements: some Sequence<Element>) {
    let kept = Set(elements)
    for element in self where !kept.contains(element) { remove(element) }
  }

  /// Removes each given element that is present, and inserts each given element that is absent.
  /// Equal elements count once.
  ///
  /// - Complexity: O(*m* log *n*) for *m* given elements and a set of *n* elements.
  @inlinable
  public mutating func formSymmetricDifference(_ elements: some Sequence<Element>) {
    var known: Set<Element> = []
    for element in elements where known.insert(element).inserted {
      if remove(element) == nil { insert(element) }
    }
  }

  /// Makes the set hold `elements` and no others: removes the others, and inserts absent elements
  /// in the order given. Does not edit given elements that are present.
  ///
  /// ```swift
  /// var mine: ReplicatingSet = ["home", "urgent"]
  /// var yours = mine
  /// mine.update(to: ["home", "garden"])
  /// yours.update(to: ["home", "urgent", "summer"])
  /// mine.merge(yours)
  /// print(mine.values)  // home, garden and summer, in any order
  /// ```
  ///
  /// If `elements` come from a form on screen, elements that were merged into this set meanwhile
  /// are missing from the form, and would be removed. So let the form show a copy of the set,
  /// update the copy, and merge the copy into this set.
  ///
  /// - Complexity: O(*m* log *n* + *n* log *n*) for *m* given elements and a set of *n* elements.
  @inlinable
  public mutating func update(to elements: some Sequence<Element>) {
    let elements = Array(elements)
    formIntersection(elements)
    for element in elements where !contains(element) { insert(element) }
  }
}

/// Methods that return edited copies. They are named like the methods of Swift's `Set`.
///
/// ```swift
/// var tags: ReplicatingSet = ["home", "urgent"]
/// let fewer = tags.subtracting(["urgent"])
/// tags.merge(fewer)  // removes "urgent": the copy has seen it
/// print(tags)  // [home]
/// ```
extension ReplicatingSet {
  /// A copy after ``formUnion(_:)``.
  @inlinable
  public func union(_ elements: some Sequence<Element>) -> Self {
    edited { $0.formUnion(elements) }
  }

  /// A copy after ``formIntersection(_:)``.
  @inlinable
  public func intersection(_ elements: some Sequence<Element>) -> Self {
    edited { $0.formIntersection(elements) }
  }

  /// A copy after ``subtract(_:)``.
  @inlinable
  public func subtracting(_ elements: some Sequence<Element>) -> Self {
    edited { $0.subtract(elements) }
  }

  /// A copy after ``formSymmetricDifference(_:)``.
  @inlinable
  public func symmetricDifference(_ elements: some Sequence<Element>) -> Self {
    edited { $0.formSymmetricDifference(elements) }
  }

  /// A copy with only the elements for which the condition holds.
  @inlinable
  public func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
    var copy = self
    try copy.removeAll { try !isIncluded($0) }
    return copy
  }

  @inlinable
  func edited(_ edit: (inout Self) -> Void) -> Self {
    var copy = self
    edit(&copy)
    return copy
  }
}
