// SPDX-License-Identifier: MIT

/// A set whose copies can be changed separately and then merged. An element is present if its last
/// insert is later than its last remove.
///
/// ```swift
/// var mine: ReplicatingSet = ["home", "shopping"]
/// var yours = mine
/// mine.remove("home")
/// yours.insert("urgent")
/// mine.merge(yours)
/// print(mine.values)  // shopping and urgent, in any order
/// ```
///
/// A removed element is remembered, so that no old copy brings it back. Iteration has the same
/// order in every copy: the order of the first inserts.
public struct ReplicatingSet<Element: Hashable & Sendable>: Sendable {
  @usableFromInline
  var storage: SetStorage<Element, PresenceEntry>

  /// Makes an empty set.
  @inlinable
  public init() {
    self.init(state: Presence())
  }

  @inlinable
  init(state: Presence<Element>) {
    storage = SetStorage(state)
  }

  /// Makes a set and inserts some elements.
  ///
  /// The elements are inserted in the order of `elements`. The order of a Swift `Set` differs from
  /// one run of a program to the next.
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
  /// - Complexity: O(*n*) for *n* elements that are or were present.
  @inlinable
  public var values: Set<Element> {
    var values = Set<Element>(minimumCapacity: count)
    storage.state.entries.forEach { if $0.value.isPresent { values.insert($0.key) } }
    return values
  }

  /// How many elements there are.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var count: Int { storage.state.count }

  /// Whether the set is empty.
  ///
  /// - Complexity: O(1)
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// Whether an element is present.
  ///
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable
  public func contains(_ element: Element) -> Bool {
    storage.state.contains(element)
  }

  // MARK: Editing

  /// Inserts an element.
  ///
  /// Inserting a present element is an edit too: it wins over an earlier remove in another copy.
  ///
  /// - Returns: True if the element was absent.
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable
  @discardableResult
  public mutating func insert(_ element: Element) -> Bool {
    let isNew = !contains(element)
    prepareToChange()
    storage.state.insert(element, by: storage.claimSession())
    return isNew
  }

  /// Inserts an element, and returns a result of two parts, as a Swift `Set` does:
  /// `tags.insert("home").inserted`.
  ///
  /// - Returns: Whether the element was absent, and the element as the set holds it now.
  @inlinable
  @discardableResult
  @_disfavoredOverload
  public mutating func insert(
    _ element: Element
  ) -> (inserted: Bool, memberAfterInsert: Element) { (insert(element), element) }

  /// Removes an element. Removing an absent element is no edit.
  ///
  /// - Returns: The element, or nil if it was absent.
  /// - Complexity: O(log *n*) for *n* elements.
  @inlinable
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    guard contains(element) else { return nil }
    prepareToChange()
    storage.state.remove(element, by: storage.claimSession())
    return element
  }

  /// Removes all elements. An element that another copy inserts after this removal stays.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements.
  @inlinable
  public mutating func removeAll() {
    for element in self { remove(element) }
  }

  /// Removes the elements for which a condition holds.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements.
  @inlinable
  public mutating func removeAll(where isRemoved: (Element) throws -> Bool) rethrows {
    for element in try filter(isRemoved) as [Element] { remove(element) }
  }

  @inlinable
  mutating func prepareToChange() {
    SetStorage.makeUnique(&storage)
    storage.order.forget()
  }
}
