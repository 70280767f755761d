// SPDX-License-Identifier: MIT

extension RunTree {
  /// The run of the element at a position, and the element's offset in the run. Positions count the
  /// elements that no replayed event deleted.
  ///
  /// - Precondition: `position` is below the number of visible elements.
  /// - Complexity: O(log *n*) for *n* runs.
  func effectElement(at position: Int) -> (run: Int, offset: Int) {
    var node = root
    var left = position
    while true {
      WorkCounter.visitNode()
      let isLeaf = nodes[node].isLeaf
      var slot = node * stride
      while true {
        precondition(slot < node * stride + nodes[node].count, "no element at \(position)")
        let width = isLeaf ? runs[child(slot)].effectWidth : nodes[child(slot)].effectWidth
        if left < width { break }
        left -= width
        slot += 1
      }
      if isLeaf { return (child(slot), left) }
      node = child(slot)
    }
  }

  /// Counts the elements before a run, but only those that are visible at the prepared version.
  ///
  /// - Complexity: O(log *n*) for *n* runs.
  func preparedPosition(of run: Int) -> Int {
    var node = runs[run].leaf
    var position = 0
    for slot in 0..<slot(of: run, in: node) {
      position += preparedWidth(ofRun: child(node * stride + slot))
    }
    while nodes[node].parent >= 0 {
      WorkCounter.visitNode()
      let parent = nodes[node].parent
      for slot in 0..<slot(of: node, in: parent) {
        position += lanes[child(parent * stride + slot)].visible
      }
      node = parent
    }
    return position
  }
}
