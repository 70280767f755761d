// SPDX-License-Identifier: MIT

extension TextRope {
  /// Makes a text.
  ///
  /// - Parameter utf8: Well-formed UTF-8.
  /// - Complexity: O(*n*) for *n* bytes, faster than ``insert(_:at:)``.
  package init(showing utf8: ArraySlice<UInt8>) {
    self.init(Rope(utf8))
  }
}

extension Rope {
  /// Makes the leaves in order, then the nodes above them.
  init(_ units: ArraySlice<Leaf.Unit>) {
    self.init()
    var nodes: [RopeNode<Leaf>] = []
    var rest = units
    while !rest.isEmpty {
      var leaves: ContiguousArray<Leaf> = []
      while !rest.isEmpty, leaves.count < RopeNode<Leaf>.fanout * 3 / 4 {
        let cut = Leaf.cut(rest, atMost: max(Leaf.capacity / 2, 4))
        leaves.append(Leaf(rest[..<cut]))
        rest = rest[cut...]
      }
      nodes.append(RopeNode(leaves))
    }
    while nodes.count > 1 {
      var parents: [RopeNode<Leaf>] = []
      for start in stride(from: 0, to: nodes.count, by: RopeNode<Leaf>.fanout * 3 / 4) {
        let parent = RopeNode<Leaf>(height: nodes[0].height + 1)
        let end = min(start + RopeNode<Leaf>.fanout * 3 / 4, nodes.count)
        parent.adopt(Array(nodes[start..<end]))
        parents.append(parent)
      }
      nodes = parents
    }
    if let root = nodes.first { self.init(root: root) }
  }
}
