// SPDX-License-Identifier: MIT

extension RunTree {
  /// Recomputes every cached fact and compares, if invariant checks are on:
  /// always in a small tree, now and then in a large one.
  mutating func checkInvariants() {
    #if DECENT_INVARIANTS
      guard runs.count < 256 || runs.count.nonzeroBitCount == 1 else { return }
      WorkCounter.pause { checkAll() }
    #endif
  }

  #if DECENT_INVARIANTS
    private mutating func checkAll() {
      var leaves: [Int] = []
      check(root, leaves: &leaves)
      for (leaf, next) in zip(leaves, leaves.dropFirst() + [-1]) {
        precondition(nodes[leaf].next == next, "leaf \(leaf) is followed by \(nodes[leaf].next)")
      }
      for place in 0..<runs.count {
        let last = runs[place].end - 1
        precondition(index.value(atOrBelow: last) == place, "the index misses run \(place)")
      }
    }

    private func check(_ node: Int, leaves: inout [Int]) {
      var (prepared, end, existing) = (0, 0, 0)
      if nodes[node].isLeaf { leaves.append(node) }
      for slot in 0..<nodes[node].count {
        let child = child(node * stride + slot)
        if nodes[node].isLeaf {
          precondition(runs[child].leaf == node, "run \(child) is not in leaf \(node)")
          precondition(runs[child].length > 0, "run \(child) is empty")
          prepared += runs[child].preparedWidth
          end += runs[child].endWidth
          existing += runs[child].existingWidth
        } else {
          precondition(nodes[child].parent == node, "node \(child) is not below \(node)")
          check(child, leaves: &leaves)
          prepared += nodes[child].preparedWidth
          end += nodes[child].endWidth
          existing += nodes[child].existingWidth
        }
      }
      precondition(nodes[node].preparedWidth == prepared, "prepared width of node \(node)")
      precondition(nodes[node].endWidth == end, "end width of node \(node)")
      precondition(nodes[node].existingWidth == existing, "existing width of node \(node)")
    }
  #endif
}
