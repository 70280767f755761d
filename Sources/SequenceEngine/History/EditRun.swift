// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Consecutive edits of one session without a merge in between.
///
/// The division into runs follows from the edits alone, so all copies have the same runs. Only the
/// last run of a session may grow.
public struct EditRun: Hashable, Sendable {
  /// The session that made the edits. The id of its program run contains the mark of the device.
  public let session: SessionID
  /// The numbers of the edits in the session.
  public internal(set) var numbers: Range<Int>
  /// The parents of the first edit; empty if the first edit builds on no edit.
  public let parents: [Dot]
  /// The number of elements that the edits inserted.
  public internal(set) var insertedCount: Int
  /// The number of elements that the edits deleted, including elements that another author deleted
  /// concurrently.
  public internal(set) var deletedCount: Int

  /// The first edit.
  public var first: Dot { Dot(session: session, number: numbers.lowerBound) }
  /// The last edit.
  public var last: Dot { Dot(session: session, number: numbers.upperBound - 1) }

  /// The version that the author had seen after the last edit.
  public var version: SequenceVersion { SequenceVersion(seen: [last]) }

  /// The start of the program run in which the session was opened, in milliseconds since 1970, if
  /// the clock of the device was right. The start is up to a minute before the session was opened.
  /// A continued session keeps this time, because the session keeps its program run.
  public var milliseconds: UInt64 { session.run.milliseconds }
}

extension SequenceVersion {
  /// Makes the version of a copy that has seen only some edits and the edits that they build on.
  /// The version of one edit shows the value as the author saw it right after the edit. The version
  /// of several edits shows the merge of these values.
  ///
  /// - Parameter edits: Edits of one text or array, such as ``EditRun/last``, in any order.
  public init(seen edits: [Dot]) {
    self.init(tips: Array(Set(edits)), hints: [])
  }
}

extension SequenceLog {
  /// The runs of edits that this log holds, in causal order.
  ///
  /// - Complexity: O(*r* log *n* + *n*) expected for *r* causal runs and *n* entries of the
  ///   operation log.
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
