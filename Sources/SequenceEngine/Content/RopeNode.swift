// SPDX-License-Identifier: MIT

/// A node of a ``Rope``. A node at height 0 has leaves; a higher node has child nodes.
///
/// A rope changes a node only while no other rope refers to the node. So threads can share nodes
/// safely, and no run-time check for overlapping accesses is needed.
final class RopeNode<Leaf: RopeLeaf>: @unchecked Sendable {
  /// The most leaves or children that a node may have.
  static var fanout: Int { NodeSizes.ropeFanout }

  let height: Int
  @exclusivity(unchecked) private(set) var leaves: ContiguousArray<Leaf> = []
  @exclusivity(unchecked) private(set) var children: ContiguousArray<RopeNode> = []
  /// The measure of each leaf or child.
  @exclusivity(unchecked) private(set) var measures: ContiguousArray<Leaf.Measure> = []
  /// The sum of ``measures``.
  @exclusivity(unchecked) private(set) var measure = Leaf.Measure.zero

  init(height: Int) {
    self.height = height
  }

  /// Makes a node of leaves.
  convenience init(_ leaves: ContiguousArray<Leaf>) {
    self.init(height: 0)
    self.leaves = leaves
    for leaf in leaves {
      measures.append(leaf.measure)
      measure += leaf.measure
    }
  }

  func copy() -> RopeNode {
    let copy = RopeNode(height: height)
    copy.leaves = leaves
    copy.children = children
    copy.measures = measures
    copy.measure = measure
    return copy
  }

  /// A copy with nodes of its own along a path, and a leaf of its own at the end of the path.
  func copy(along path: RopePath, leaf copyLeaf: (Leaf) -> Leaf) -> RopeNode {
    let copy = copy()
    let index = path[height]
    if height == 0 {
      copy.leaves[index] = copyLeaf(leaves[index])
      copy.refresh(index, to: copy.leaves[index].measure)
    } else {
      copy.children[index] = children[index].copy(along: path, leaf: copyLeaf)
      copy.refresh(index, to: copy.children[index].measure)
    }
    return copy
  }

  /// Adds children at the end.
  func adopt(_ nodes: [RopeNode]) {
    for node in nodes {
      children.append(node)
      measures.append(node.measure)
      measure += node.measure
    }
  }

  // MARK: Changing a leaf

  /// Changes the leaf at the end of a path. The change must not require splitting or dropping the
  /// leaf.
  func update<Result>(_ path: RopePath, _ change: (inout Leaf) -> Result) -> Result {
    let index = path[height]
    if height == 0 {
      let result = change(&leaves[index])
      refresh(index, to: leaves[index].measure)
      return result
    }
    let result = uniqueChild(index).update(path, change)
    refresh(index, to: children[index].measure)
    return result
  }

  /// Reads the leaf at the end of a path, or changes it while keeping its measure.
  func access<Result>(_ path: RopePath, _ body: (inout Leaf) -> Result) -> Result {
    let index = path[height]
    return height == 0 ? body(&leaves[index]) : uniqueChild(index).access(path, body)
  }

  /// Joins small nodes and leaves along a path.
  func joinSmallMembers(along path: RopePath) {
    if height > 0 { uniqueChild(path[height]).joinSmallMembers(along: path) }
    joinSmallNeighbours()
  }

  // MARK: Inserting

  /// Inserts elements.
  ///
  /// - Returns: The upper half of this node, if it became too full.
  func insert(_ units: ArraySlice<Leaf.Unit>, at position: Int) -> RopeNode? {
    WorkCounter.visitNode()
    guard !measures.isEmpty else {
      insertLeaf(Leaf(units), at: 0)
      return nil
    }
    let (index, offset) = member(at: position)
    if height == 0 {
      insert(units, at: offset, intoLeaf: index)
      return upperHalfIfTooFull()
    }
    return growChild(index) { $0.insert(units, at: offset) }
  }

  /// Inserts a leaf between two leaves.
  ///
  /// - Parameter position: The start of a leaf, or the end of the last leaf.
  /// - Returns: The upper half of this node, if it became too full.
  func insert(_ leaf: Leaf, at position: Int) -> RopeNode? {
    WorkCounter.visitNode()
    let (index, offset) = member(at: position)
    if height == 0 {
      insertLeaf(leaf, at: offset == 0 ? index : index + 1)
      return upperHalfIfTooFull()
    }
    return growChild(index) { $0.insert(leaf, at: offset) }
  }

  /// Splits the leaf at the end of a path in two.
  ///
  /// - Parameter splitOff: A function that splits off and returns the upper part of the leaf.
  /// - Returns: The upper half of this node, if it became too full.
  func splitLeaf(at path: RopePath, _ splitOff: (inout Leaf) -> Leaf) -> RopeNode? {
    WorkCounter.visitNode()
    let index = path[height]
    if height == 0 {
      let upper = splitOff(&leaves[index])
      refresh(index, to: leaves[index].measure)
      insertLeaf(upper, at: index + 1)
      return upperHalfIfTooFull()
    }
    return growChild(index) { $0.splitLeaf(at: path, splitOff) }
  }

  /// The member that contains a position or ends there, and the offset of the position within the
  /// member.
  private func member(at position: Int) -> (index: Int, offset: Int) {
    var (index, offset) = (0, position)
    while index < measures.count - 1, offset > measures[index].elements {
      offset -= measures[index].elements
      index += 1
    }
    return (index, offset)
  }

  /// Lets a child grow. The child may split in two.
  ///
  /// - Returns: The upper half of this node, if it became too full.
  private func growChild(_ index: Int, _ grow: (RopeNode) -> RopeNode?) -> RopeNode? {
    let sibling = grow(uniqueChild(index))
    refresh(index, to: children[index].measure)
    if let sibling { insertChild(sibling, at: index + 1) }
    return upperHalfIfTooFull()
  }

  private func upperHalfIfTooFull() -> RopeNode? {
    measures.count > Self.fanout ? splitOff() : nil
  }

  private func insert(_ units: ArraySlice<Leaf.Unit>, at offset: Int, intoLeaf index: Int) {
    leaves[index].insert(units, at: offset)
    let upper = leaves[index].unitCount > Leaf.capacity ? leaves[index].splitOff() : nil
    refresh(index, to: leaves[index].measure)
    if let upper { insertLeaf(upper, at: index + 1) }
  }

  private func splitOff() -> RopeNode {
    let upper = RopeNode(height: height)
    let half = measures.count / 2
    for index in half..<measures.count {
      upper.measure += measures[index]
      measure -= measures[index]
    }
    upper.measures = ContiguousArray(measures[half...])
    measures.removeSubrange(half...)
    if height == 0 {
      upper.leaves = ContiguousArray(leaves[half...])
      leaves.removeSubrange(half...)
    } else {
      upper.children = ContiguousArray(children[half...])
      children.removeSubrange(half...)
    }
    return upper
  }

  // MARK: Removing

  func remove(_ range: Range<Int>) {
    WorkCounter.visitNode()
    var end = measure.elements
    for index in measures.indices.reversed() {
      let start = end - measures[index].elements
      let part = range.clamped(to: start..<end)
      if !part.isEmpty {
        remove((part.lowerBound - start)..<(part.upperBound - start), from: index)
      }
      end = start
      if end <= range.lowerBound { break }
    }
    joinSmallNeighbours()
  }

  private func remove(_ range: Range<Int>, from index: Int) {
    if range.count == measures[index].elements {
      dropMember(index)
    } else if height == 0 {
      leaves[index].remove(range)
      refresh(index, to: leaves[index].measure)
    } else {
      uniqueChild(index).remove(range)
      refresh(index, to: children[index].measure)
    }
  }

  private func joinSmallNeighbours() {
    for index in measures.indices.dropFirst().reversed() {
      if height == 0 {
        guard leaves[index - 1].unitCount + leaves[index].unitCount <= Leaf.capacity / 2 else {
          continue
        }
        leaves[index - 1].append(leaves[index])
        refresh(index - 1, to: leaves[index - 1].measure)
      } else {
        let (left, right) = (children[index - 1], children[index])
        guard left.measures.count + right.measures.count <= Self.fanout / 2 else { continue }
        uniqueChild(index - 1).takeMembers(of: right)
        refresh(index - 1, to: children[index - 1].measure)
      }
      dropMember(index)
    }
  }

  private func takeMembers(of other: RopeNode) {
    leaves += other.leaves
    children += other.children
    measures += other.measures
    measure += other.measure
  }

  // MARK: Reading

  func write(_ elements: Range<Int>, to units: inout [Leaf.Unit]) {
    WorkCounter.visitNode()
    var start = 0
    for index in measures.indices {
      let end = start + measures[index].elements
      let part = elements.clamped(to: start..<end)
      if !part.isEmpty {
        let inner = (part.lowerBound - start)..<(part.upperBound - start)
        if height == 0 {
          leaves[index].write(inner, to: &units)
        } else {
          children[index].write(inner, to: &units)
        }
      }
      start = end
      if start >= elements.upperBound { return }
    }
  }

  // MARK: Members

  private func uniqueChild(_ index: Int) -> RopeNode {
    if !isKnownUniquelyReferenced(&children[index]) { children[index] = children[index].copy() }
    return children[index]
  }

  private func refresh(_ index: Int, to new: Leaf.Measure) {
    measure -= measures[index]
    measure += new
    measures[index] = new
  }

  private func insertLeaf(_ leaf: Leaf, at index: Int) {
    leaves.insert(leaf, at: index)
    measures.insert(leaf.measure, at: index)
    measure += leaf.measure
  }

  private func insertChild(_ child: RopeNode, at index: Int) {
    children.insert(child, at: index)
    measures.insert(child.measure, at: index)
    measure += child.measure
  }

  private func dropMember(_ index: Int) {
    measure -= measures[index]
    measures.remove(at: index)
    if height == 0 { leaves.remove(at: index) } else { children.remove(at: index) }
  }
}
