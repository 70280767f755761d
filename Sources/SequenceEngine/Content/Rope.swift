// SPDX-License-Identifier: MIT

/// The counts of a part of a document.
protocol RopeMeasure: Equatable, Sendable {
  static var zero: Self { get }
  static func += (left: inout Self, right: Self)
  static func -= (left: inout Self, right: Self)
  /// The number of elements, the unit of positions in a document.
  var elements: Int { get }
}

/// A short stretch of a document, stored as units. An element may take several units, or a unit may
/// hold several elements.
protocol RopeLeaf: Sendable {
  associatedtype Unit
  associatedtype Measure: RopeMeasure

  /// The most units that a leaf may hold; 4 or more.
  static var capacity: Int { get }

  init(_ units: ArraySlice<Unit>)
  var unitCount: Int { get }
  var measure: Measure { get }

  mutating func insert(_ units: ArraySlice<Unit>, at element: Int)
  mutating func remove(_ elements: Range<Int>)
  /// Splits off and returns the upper half, cut between elements.
  mutating func splitOff() -> Self
  mutating func append(_ other: Self)
  func write(_ elements: Range<Int>, to units: inout [Unit])
  func checkInvariants()

  /// The end of the longest prefix of whole elements that has at most `limit`
  /// units.
  static func cut(_ units: ArraySlice<Unit>, atMost limit: Int) -> Int
}

/// A document's visible elements: a B-tree whose leaves are short buffers.
///
/// Copies share nodes. An edit copies only the shared nodes on the path from the root to one leaf.
struct Rope<Leaf: RopeLeaf>: Sendable {
  private(set) var root = RopeNode<Leaf>(height: 0)

  init() {}

  init(root: RopeNode<Leaf>) {
    self.root = root
  }

  var measure: Leaf.Measure { root.measure }

  /// Inserts elements.
  ///
  /// - Parameter position: The number of elements before the inserted ones.
  /// - Complexity: O(log *n* + *m*) for *m* units in a rope of *n* leaves.
  mutating func insert(_ units: ArraySlice<Leaf.Unit>, at position: Int) {
    var rest = units
    var position = position
    while !rest.isEmpty {
      let cut = Leaf.cut(rest, atMost: max(Leaf.capacity / 2, 4))
      let before = measure.elements
      insertPiece(rest[..<cut], at: position)
      position += measure.elements - before
      rest = rest[cut...]
    }
  }

  private mutating func insertPiece(_ units: ArraySlice<Leaf.Unit>, at position: Int) {
    makeRootUnique()
    grow(root.insert(units, at: position))
  }

  /// Inserts a leaf between two leaves.
  ///
  /// - Parameter position: The start of a leaf, or the end of the last leaf.
  /// - Complexity: O(log *n*) for *n* leaves.
  mutating func insert(_ leaf: Leaf, at position: Int) {
    makeRootUnique()
    grow(root.insert(leaf, at: position))
  }

  /// Splits a leaf in two. The leaf is at the end of `path`.
  ///
  /// - Parameter splitOff: A function that splits off and returns the upper part of the leaf.
  ///   Neither part may be empty.
  /// - Complexity: O(log *n*) for *n* leaves.
  mutating func splitLeaf(at path: RopePath, _ splitOff: (inout Leaf) -> Leaf) {
    makeRootUnique()
    grow(root.splitLeaf(at: path, splitOff))
  }

  /// Makes a root above the current one and its sibling, if there is a sibling.
  private mutating func grow(_ sibling: RopeNode<Leaf>?) {
    guard let sibling else { return }
    let left = root
    root = RopeNode(height: left.height + 1)
    root.adopt([left, sibling])
  }

  /// Removes elements.
  ///
  /// - Complexity: O(log *n* + *m*) for *n* leaves and *m* nodes that vanish.
  mutating func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    makeRootUnique()
    root.remove(range)
    dropThinRoots()
  }

  private mutating func dropThinRoots() {
    while root.height > 0, root.children.count <= 1 {
      root = root.children.first ?? RopeNode(height: 0)
    }
  }

  /// Changes the leaf at the end of a path. The change must not require splitting or dropping the
  /// leaf. Afterwards this rope shares no node of the path with another rope.
  ///
  /// - Complexity: O(log *n*) for *n* leaves.
  mutating func update<Result>(_ path: RopePath, _ change: (inout Leaf) -> Result) -> Result {
    makeRootUnique()
    return root.update(path, change)
  }

  /// Reads the leaf at the end of a path, or changes it while keeping its measure. Afterwards this
  /// rope shares no node of the path with another rope.
  ///
  /// - Complexity: O(log *n*) for *n* leaves.
  mutating func access<Result>(_ path: RopePath, _ body: (inout Leaf) -> Result) -> Result {
    makeRootUnique()
    return root.access(path, body)
  }

  /// Joins small nodes and leaves along a path. The path is invalid afterwards.
  ///
  /// - Complexity: O(log *n*) for *n* leaves.
  mutating func joinSmallMembers(along path: RopePath) {
    makeRootUnique()
    root.joinSmallMembers(along: path)
    dropThinRoots()
  }

  /// A copy with nodes of its own along a path, and a leaf of its own at the end of the path.
  ///
  /// - Complexity: O(log *n*) for *n* leaves.
  func copy(along path: RopePath, leaf copyLeaf: (Leaf) -> Leaf) -> Rope {
    var copy = Rope()
    copy.root = root.copy(along: path, leaf: copyLeaf)
    return copy
  }

  /// Appends the units of some elements to an array.
  ///
  /// - Complexity: O(log *n* + *m*) for *n* leaves and *m* written units.
  func write(_ elements: Range<Int>, to units: inout [Leaf.Unit]) {
    root.write(elements, to: &units)
  }

  private mutating func makeRootUnique() {
    if !isKnownUniquelyReferenced(&root) { root = root.copy() }
  }
}
