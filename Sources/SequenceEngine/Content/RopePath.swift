// SPDX-License-Identifier: MIT

/// The path from the root of a ``Rope`` to one of its leaves: the index of the member to follow at
/// each height.
struct RopePath {
  private var members: UInt64 = 0

  /// The number of bits of a member's index, in a node that is not too full. With the shipped 5
  /// bits, a path holds twelve heights. No memory holds a tree as high as that.
  private static var width: Int { NodeSizes.ropePathWidth }

  subscript(height: Int) -> Int {
    get { Int(members >> (height * Self.width)) & (1 << Self.width - 1) }
    set {
      precondition(newValue >> Self.width == 0, "member \(newValue) of a node")
      members &= ~((1 << Self.width - 1) << (height * Self.width))
      members |= UInt64(newValue) << (height * Self.width)
    }
  }
}

extension RopeNode {
  /// Finds the leaf that a position belongs to, and returns the measure of the leaf.
  ///
  /// - Parameters:
  ///   - position: The position, counted from the start of this node.
  ///   - isBefore: Whether a position between two leaves belongs to the first of them. If not, the
  ///     position belongs to the second.
  ///   - start: The call adds the measure of all leaves before the found leaf to `start`.
  func findLeaf(
    at position: Int, before isBefore: Bool, path: inout RopePath, start: inout Leaf.Measure
  ) -> Leaf.Measure {
    WorkCounter.visitNode()
    let reach = isBefore ? position : position + 1
    let last = measures.count - 1
    var (index, before) = (0, Leaf.Measure.zero)
    while index < last {
      var next = before
      next += measures[index]
      if next.elements >= reach { break }
      before = next
      index += 1
    }
    start += before
    path[height] = index
    if height == 0 { return measures[index] }
    return children[index].findLeaf(
      at: position - before.elements, before: isBefore, path: &path, start: &start)
  }
}
