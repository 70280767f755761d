// SPDX-License-Identifier: MIT

/// The visible text of a document. Positions count Unicode scalars.
package struct TextRope: Sendable {
  private var rope = Rope<TextLeaf>()

  package init() {}

  /// How long the text is.
  package var measure: TextMeasure { rope.measure }

  /// Puts text in.
  ///
  /// - Parameter utf8: Well-formed UTF-8.
  /// - Complexity: O(log *n* + *m*)
  package mutating func insert(_ utf8: ArraySlice<UInt8>, at scalar: Int) {
    rope.insert(utf8, at: scalar)
    rope.checkInvariants()
  }

  /// Takes text out.
  ///
  /// - Complexity: O(log *n* + *m*)
  package mutating func remove(_ scalars: Range<Int>) {
    rope.remove(scalars)
    rope.checkInvariants()
  }

  /// The UTF-8 of some scalars.
  ///
  /// - Complexity: O(log *n* + *m*)
  package func utf8(_ scalars: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    if scalars == 0..<measure.scalars { bytes.reserveCapacity(measure.bytes) }
    rope.write(scalars, to: &bytes)
    return bytes
  }

  /// Where a scalar begins, in UTF-16 units.
  ///
  /// - Complexity: O(log *n*)
  package func utf16Offset(ofScalar scalar: Int) -> Int {
    var (node, left, result) = (rope.root, scalar, 0)
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
      if node.height == 0 { return result + node.leaves[index].utf16Offset(ofScalar: left) }
      node = node.children[index]
    }
  }

  /// How many whole scalars lie before a UTF-16 offset: an offset between the
  /// halves of a pair counts as before it.
  ///
  /// - Complexity: O(log *n*)
  package func scalarOffset(ofUTF16 offset: Int) -> Int {
    var (node, left, result) = (rope.root, offset, 0)
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
      if node.height == 0 { return result + node.leaves[index].scalarOffset(ofUTF16: left) }
      node = node.children[index]
    }
  }
}

extension RopeNode where Leaf == TextLeaf {
  /// The first member that satisfies a condition; `skip` hears of those before.
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
