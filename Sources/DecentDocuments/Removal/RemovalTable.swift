// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// The removals of documents that are known.
///
/// A document that holds nothing beyond what those who removed it had seen is dropped, here and on
/// each device that learns of the removal. One that holds more stays, or comes back: an edit that
/// nobody had seen is met by the devices that dropped the document, and each puts it together again
/// from what remotes carry.
///
/// All calls expect the caller to have begun a transaction.
struct RemovalTable {
  let table: DocumentTable

  private var rows: RowTable { RowTable(database: table.database) }

  /// Whether a document was removed, by whomever.
  func isRemoved(_ place: DocumentPlace) throws -> Bool { try table.exists(place.removal) }

  /// Whether an edit beyond a removal was met, and the document is being put together again.
  func isRevived(_ place: DocumentPlace) throws -> Bool {
    try SyncNotes.isRevived(place.document, in: rows)
  }

  /// Takes in what is learnt of a document's removal, or notes one.
  ///
  /// - Returns: Whether there is something new.
  func change(
    _ place: DocumentPlace, by author: Author,
    _ body: (inout DocumentRemoval) throws -> Void
  ) throws -> Bool {
    guard try table.change(place.removal, by: author, body) != nil else { return false }
    if author == .here { try SyncNotes.noteEdit(of: place.removal, in: rows) }
    try SyncNotes.endRevival(of: place.document, in: rows)
    return true
  }

  /// The reach of a document when it was removed, by whomever; nil if nobody did. A reach that cannot
  /// be read counts for nothing: a document too many is no loss.
  func reach<Content: ReplicatingDocument>(
    of place: DocumentPlace, as type: Content.Type
  ) throws -> Content.Version? {
    let removal: DocumentRemoval?
    do {
      removal = try table.content(of: place.removal, as: DocumentRemoval.self)
    } catch is DamagedDocument {
      return nil
    } catch DocumentFailure.damagedDocument {
      return nil
    }
    return removal.map { removal in
      removal.compactMap { try? Content.Version(encoded: $0.bytes) }
        .reduce(into: Content.Version()) { $0.merge($1) }
    }
  }

  /// Drops a document that was removed and holds nothing beyond what was seen then. One that holds
  /// more goes out whole, for others have dropped what remotes cover of it.
  func dropIfRemoved<Content: ReplicatingDocument>(
    _ place: DocumentPlace, as type: Content.Type
  ) throws {
    guard let reach = try reach(of: place, as: type), try !isRevived(place),
      let key = try table.key(of: place.document),
      let content = try table.content(of: place.document, as: type)
    else { return }
    try SyncNotes.noteRestart(of: place.document, in: rows)
    if reach.covers(content.version) {
      try table.remove(key)
    } else {
      try SyncNotes.noteEdit(of: place.document, in: rows)
    }
  }
}
