// SPDX-License-Identifier: MIT

/// A set that only grows, and whose copies can be changed apart. An inserted element stays.
///
/// ```swift
/// var mine: ReplicatingAddOnlySet = ["milk"]
/// var yours = mine
/// mine.insert("bread")
/// yours.insert("oats")
/// mine.merge(yours)
/// print(mine)  // [milk, bread, oats]
/// ```
///
/// An add-only set takes less memory than a ``ReplicatingSet``, because it keeps only the first
/// insert of each element. Iteration has the same order in every copy: the order of the first
/// inserts. (A grow-only set: Shapiro et al., "A comprehensive study of Convergent and Commutative
/// Replicated Data Types", 2011, section 3.3.1.)
///
/// Two sets made from equal elements have separate histories, so the sets are not equal. Merging
/// joins the histories. To compare the elements alone, compare ``values``.
public struct ReplicatingAddOnlySet<Element: Hashable & Sendable>: Sendable {
  @usableFromInline
  var storage: SetStorage<Element, Addition>

  /// Makes an empty set.
  @inlinable
  public init() {
    self.init(state: Additions())
  }

  @inlinable
  init(state: Additions<Element>) {
    storage = SetStorage(state)
  }

  /// Makes a set and inserts some elements.
  ///
  /// The elements are inserted in the order of `elements`. The order of a Swift
  /// `Set` differs from one run of a program to the next.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements.
  @inlinable
  public init(_ elements: some Sequence<Element>) {
    self.init()
    formUnion(elements)
  }

  /// Makes a set and inserts some elements in order.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements.
  @inlinable
  public init(array: [Element]) {
    self.init(array)
  }

  // MARK: Reading

  /// The elements, without an order.
  ///
  /// - Complexity: O(*n*) for *n* elements.
  @inlinable
  public var values: Set<Element> {
    var values = Set<Element>(minimumCapacity: count)
    storage.state.entries.forEach { values.insert($0.key) }
    return values
  }

  /// The number of elements.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var count: Int { storage.state.count }

  /// Whether the set is empty.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// Whether an element was inserted.
  ///
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    storage.state.contains(element)
  }

  // MARK: Editing

  /// Inserts an element. Does nothing if the element is present.
  ///
  /// - Returns: Whether the element was absent.
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element) -> Bool { insert(element).inserted }

  /// Inserts an element, and returns a result of two parts, as a Swift `Set` does:
  /// `names.insert("Ada").inserted`.
  ///
  /// - Returns: Whether the element was absent, and the element that the set holds now.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public mutating func insert(
    _ element: Element
  ) -> (inserted: Bool, memberAfterInsert: Element) {
    if let present = storage.state.entries.item(for: element)?.key { return (false, present) }
    prepareToChange()
    let session = storage.claimSession()
    let stamp = storage.state.newStamp(by: session, replacing: nil)
    storage.state.set(element, to: Addition(stamp: stamp))
    return (true, element)
  }

  /// Inserts some elements in order, except elements that are already present.
  ///
  /// - Complexity: O(*m* log *n*) to insert *m* elements, for *n* elements afterwards.
  @inlinable
  public mutating func formUnion(_ elements: some Sequence<Element>) {
    for element in elements { insert(element) }
  }

  /// A copy of this set that also holds `elements`, inserted by ``formUnion(_:)``.
  @inlinable
  public func union(_ elements: some Sequence<Element>) -> Self {
    var copy = self
    copy.formUnion(elements)
    return copy
  }

  @inlinable
  mutating func prepareToChange() {
    SetStorage.makeUnique(&storage)
    storage.order.forget()
  }
}
