// SPDX-License-Identifier: MIT

extension Rope<TextLeaf> {
  /// The UTF-16 offset of a scalar.
  ///
  /// - Complexity: O(log *n*) for *n* leaves.
  func utf16Offset(ofScalar scalar: Int) -> Int {
    var (node, left, result) = (root, scalar, 0)
    while true {
      WorkCounter.visitNode()
      guard
        let index = node.member(
          where: { left <= $0.scalars },
          skipping: {
            left -= $0.scalars
            result += $0.utf16
          })
      else { return result }
      if node.height == 0 {
        return result + node.leaves[index].text.measure(upToScalar: left).utf16
      }
      node = node.children[index]
    }
  }

  /// The number of whole scalars before a UTF-16 offset.
  ///
  /// - Complexity: O(log *n*) for *n* leaves.
  func scalarOffset(ofUTF16 offset: Int) -> Int {
    var (node, left, result) = (root, offset, 0)
    while true {
      WorkCounter.visitNode()
      guard
        let index = node.member(
          where: { left <= $0.utf16 },
          skipping: {
            left -= $0.utf16
            result += $0.scalars
          })
      else { return result }
      if node.height == 0 {
        return result + node.leaves[index].text.measure(upToUTF16: left).scalars
      }
      node = node.children[index]
    }
  }
}

extension RopeNode<TextLeaf> {
  /// Finds the first member whose measure satisfies a condition, and calls `skip` with the measure
  /// of each earlier member.
  fileprivate func member(
    where isRight: (TextMeasure) -> Bool, skipping skip: (TextMeasure) -> Void
  ) -> Int? {
    for index in measures.indices {
      if isRight(measures[index]) { return index }
      skip(measures[index])
    }
    return nil
  }
}
