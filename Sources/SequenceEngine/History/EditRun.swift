// SPDX-License-Identifier: MIT

import Causality

/// Edits that a session made one after the other, without taking in anybody else's
/// in between.
///
/// Which edits make a run follows from the edits alone, so it is the same in every copy; only
/// the last run of a session may grow.
package struct EditRun: Hashable, Sendable {
  /// Who made them.
  package let session: SessionID
  /// Their numbers in the session.
  package internal(set) var numbers: Range<Int>
  /// What the first of them builds on: none if that is nothing, or all of the base.
  package let parents: [Dot]
  /// How many elements they inserted.
  package internal(set) var insertedCount: Int
  /// How many elements they deleted, counting those that somebody else deleted at the
  /// same time.
  package internal(set) var deletedCount: Int

  /// The first of them.
  package var first: Dot { Dot(session: session, number: numbers.lowerBound) }
  /// The last of them.
  package var last: Dot { Dot(session: session, number: numbers.upperBound - 1) }
}

extension SequenceVersion {
  /// What was seen by one who has seen some edits, and so all that they build on.
  package init(seen edits: [Dot]) {
    self.init(tips: Array(Set(edits)), hints: [])
  }
}

extension SequenceLog {
  /// The runs of edits that this log holds, none before one that it builds on.
  ///
  /// - Complexity: O(*r*) expected, in the runs of the log.
  package var editRuns: [EditRun] {
    var runs: [EditRun] = []
    var places: [SessionID: Int] = [:]
    graph.forEachRunPiece(in: isEmpty ? [] : [0..<graph.count]) { piece in
      let run = editRun(of: piece)
      if let place = places[run.session], run.parents == [runs[place].last] {
        runs[place].numbers = runs[place].numbers.lowerBound..<run.numbers.upperBound
        runs[place].insertedCount += run.insertedCount
        runs[place].deletedCount += run.deletedCount
      } else {
        places[run.session] = runs.count
        runs.append(run)
      }
    }
    return runs
  }

  private func editRun(of piece: CausalGraph.RunPiece) -> EditRun {
    var (inserted, deleted) = (0, 0)
    operations.forEachPiece(in: piece.events) { part in
      if part.run.isInsert { inserted += part.run.length } else { deleted += part.run.length }
    }
    let first = graph.dot(of: piece.events.lowerBound)
    return EditRun(
      session: first.session, numbers: first.number..<first.number + piece.events.count,
      parents: graph.parents(of: piece.events.lowerBound).map { graph.dot(of: $0) }.sorted(),
      insertedCount: inserted, deletedCount: deleted)
  }
}
