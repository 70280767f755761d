// SPDX-License-Identifier: MIT

import Causality

extension SequenceLog {
  /// A step that undoes some events.
  ///
  /// - Parameter events: Ascending ranges, each of one session.
  /// - Complexity: O(*r*) for *r* runs of operations. Deletes add O(log *n*) for each of their
  ///   runs, for *n* runs of the index, and the time to update the index of `cache`.
  func step(undoing events: [Range<Int>], cache: borrowing HistoryCache) -> UndoStep {
    var pieces: [OperationLog.Piece] = []
    for range in events { operations.forEachPiece(in: range) { pieces.append($0) } }
    var neighbours = [(leader: Int?, follower: Int?)?](repeating: nil, count: pieces.count)
    if !pieces.allSatisfy({ $0.run.isInsert }) {
      let deletes = pieces.map { $0.run.isInsert ? nil : $0.events }
      neighbours = cache.withIndex(of: self) { index in
        deletes.map { $0.map { index.neighbours(of: $0) } }
      }
    }
    return step(of: pieces, beside: neighbours)
  }

  /// - Parameter neighbours: The elements beside the targets of each piece; nil for inserts.
  func step(
    of pieces: [OperationLog.Piece], beside neighbours: [(leader: Int?, follower: Int?)?]
  ) -> UndoStep {
    var step = UndoStep()
    for (piece, neighbours) in zip(pieces, neighbours) {
      let follower = neighbours?.follower.map { graph.dot(of: $0) }
      let leader: UndoStep.Leader = neighbours.map { name(ofLeader: $0.leader) } ?? .none
      for dots in graph.dots(of: piece.events) {
        step.append(UndoStep.Edit(dots: dots, follower: follower, leader: leader))
      }
    }
    return step
  }

  private func name(ofLeader element: Int?) -> UndoStep.Leader {
    element.map { .element(graph.dot(of: $0)) } ?? .start
  }

  /// Finds the leaders in a step that was read from bytes.
  ///
  /// If this log does not know all edits of the step, no delete gets a leader.
  ///
  /// - Complexity: O(*r* log *n*) for *r* of *n* runs, plus the runs by which the version after the
  ///   step differs from the version prepared last, plus the time to update the index of `cache`.
  func findLeaders(of step: inout UndoStep, cache: borrowing HistoryCache) {
    guard let last = step.edits.last, let latest = graph.index(of: last.dots.last) else { return }
    var places: [Int] = []
    var deletes: [Range<Int>] = []
    for place in step.edits.indices where step.edits[place].leader == .unread {
      guard let events = graph.events(of: step.edits[place].dots) else { return }
      var found: Range<Int>?
      for range in events {
        operations.forEachPiece(in: range) { if !$0.run.isInsert { found = $0.events } }
      }
      if let found {
        places.append(place)
        deletes.append(found)
      } else {
        step.setLeader(.none, at: place)
      }
    }
    let ranges = deletes
    let neighbours = cache.withIndex(of: self) { $0.neighbours(of: ranges, at: [latest], in: self) }
    for (place, neighbours) in zip(places, neighbours) {
      step.setLeader(name(ofLeader: neighbours.leader), at: place)
    }
  }

  /// The changes of the document that undo a step.
  ///
  /// - Throws: ``MissingHistory`` if this log does not know some edits of the step.
  /// - Complexity: O(*r* log *n*) for *r* runs of the step's elements among *n* runs, plus the time
  ///   to update the index of `cache`.
  package func changes(
    undoing step: UndoStep, cache: borrowing HistoryCache
  ) throws(MissingHistory) -> [UndoChange] {
    var inserts: [Range<Int>] = []
    var deletes: [UndoneDelete] = []
    for edit in step.edits {
      guard let events = graph.events(of: edit.dots) else { throw MissingHistory() }
      let follower = edit.follower.flatMap { graph.index(of: $0) }
      let leader = leader(of: edit)
      for range in events {
        operations.forEachPiece(in: range) { piece in
          if piece.run.isInsert {
            inserts.append(piece.events)
          } else {
            deletes.append(
              UndoneDelete(events: piece.events, leader: leader, follower: follower))
          }
        }
      }
    }
    return cache.withIndex(of: self) { $0.changes(undoing: inserts, deletes, in: self) }
  }

  private func leader(of edit: UndoStep.Edit) -> UndoneDelete.Leader {
    switch edit.leader {
    case .unread, .none: .unknown
    case .start: .start
    case .element(let dot): graph.index(of: dot).map { .element($0) } ?? .unknown
    }
  }

  /// The elements to put back, by their places in the inserted content.
  package func revivedElements(of change: UndoChange) -> [Range<Int>] {
    var elements: [Range<Int>] = []
    for revived in change.revived { forEachRange(ofElements: revived) { elements.append($0) } }
    return elements
  }
}
