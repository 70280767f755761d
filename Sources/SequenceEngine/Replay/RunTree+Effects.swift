// SPDX-License-Identifier: MIT

extension RunTree {
  /// Writes what became of runs since the document was last told, from its start to its end.
  ///
  /// - Complexity: O(*n*) in the runs.
  mutating func writeEffects(to output: inout ReplayOutput) {
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

  /// - Parameter position: How many elements stand before the run; then how many before the next.
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
        output.insert(elements: run.content..<(run.content + run.length), at: position)
      }
    }
    position += run.effectWidth
  }
}
