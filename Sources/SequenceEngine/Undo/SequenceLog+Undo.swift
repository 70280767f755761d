// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// A step that undoes some events.
  ///
  /// - Parameter events: Ascending, each range of one session.
  /// - Complexity: O(*r*) for *r* runs, plus O(log *n*) for each run of deletes, plus feeding the
  ///   index if there are any.
  func step(undoing events: [Range<Int>], cache: borrowing HistoryCache) -> UndoStep {
    var pieces: [OperationLog.Piece] = []
    for range in events { operations.forEachPiece(in: range) { pieces.append($0) } }
    var followers = [Int?](repeating: nil, count: pieces.count)
    if !pieces.allSatisfy({ $0.run.isInsert }) {
      let deletes = pieces.map { $0.run.isInsert ? nil : $0.events }
      followers = cache.withIndex(of: self) { index in
        deletes.map { $0.flatMap { index.follower(of: $0) } }
      }
    }
    var step = UndoStep()
    for (piece, follower) in zip(pieces, followers) {
      for dots in graph.dots(of: piece.events) {
        step.append(UndoStep.Edit(dots: dots, follower: follower.map { dot(ofElement: $0) }))
      }
    }
    return step
  }

  /// The changes of the document that undo a step.
  ///
  /// - Throws: ``MissingHistory`` if some of its edits are not known here, or were dropped.
  /// - Complexity: O(*r* log *n*) for *r* runs of the step's elements, plus feeding the index.
  package func changes(
    undoing step: UndoStep, cache: borrowing HistoryCache
  ) throws(MissingHistory) -> [UndoChange] {
    var inserts: [Range<Int>] = []
    var deletes: [UndoneDelete] = []
    for edit in step.edits {
      guard let events = graph.events(of: edit.dots) else {
        throw MissingHistory(graph.knows(edit.dots.last) ? .dropped : .notHereYet)
      }
      let follower = edit.follower.flatMap { element(of: $0) }
      for range in events {
        operations.forEachPiece(in: range) { piece in
          if piece.run.isInsert {
            inserts.append(elements(of: piece.events))
          } else {
            deletes.append(UndoneDelete(events: piece.events, follower: follower))
          }
        }
      }
    }
    return cache.withIndex(of: self) { $0.changes(undoing: inserts, deletes) }
  }

  /// The places in the inserted content of the elements that a change puts back.
  package func revivedElements(of change: UndoChange) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    for revived in change.revived { forEachRange(ofElements: revived) { elements.append($0) } }
    return elements
  }
}
