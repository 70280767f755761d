// SPDX-License-Identifier: MIT

import Causality

/// The meaning of the ids that a ``HistoryIndex`` gives to elements.
extension SequenceLog {
  /// The elements that some events inserted.
  func elements(of events: Range<Int>) -> Range<Int> {
    (events.lowerBound + baseLength)..<(events.upperBound + baseLength)
  }

  /// The element that a dot names. Nil if the dot is not known here, or if it is in the base and
  /// the base does not show its element. A delete outside the base has an id too.
  ///
  /// - Complexity: O(log *n*)
  func element(of dot: Dot) -> Int? {
    graph.index(of: dot).map { $0 + baseLength } ?? base?.place(of: dot)
  }

  /// The name of an element.
  ///
  /// - Complexity: O(log *n*)
  func dot(ofElement element: Int) -> Dot {
    guard element < baseLength, let base else { return graph.dot(of: element - baseLength) }
    return base.dots(of: element..<(element + 1))[0].first
  }

  /// The names of elements. The dots of base elements form ranges where they stand together.
  func dots(ofElements elements: Range<Int>) -> [DotRange] {
    let (old, events) = parts(ofElements: elements)
    return (old.isEmpty ? [] : base?.dots(of: old) ?? []) + graph.dots(of: events)
  }

  /// Calls `body` with the places of elements in the content, in ascending ranges.
  func forEachRange(ofElements elements: Range<Int>, _ body: (Range<Int>) -> Void) {
    let (old, events) = parts(ofElements: elements)
    if !old.isEmpty { body(old) }
    operations.forEachPiece(in: events) { piece in
      body(piece.firstElement..<(piece.firstElement + piece.events.count))
    }
  }

  /// The elements of the base, and the events that inserted the others.
  private func parts(ofElements elements: Range<Int>) -> (Range<Int>, events: Range<Int>) {
    let length = baseLength
    let old = elements.clamped(to: 0..<length)
    let others = elements.clamped(to: length..<max(length, elements.upperBound))
    return (old, (others.lowerBound - length)..<(others.upperBound - length))
  }
}
