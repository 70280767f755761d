// SPDX-License-Identifier: MIT

/// Edits of several elements. Elements that an operation leaves alone are not edited, so concurrent
/// edits of them in other copies are kept.
extension ReplicatingSet {
  /// Inserts elements in order, including present elements, as `insert(_:)` does.
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

  /// Removes the elements that are not in `elements`. The elements that stay are not inserted anew.
  ///
  /// - Complexity: O(*m* + *n* log *n*) for *m* elements.
  @inlinable
  public mutating func formIntersection(_ elements: some Sequence<Element>) {
    let kept = Set(elements)
    for element in self where !kept.contains(element) { remove(element) }
  }

  /// Removes the elements that are present, and inserts the elements that are absent. Equal
  /// elements count once.
  ///
  /// - Complexity: O(*m* log *n*) for *m* elements.
  @inlinable
  public mutating func formSymmetricDifference(_ elements: some Sequence<Element>) {
    var known: Set<Element> = []
    for element in elements where known.insert(element).inserted {
      if remove(element) == nil { insert(element) }
    }
  }

  /// Makes the set hold `elements` and no others: removes the others, and inserts absent elements
  /// in the order given. Present elements are not inserted anew.
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
  /// The new elements are compared with the present elements of this set. A form that was on screen
  /// for a while must compare them with the elements that it showed: keep a copy of the set shown,
  /// update the copy, and merge it.
  ///
  /// - Complexity: O(*m* log *n* + *n* log *n*) for *m* elements.
  @inlinable
  public mutating func update(to elements: some Sequence<Element>) {
    let elements = Array(elements)
    formIntersection(elements)
    for element in elements where !contains(element) { insert(element) }
  }
}

/// Edited copies, by methods with the names of Swift's `Set`.
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
