// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

extension LibraryJournal {
  public func apply(
    _ sealed: SealedSegment, from object: ObjectInfo, of remote: RemoteName
  ) throws -> ApplyOutcome {
    try database.transaction {
      var outcome = ApplyOutcome()
      var taken: [DocumentChange] = []
      for change in sealed.segment.changes {
        do {
          if try take(change) { outcome.changed.append(change.document) }
          taken.append(change)
        } catch let refusal as Refusal {
          outcome.held.append(HeldChange(document: change.document, reason: refusal.reason))
        }
      }
      try objects.record(
        KnownObject(info: object, isComplete: outcome.held.isEmpty), of: remote, carrying: taken,
        by: sealed.reference)
      return outcome
    }
  }

  public func confirm(_ sealed: SealedSegment, at remote: RemoteName) throws {
    try database.transaction {
      try database.run(
        "DELETE FROM sealed WHERE device = ? AND number = ?",
        .text("\(sealed.reference.device)"), .integer(sealed.reference.number))
      let info = ObjectInfo(name: sealed.name, size: sealed.bytes.count)
      try objects.record(
        KnownObject(info: info, isComplete: true), of: remote, carrying: sealed.segment.changes,
        by: sealed.reference)
    }
  }
}

extension LibraryJournal {
  /// Why a change cannot be taken in now; the others of its segment can.
  private struct Refusal: Error {
    let reason: HeldChange.Reason
  }

  /// Merges a change into its document.
  ///
  /// - Returns: Whether the document holds something new.
  private func take(_ change: DocumentChange) throws -> Bool {
    switch DocumentName(change.document) {
    case .index:
      return try library.changeIndex { try Self.merge(change, into: &$0) }
    case .note(let id):
      return try library.changeNote(id) { try Self.merge(change, into: &$0) }
    case nil:
      throw Refusal(reason: .unreadable(.foreign(expected: "a document this version knows")))
    }
  }

  private static func merge<Content: StoredContent>(
    _ change: DocumentChange, into content: inout Content
  ) throws(Refusal) {
    let delta: Content.Delta
    do throws(DecodingFailure) {
      // An unreadable version would make what the remote holds unknowable.
      _ = try Content.Version(encoded: change.version)
      delta = try Content.Delta(encoded: change.delta)
    } catch {
      throw Refusal(reason: .unreadable(error))
    }
    do throws(MissingHistory) {
      try content.merge(delta: delta)
    } catch {
      throw Refusal(reason: .missingHistory)
    }
  }
}
