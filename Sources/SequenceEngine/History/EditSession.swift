// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The edits of one session of a text or array, for a list of the history.
public struct EditSession: Hashable, Sendable {
  /// The session.
  public let id: SessionID

  /// The number of inserted elements. The elements of a text are Unicode scalars.
  public let insertedCount: Int

  /// The number of deleted elements, including elements that another author deleted concurrently.
  public let deletedCount: Int

  /// The version that the author had seen after the session's last edit.
  public let version: SequenceVersion

  /// The start of the session's program run, in milliseconds since 1970, if the device's clock was
  /// right.
  public var milliseconds: UInt64 { id.run.milliseconds }
}

extension SequenceLog {
  /// The sessions of this log. A session stands before all sessions that have seen its last edit.
  ///
  /// - Complexity: O(*n* log *n* + *s* log² *n*) for *n* entries of the operation log and *s*
  ///   sessions.
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
    // Lamport time grows from cause to effect.
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
