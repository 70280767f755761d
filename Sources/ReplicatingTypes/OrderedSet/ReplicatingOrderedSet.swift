// SPDX-License-Identifier: MIT

import BinaryCoding

/// Unique elements in an order that people choose.
///
/// ```swift
/// var mine: ReplicatingOrderedSet = ["a", "b", "c"]
/// var yours = mine
/// mine.move("c", to: 0)
/// yours.move("c", to: 1)
/// mine.merge(yours)
/// print(mine.count)  // 3: one of the two moves won, the later one
/// ```
///
/// As in a ``ReplicatingSet``, an element is present if its last insert is later than its last
/// remove. A move counts as an insert. Each insert or move gives the element a new position, and
/// the latest position counts. So an element that two people move at once stays one element.
public struct ReplicatingOrderedSet<Element: Hashable & Sendable & ReplicatedContent>: Sendable {
  var storage: OrderedSetStorage<Element>

  /// Makes an empty ordered set.
  public init() {
    storage = OrderedSetStorage()
  }

  init(_ storage: OrderedSetStorage<Element>) {
    self.storage = storage
  }

  /// Makes an ordered set and appends some elements.
  ///
  /// - Complexity: O(*n* log *n*) for *n* elements.
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  // MARK: Reading

  /// The elements in order.
  ///
  /// - Complexity: O(1). The first reading takes O(*p* log *p*), and the first reading after a
  ///   change takes O(*p*), for *p* inserts and moves so far.
  public var values: [Element] { storage.order.keys(storage.view) }

  /// Whether an element is present.
  ///
  /// - Complexity: O(log *n*) for *n* elements that are or were present.
  public func contains(_ element: Element) -> Bool {
    storage.presence.contains(element)
  }

  /// The index of an element, or nil if the element is absent.
  ///
  /// - Complexity: O(log *p*) for *p* inserts and moves so far, after the order was first read.
  public func firstIndex(of element: Element) -> Int? {
    storage.view.index(of: element)
  }

  // MARK: Editing

  /// Appends an element, or moves the element to the end if it is present.
  public mutating func append(_ element: Element) {
    insert(element, at: contains(element) ? count - 1 : count)
  }

  /// Appends elements in the order given. An element that is present is moved to the end.
  ///
  /// - Complexity: O(*m* log *p*) for *m* elements and *p* inserts and moves so far.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Inserts an element at an index, or moves the element there if it is present.
  ///
  /// - Parameters:
  ///   - element: The element to insert or move.
  ///   - index: The new index of the element: at most `count`, or at most `count` - 1 if the
  ///     element is present.
  /// - Complexity: O(log *p*) for *p* inserts and moves so far, after the order was first read.
  public mutating func insert(_ element: Element, at index: Int) {
    let limit = contains(element) ? count - 1 : count
    require(index >= 0 && index <= limit, "index \(index) is not within 0...\(limit)")
    makeStorageUnique()
    storage.place(element, at: index)
  }

  /// Moves an element. Does nothing if the element is absent. Moving an element to its current
  /// index still counts as an edit.
  ///
  /// - Parameters:
  ///   - element: The element to move.
  ///   - index: The new index of the element, below `count`.
  /// - Complexity: O(log *p*) for *p* inserts and moves so far, after the order was first read.
  public mutating func move(_ element: Element, to index: Int) {
    if contains(element) { insert(element, at: index) }
  }

  /// Removes an element. Does nothing if the element is absent.
  ///
  /// - Returns: The element, or nil if it was absent.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    guard contains(element) else { return nil }
    makeStorageUnique()
    storage.remove(element)
    return element
  }

  /// Removes the element at an index.
  ///
  /// - Parameter index: Below `count`.
  /// - Complexity: O(log *p*) for *p* inserts and moves so far, after the order was first read.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = self[index]
    remove(element)
    return element
  }

  package mutating func makeStorageUnique() {
    OrderedSetStorage.makeUnique(&storage)
  }
}

// MARK: - Conformances

extension ReplicatingOrderedSet: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.presence.count }

  /// The element at an index.
  ///
  /// - Complexity: O(log *p*) for *p* inserts and moves so far, after the order was first read.
  public subscript(index: Int) -> Element {
    require(index >= 0 && index < count, "index \(index) is not within 0..<\(count)")
    return storage.order.key(at: index, in: storage.view)
  }

  public func makeIterator() -> IndexingIterator<[Element]> {
    values.makeIterator()
  }
}

extension ReplicatingOrderedSet: ExpressibleByArrayLiteral {
  public init(arrayLiteral elements: Element...) {
    self.init(elements)
  }
}

extension ReplicatingOrderedSet: Hashable {
  /// Whether two ordered sets hold the same elements in the same order and have seen the same
  /// edits.
  public static func == (left: Self, right: Self) -> Bool {
    let (mine, theirs) = (left.storage, right.storage)
    return mine === theirs
      || mine.presence == theirs.presence && mine.order.positions == theirs.order.positions
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.presence)
  }
}
