// SPDX-License-Identifier: MIT

extension RunTree {
  /// Counts the elements before a run, without those that a replayed event deleted.
  ///
  /// - Complexity: O(log *n*) for *n* runs.
  func effectPosition(of run: Int) -> Int {
    let leaf = runs[run].leaf
    return effectPosition(of: Cursor(leaf: leaf, slot: slot(of: run, in: leaf)))
  }

  /// Counts the elements before a place, without those that a replayed event deleted.
  ///
  /// - Complexity: O(log *n*) for *n* runs.
  func effectPosition(of cursor: Cursor) -> Int {
    var node = cursor.leaf
    var position = 0
    for slot in 0..<cursor.slot {
      position += runs[child(node * stride + slot)].effectWidth
    }
    while nodes[node].parent >= 0 {
      WorkCounter.visitNode()
      let parent = nodes[node].parent
      for slot in 0..<slot(of: node, in: parent) {
        position += nodes[child(parent * stride + slot)].effectWidth
      }
      node = parent
    }
    return position
  }

  /// Begins to gather the effects on runs.
  mutating func gatherEffects() {
    firstGathered = runs.count
  }

  /// The place of a run's first element in the inserted content; 0 if the place is unknown.
  func content(of run: Int) -> Int { run < firstGathered ? 0 : contents[run - firstGathered] }

  /// Writes the effects that the document does not show yet, from the start of the document to its
  /// end.
  ///
  /// - Complexity: O(*n*) in the runs.
  mutating func writeEffects(to output: inout ReplayOutput) {
    defer {
      firstGathered = .max
      contents = Pool(capacity: 1)
    }
    var position = 0
    var leaf = start.leaf
    while leaf >= 0 {
      WorkCounter.visitNode()
      let first = leaf * stride
      for slot in first..<(first + nodes[leaf].count) {
        writeEffect(of: child(slot), at: &position, to: &output)
      }
      leaf = nodes[leaf].next
    }
  }

  /// - Parameter position: The number of elements shown before the run; on return, before the next
  ///   run.
  @inline(__always)
  private mutating func writeEffect(
    of place: Int, at position: inout Int, to output: inout ReplayOutput
  ) {
    let run = runs[place]
    if run.isUnwritten {
      runs[place].isUnwritten = false
      if run.isDeletedInEffect {
        output.delete(position..<(position + run.length))
      } else {
        let content = contents[place - firstGathered]
        output.insert(elements: content..<(content + run.length), at: position)
      }
    }
    position += run.effectWidth
  }
}
