// SPDX-License-Identifier: MIT

import Causality

/// What one author did in one go: a line of a log of a text's history.
public struct EditSession: Hashable, Sendable {
  /// Which session it was.
  public let id: SessionID

  /// How many elements it inserted; those of a text are Unicode scalars.
  public let insertedCount: Int

  /// How many elements it deleted, counting those that somebody else deleted at the
  /// same time.
  public let deletedCount: Int

  /// What its author had seen after the last edit of it.
  public let version: SequenceVersion

  /// When the program run began that it belongs to, in milliseconds since 1970, as
  /// far as that device's clock was right.
  public var milliseconds: UInt64 { id.run.milliseconds }
}

extension SequenceLog {
  /// The sessions of this log, without what they did in the base. None stands before one whose edits it had seen all of.
  ///
  /// - Complexity: O(*r* log *r*) in the runs of the log.
  package var editSessions: [EditSession] {
    var inserted = [Int](repeating: 0, count: graph.sessions.count)
    var deleted = inserted
    var last = inserted
    graph.forEachRunPiece(in: isEmpty ? [] : [0..<graph.count]) { run in
      last[run.session] = run.events.upperBound - 1
      operations.forEachPiece(in: run.events) { piece in
        if piece.run.isInsert {
          inserted[run.session] += piece.run.length
        } else {
          deleted[run.session] += piece.run.length
        }
      }
    }
    // By Lamport time, which grows from cause to effect.
    let order = graph.sessions.indices.filter { inserted[$0] + deleted[$0] > 0 }.sorted {
      left, right in
      let (age, other) = (graph.age(of: last[left]), graph.age(of: last[right]))
      return age.lamport == other.lamport
        ? age.session < other.session : age.lamport < other.lamport
    }
    return order.map { place in
      EditSession(
        id: graph.sessions[place], insertedCount: inserted[place], deletedCount: deleted[place],
        version: SequenceVersion(tips: [graph.dot(of: last[place])], hints: []))
    }
  }
}
