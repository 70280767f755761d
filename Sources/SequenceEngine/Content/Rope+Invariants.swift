// SPDX-License-Identifier: MIT

extension Rope {
  /// Recomputes all measures and compares them, if invariant checks are on: always in a short
  /// document, now and then in a long one.
  func checkInvariants() {
    #if DECENT_INVARIANTS
      guard measure.elements < 512 || measure.elements.nonzeroBitCount == 1 else { return }
      root.checkInvariants(isRoot: true)
    #endif
  }
}

#if DECENT_INVARIANTS
  extension RopeNode {
    fileprivate func checkInvariants(isRoot: Bool) {
      precondition(isRoot || !measures.isEmpty, "a node is empty")
      precondition(measures.count <= Self.fanout, "a node has \(measures.count) members")
      precondition(measures.count == (height == 0 ? leaves.count : children.count), "members")
      var sum = Leaf.Measure.zero
      for (index, measure) in measures.enumerated() {
        sum += measure
        if height == 0 {
          precondition(leaves[index].measure == measure, "the measure of leaf \(index)")
          precondition(leaves[index].unitCount > 0, "leaf \(index) is empty")
          leaves[index].checkInvariants()
        } else {
          precondition(children[index].height == height - 1, "the height of child \(index)")
          precondition(children[index].measure == measure, "the measure of child \(index)")
          children[index].checkInvariants(isRoot: false)
        }
      }
      precondition(sum == measure, "the measure of a node")
    }
  }
#endif
