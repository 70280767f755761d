// SPDX-License-Identifier: MIT

import BinaryCoding
import DecentSync

/// Damage to the sync state of a remote, for example by a flipped bit on the disk. Damage to
/// documents is not included: documents are checked when they are read.
public struct RemoteDamage: Hashable, Sendable {
  /// The library's name for the remote.
  public let remote: RemoteName
  /// The fault, in words.
  public let reason: String
}

extension RemoteDamage: CustomStringConvertible {
  public var description: String {
    "what this library knows of the remote \(remote.text) is damaged: \(reason); have it read anew"
  }
}

extension RemoteDamage {
  /// The fault, in words, in the sync state that all remotes share; nil if there is none.
  package static func reasonOfAll(in rows: RowTable) throws -> String? {
    do {
      try CommonRows.checkDevice(in: rows)
      return nil
    } catch {
      guard error is DamagedRow || error is DecodingFailure else { throw error }
      return "\(error)"
    }
  }

  /// The damage of all remotes of a library.
  ///
  /// - Parameter check: Throws if the sync state of a remote is damaged.
  package static func found(
    in rows: RowTable, by check: (RemoteName) throws -> Void
  ) throws -> [RemoteDamage] {
    try CommonRows.remotes(in: rows).compactMap { remote in
      do {
        try check(remote)
        return nil
      } catch let failure as DatabaseFailure where failure.code == .damaged {
        return RemoteDamage(remote: remote, reason: failure.detail)
      } catch let row as DamagedRow {
        return RemoteDamage(remote: remote, reason: "\(row)")
      } catch let failure as DecodingFailure {
        return RemoteDamage(remote: remote, reason: "\(failure)")
      }
    }
  }
}

extension DocumentLibrary {
  /// Checks the sync state of all remotes: versions, objects, and the rows that are computed from
  /// both. Damage to the state that all remotes share is reported for each remote. Changes nothing.
  /// ``RemoteSync/run(options:progress:)`` throws when it meets damage to the sync state.
  ///
  /// - Complexity: O(*n* + *m*) for *n* known claims and *m* bytes of their documents.
  public func checkRemotes() throws -> [RemoteDamage] {
    try read { database in
      try RemoteDamage.found(in: RowTable(database: database)) {
        try policy(in: database, of: $0).checkRows()
      }
    }
  }

  /// Forgets the sync state of each remote whose state is damaged. The next sync reads these
  /// remotes anew, and brings both sides to the same state. No document is changed.
  ///
  /// - Returns: The damage that was found.
  /// - Throws: ``DocumentFailure/editWithinEdit``, a ``DatabaseFailure``.
  @discardableResult
  public func repairRemotes() throws -> [RemoteDamage] {
    try write { database in
      let rows = RowTable(database: database)
      func damage() throws -> [RemoteDamage] {
        try RemoteDamage.found(in: rows) { try policy(in: database, of: $0).checkRows() }
      }
      let found = try damage()
      // Damage of the state that all remotes share is no reason to forget a remote.
      let isSharedDamaged = try RemoteDamage.reasonOfAll(in: rows) != nil
      if isSharedDamaged { try CommonRows.forgetDamagedDevice(in: rows) }
      for left in try isSharedDamaged ? damage() : found {
        try policy(in: database, of: left.remote).forgetDamagedRows()
      }
      return found
    }
  }
}
