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
          if try received.note(of: change.document, { try take(change) }) {
            outcome.changed.append(change.document)
          }
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
      guard try isWanted(change, of: id) else { return false }
      return try library.changeNote(id) { try Self.merge(change, into: &$0) }
    case nil:
      throw Refusal(reason: .unreadable(.foreign(expected: "a document this version knows")))
    }
  }

  /// Whether a change of a note is to be merged: not if the note was purged by one
  /// who had seen it.
  ///
  /// An edit made elsewhere before the purge was known there brings a purged note
  /// back, but never a part of it. It is held until the note is there as a whole:
  /// from a device that still has it, or from what the remotes carry, which is
  /// read again.
  private func isWanted(_ change: DocumentChange, of id: NoteID) throws -> Bool {
    guard let purge = try library.purges.purge(of: id), !purge.isRevived,
      try !library.documents.exists(.note(id))
    else { return true }
    let version: NoteVersion
    do throws(DecodingFailure) {
      version = try NoteVersion(encoded: change.version)
    } catch {
      throw Refusal(reason: .unreadable(error))
    }
    if purge.seen.covers(version) { return false }
    if change.after.isEmpty { return true }
    try library.purges.revive(id)
    try objects.reread(change.document)
    throw Refusal(reason: .missingHistory)
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
