// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// One event in full.
  package struct Event: Equatable, Sendable {
    package enum Operation: Equatable, Sendable {
      /// The inserted element, as its place in the order in which the log learned of elements.
      case insert(element: Int)
      case delete
    }

    package var dot: Dot
    package var parents: [Dot]
    package var operation: Operation
    /// The position in the document that the event's author saw.
    package var position: Int
  }

  /// All events, in the order in which this log learned of them.
  ///
  /// - Complexity: O(*n* log *n*) for *n* events.
  package var events: [Event] {
    var events: [Event] = []
    guard !isEmpty else { return [] }
    operations.forEachPiece(in: 0..<graph.count) { piece in
      for offset in 0..<piece.run.length {
        let event = piece.events.lowerBound + offset
        events.append(
          Event(
            dot: graph.dot(of: event),
            parents: graph.parents(of: event).map { graph.dot(of: $0) },
            operation: piece.run.isInsert
              ? .insert(element: piece.firstElement + offset) : .delete,
            position: piece.run.dropping(offset).position))
      }
    }
    return events
  }
}
