// SPDX-License-Identifier: MIT

/// The tree of all inserted elements, deleted or not.
///
/// (Weidner and Kleppmann, "The Art of the Fugue", arXiv:2305.00583, with
/// siblings ordered newer first.)
///
/// An element is a right child of its left origin, the element that its author saw before it. If
/// the left origin already had elements to its right, the new element is a left child of the first
/// of them. The document is read in order: each element's left children, itself, its right
/// children. A past version is read from the same tree by passing over elements that are not of
/// that version. An insert is compared only with the few siblings of one parent, never with other
/// concurrent elements.
///
/// Events are numbered in the order they are taken in, from 0, inserts and
/// deletes alike.
struct FugueTree {
  /// An event, and its place in the tree if it is an insert.
  private struct Node {
    /// The events that its author had seen, and itself.
    var version: PlaceSet
    /// The Lamport time: one more than the greatest of its parents'.
    var time: Int
    /// The left origin, the element that its author saw before it; nil is the start.
    var left: Int?
    var leftChildren: [Int] = []
    var rightChildren: [Int] = []
    /// The events that delete it.
    var deletions: [Int] = []
  }

  private var nodes: [Node] = []
  /// The right children of the start.
  private var roots: [Int] = []
  /// All elements in the order of the document.
  private var order: [Int] = []

  /// The version of a replica that has seen some events.
  func version(of tips: [Int]) -> PlaceSet {
    tips.reduce(into: PlaceSet()) { $0.formUnion(nodes[$1].version) }
  }

  /// The elements visible at a version, in order.
  func visible(at version: PlaceSet) -> [Int] {
    order.filter { place in
      version.contains(place) && !nodes[place].deletions.contains(where: version.contains)
    }
  }

  /// How many elements visible at a version stand before an element, be it visible or not.
  func position(of element: Int, at version: PlaceSet) -> Int {
    let before = Set(order.prefix { $0 != element })
    return visible(at: version).count { before.contains($0) }
  }

  /// Takes in a delete at a place of the document that its author saw.
  mutating func delete(at index: Int, after parents: [Int]) {
    let version = version(of: parents)
    let event = addNode(seeing: version, after: parents)
    let shown = visible(at: version)
    if shown.indices.contains(index) { nodes[shown[index]].deletions.append(event) }
  }

  /// Takes in an insert at a place of the document that its author saw.
  ///
  /// - Parameter isGreater: Whether one event's session is greater than
  ///   another's.
  mutating func insert(at index: Int, after parents: [Int], isGreater: (Int, Int) -> Bool) {
    let version = version(of: parents)
    let event = addNode(seeing: version, after: parents)
    let shown = visible(at: version)
    let before = min(max(index, 0), shown.count)
    let left = before == 0 ? nil : shown[before - 1]
    nodes[event].left = left

    if let next = firstElement(after: left, in: version), nodes[next].left == left {
      nodes[next].leftChildren = adding(event, to: nodes[next].leftChildren, isGreater)
    } else if let left {
      nodes[left].rightChildren = adding(event, to: nodes[left].rightChildren, isGreater)
    } else {
      roots = adding(event, to: roots, isGreater)
    }
    order = traversed()
  }

  private mutating func addNode(seeing version: PlaceSet, after parents: [Int]) -> Int {
    let event = nodes.count
    nodes.append(Node(version: version, time: 1 + (parents.map { nodes[$0].time }.max() ?? 0)))
    nodes[event].version.insert(event)
    return event
  }

  /// The element that follows another at a version, be it deleted or not.
  private func firstElement(after left: Int?, in version: PlaceSet) -> Int? {
    var rest = order[...]
    if let left { rest = order.drop { $0 != left }.dropFirst() }
    return rest.first { version.contains($0) }
  }

  /// Adds an element to others on one side of one parent, newer ones first.
  ///
  /// Such siblings are exactly the elements of equal left origin and equal right parent. The right
  /// children of an element have it as their left origin, and have no right parent. The left
  /// children of an element have it as their right parent, and share its left origin: they would
  /// not stand there otherwise. Siblings are always concurrent: an author that has seen one of them
  /// finds it, or an element before it, as the first element after that left origin.
  private func adding(
    _ event: Int, to siblings: [Int], _ isGreater: (Int, Int) -> Bool
  ) -> [Int] {
    for sibling in siblings {
      precondition(
        !nodes[event].version.contains(sibling) && !nodes[sibling].version.contains(event),
        "events \(event) and \(sibling) are siblings, but not concurrent")
    }
    let older = siblings.firstIndex { sibling in
      let (time, other) = (nodes[event].time, nodes[sibling].time)
      return time == other ? isGreater(event, sibling) : time > other
    }
    var result = siblings
    result.insert(event, at: older ?? siblings.count)
    return result
  }

  /// All elements in the order of the document.
  ///
  /// Each element stands after its left children and before its right children. The traversal has a
  /// stack of its own, because the tree of a text typed in one go is as deep as the text is long.
  private func traversed() -> [Int] {
    var order: [Int] = []
    var stack: [Visit] = roots.reversed().map { .subtree($0) }
    while let visit = stack.popLast() {
      switch visit {
      case .element(let place): order.append(place)
      case .subtree(let place):
        for child in nodes[place].rightChildren.reversed() { stack.append(.subtree(child)) }
        stack.append(.element(place))
        for child in nodes[place].leftChildren.reversed() { stack.append(.subtree(child)) }
      }
    }
    return order
  }

  /// A pending visit of a traversal.
  private enum Visit {
    case subtree(Int)
    case element(Int)
  }
}
