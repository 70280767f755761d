// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

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
/// Which elements are present follows ``ReplicatingSet``: per element the later
/// of its last insert and its last remove. Inserting and moving give an
/// element a new position, and the latest one counts; so an element that two
/// people move at once stays one element.
public struct ReplicatingOrderedSet<Element: Hashable> {
  private(set) var storage: OrderedSetStorage<Element>

  /// Makes an empty ordered set.
  public init() {
    storage = OrderedSetStorage()
  }

  init(_ storage: OrderedSetStorage<Element>) {
    self.storage = storage
  }

  /// Makes an ordered set and appends some elements.
  ///
  /// - Complexity: O(*n* log *n*)
  public init(_ elements: some Sequence<Element>) {
    self.init()
    append(contentsOf: elements)
  }

  // MARK: Reading

  /// The elements in order.
  ///
  /// - Complexity: O(1), and O(*p* log *p*) in all positions ever given after a change.
  public var values: [Element] { storage.view.keys }

  /// Whether an element is present.
  public func contains(_ element: Element) -> Bool {
    storage.presence.contains(element)
  }

  /// Where an element is, if it is present.
  public func firstIndex(of element: Element) -> Int? {
    storage.view.index(of: element)
  }

  // MARK: Editing

  /// Puts an element last, wherever it was.
  public mutating func append(_ element: Element) {
    insert(element, at: contains(element) ? count - 1 : count)
  }

  /// Puts elements last in the order given, wherever they were.
  ///
  /// - Complexity: O(*m* log *n*) for *m* elements.
  public mutating func append(contentsOf elements: some Sequence<Element>) {
    for element in elements { append(element) }
  }

  /// Puts an element at an index, wherever it was.
  ///
  /// - Parameter index: Where the element will be: at most ``count``, or ``count`` - 1
  ///   if it is present.
  public mutating func insert(_ element: Element, at index: Int) {
    let limit = contains(element) ? count - 1 : count
    precondition(index >= 0 && index <= limit, "index \(index) is not within 0...\(limit)")
    makeStorageUnique()
    storage.place(element, at: index)
  }

  /// Moves an element; moving an absent one is no edit.
  ///
  /// - Parameter index: Where the element will be, below ``count``.
  public mutating func move(_ element: Element, to index: Int) {
    if contains(element) { insert(element, at: index) }
  }

  /// Removes an element. Removing an absent one is no edit.
  ///
  /// - Returns: The element, if it was present.
  @discardableResult
  public mutating func remove(_ element: Element) -> Element? {
    guard contains(element) else { return nil }
    makeStorageUnique()
    storage.remove(element)
    return element
  }

  /// Removes the element at an index.
  ///
  /// - Parameter index: Below ``count``.
  /// - Complexity: that of ``values``.
  @discardableResult
  public mutating func remove(at index: Int) -> Element {
    let element = self[index]
    remove(element)
    return element
  }

  private mutating func makeStorageUnique() {
    if !isKnownUniquelyReferenced(&storage) { storage = storage.copyTakingSession() }
  }
}

// MARK: - Merging

extension ReplicatingOrderedSet: DeltaReplicable {
  /// What an ordered set has seen: inserts and removes, and positions.
  public struct Version: ReplicaVersion, Hashable, Sendable {
    var presence = VersionVector()
    var order = SequenceVersion()

    public init() {}

    init(presence: VersionVector, order: SequenceVersion) {
      self.presence = presence
      self.order = order
    }

    public func merged(with other: Self) -> Self {
      Self(presence: presence.merged(with: other.presence), order: order.merged(with: other.order))
    }

    public func news(since other: Self) -> Self {
      Self(presence: presence.news(since: other.presence), order: order.news(since: other.order))
    }
  }

  /// Edits of an ordered set on their way to other copies of it.
  public struct Delta {
    let presence: Presence<Element>.Delta?
    let positions: OrderedPositions<Element>.Delta?
  }

  public var version: Version {
    Version(presence: storage.presence.known, order: storage.positions.log.version)
  }

  public func contains(_ version: Version) -> Bool {
    storage.presence.known.contains(version.presence)
      && storage.positions.log.contains(version.order)
  }

  /// What a copy at `version` lacks, or nil if it lacks nothing.
  ///
  /// - Complexity: O(*n*)
  public func delta(since version: Version) -> Delta? {
    let presence = storage.presence.delta(since: version.presence)
    let positions = storage.positions.delta(since: version.order)
    if presence == nil, positions == nil { return nil }
    return Delta(presence: presence, positions: positions)
  }

  public func validate(_ delta: Delta) throws(MissingHistory) {
    if let presence = delta.presence { try storage.presence.validate(presence) }
    if let positions = delta.positions { try storage.positions.log.validate(positions.batch) }
  }

  public mutating func merge(delta: Delta) throws(MissingHistory) {
    try validate(delta)
    guard hasNews(delta) else { return }
    makeStorageUnique()
    try storage.merge(delta)
  }

  private func hasNews(_ delta: Delta) -> Bool {
    if let presence = delta.presence, !storage.presence.known.contains(presence.to) { return true }
    return delta.positions.map { storage.positions.log.lacksEvents(of: $0.batch) } ?? false
  }

  public func merged(with other: ReplicatingOrderedSet) -> ReplicatingOrderedSet {
    var result = self
    result.merge(other)
    return result
  }

  public mutating func merge(_ other: ReplicatingOrderedSet) {
    if storage === other.storage { return }
    if storage.presence.known.contains(other.storage.presence.known),
      storage.positions.log.containsTips(of: other.storage.positions.log)
    {
      return
    }
    makeStorageUnique()
    storage.merge(other.storage)
  }
}

extension ReplicatingOrderedSet.Delta: Equatable {}
extension ReplicatingOrderedSet.Delta: Sendable where Element: Sendable {}

// MARK: - Conformances

extension ReplicatingOrderedSet: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { storage.presence.count }

  /// The element at an index.
  ///
  /// - Complexity: that of ``values``.
  public subscript(index: Int) -> Element {
    precondition(index >= 0 && index < count, "index \(index) is not within 0..<\(count)")
    return storage.view.keys[index]
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

extension ReplicatingOrderedSet: Sendable where Element: Sendable {}

extension ReplicatingOrderedSet: Hashable {
  /// Whether both are in the same state: hold the same elements in the same
  /// order and have seen the same edits.
  public static func == (left: Self, right: Self) -> Bool {
    let (mine, theirs) = (left.storage, right.storage)
    return mine === theirs
      || mine.presence == theirs.presence && mine.positions.log == theirs.positions.log
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(storage.presence)
  }
}

extension ReplicatingOrderedSet: CustomStringConvertible, CustomReflectable {
  public var description: String { values.description }

  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: values, displayStyle: .collection)
  }
}
