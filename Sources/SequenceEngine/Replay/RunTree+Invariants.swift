// SPDX-License-Identifier: MIT

extension RunTree {
  /// If invariant checks are on, compares the cached facts except `bounds` with recomputed ones. A
  /// large tree is checked only now and then.
  mutating func checkInvariants() {
    #if DECENT_INVARIANTS
      guard runs.count < 256 || runs.count.nonzeroBitCount == 1 else { return }
      WorkCounter.pause { checkAll() }
    #endif
  }

  #if DECENT_INVARIANTS
    private mutating func checkAll() {
      var leaves: [Int] = []
      let current = lanes.current
      for lane in 0..<lanes.count {
        lanes.current = lane
        leaves = []
        check(root, leaves: &leaves)
      }
      lanes.current = current
      checkFinger(leaves)
      for (leaf, next) in zip(leaves, leaves.dropFirst() + [-1]) {
        precondition(nodes[leaf].next == next, "leaf \(leaf) is followed by \(nodes[leaf].next)")
      }
      for place in 0..<index.count {
        let found = index.value(atOrBelow: runs[place].first)
        precondition(found == place, "the index misses run \(place)")
      }
    }

    private func checkFinger(_ leaves: [Int]) {
      guard finger.leaf >= 0 else { return }
      let before = leaves.prefix { $0 != finger.leaf }.reduce(0) { $0 + lanes[$1].visible }
      precondition(finger.start == before, "\(before) visible elements before the finger's leaf")
      let first = finger.leaf * stride
      let widths = (first..<(first + finger.slot)).map { preparedWidth(ofRun: child($0)) }
      precondition(finger.before == widths.reduce(0, +), "\(widths) before the finger's slot")
      precondition(finger.run < 0 || child(first + finger.slot) == finger.run, "the finger's run")
    }

    private func check(_ node: Int, leaves: inout [Int]) {
      var (prepared, end, existing) = (0, 0, 0)
      if nodes[node].isLeaf { leaves.append(node) }
      for slot in 0..<nodes[node].count {
        let child = child(node * stride + slot)
        if nodes[node].isLeaf {
          precondition(runs[child].leaf == node, "run \(child) is not in leaf \(node)")
          precondition(runs[child].length > 0, "run \(child) is empty")
          prepared += preparedWidth(ofRun: child)
          end += runs[child].effectWidth
          existing += exists(child) ? runs[child].length : 0
        } else {
          precondition(nodes[child].parent == node, "node \(child) is not below \(node)")
          check(child, leaves: &leaves)
          prepared += lanes[child].visible
          end += nodes[child].effectWidth
          existing += lanes[child].existing
        }
      }
      precondition(lanes[node].visible == prepared, "prepared width of node \(node)")
      precondition(nodes[node].effectWidth == end, "effect width of node \(node)")
      precondition(lanes[node].existing == existing, "existing width of node \(node)")
    }
  #endif
}
