// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// The known removals of documents.
///
/// A document that holds only edits that the removing devices had seen is dropped, here and on each
/// device that learns of the removal. A document that holds more edits stays, or comes back. A
/// device that dropped a document restores it from remotes when the device meets an edit beyond the
/// removal. A document that stays or comes back takes in the edits that its removals kept for this
/// case.
///
/// All calls expect the caller to have begun a transaction.
struct RemovalTable {
  let table: DocumentTable

  private var rows: RowTable { RowTable(database: table.database) }

  /// Whether a document was removed by any device.
  func isRemoved(_ place: DocumentPlace) throws -> Bool { try table.exists(place.removal) }

  /// Whether this device is taking the content of a removed document from remotes again.
  func isRevived(_ place: DocumentPlace) throws -> Bool {
    try CommonRows.isRevived(place.document, in: rows)
  }

  /// Takes in a removal by another device, or records a removal made here.
  ///
  /// - Returns: Whether the known removals of the document changed.
  func change(
    _ place: DocumentPlace, by author: Author,
    _ body: (inout DocumentRemoval) throws -> Void
  ) throws -> Bool {
    let isNews = try table.change(place.removal, by: author, body) != nil
    if isNews && author == .here { try CommonRows.noteEdit(of: place.removal, in: rows) }
    return isNews
  }

  /// The edits that the removing devices had seen in a document; nil if the document was not
  /// removed, or if its removals cannot be read.
  func reach<Content: ReplicatingDocument>(
    of place: DocumentPlace, as type: Content.Type
  ) throws -> Content.Version? {
    try removal(of: place)?.reach(of: type)
  }

  /// The removals of a document; nil if there are none, or none that can be read.
  private func removal(of place: DocumentPlace) throws -> DocumentRemoval? {
    do {
      return try table.content(of: place.removal, as: DocumentRemoval.self)
    } catch  where error.isOfUnreadableDocument {
      return nil
    }
  }

  /// Drops a document after a removal that was made here or taken in. A document that holds edits
  /// beyond the removal stays. This device uploads such a document whole, because other devices
  /// have dropped the content that remotes hold. It also takes the document's content from remotes
  /// again, unless the document had come back after an earlier removal.
  ///
  /// - Parameter wasRemoved: Whether the document had been removed before.
  func settle(
    _ place: DocumentPlace, as type: (some ReplicatingDocument).Type, after wasRemoved: Bool
  ) throws {
    let cameBack = try wasRemoved && !isRevived(place)
    try CommonRows.endRevival(of: place.document, in: rows)
    if try dropIfCovered(place, as: type) || !table.exists(place.document) { return }
    // Indexes may record that the document was removed, so the next update must pass the document
    // to the indexes again.
    try table.noteNews(of: place.document)
    try CommonRows.noteRestart(of: place.document, in: rows)
    try CommonRows.noteEdit(of: place.document, in: rows)
    if !cameBack { try CommonRows.noteRevival(of: place.document, in: rows) }
  }

  /// Drops a removed document that holds nothing beyond the reach of its removal. A document that
  /// holds more, or is being restored, takes in the edits that its removals kept for this case.
  ///
  /// - Returns: Whether the document was dropped.
  func dropIfCovered<Content: ReplicatingDocument>(
    _ place: DocumentPlace, as type: Content.Type
  ) throws -> Bool {
    guard try isRemoved(place), let reach = try reach(of: place, as: type),
      let key = try table.key(of: place.document),
      let content = try table.content(of: place.document, as: type)
    else { return false }
    guard try !isRevived(place), reach.covers(content.version) else {
      try takeLeft(by: place, as: type)
      return false
    }
    try CommonRows.noteRestart(of: place.document, in: rows)
    try table.remove(key)
    return true
  }

  /// Merges into a document the edits that its removals kept for the case that it stays or comes
  /// back (``DocumentRemoval/leave(in:)``).
  private func takeLeft<Content: ReplicatingDocument>(
    by place: DocumentPlace, as type: Content.Type
  ) throws {
    guard let removal = try removal(of: place) else { return }
    let change = try table.change(place.document) { (content: inout Content) in
      removal.leave(in: &content)
    }
    if change != nil { try CommonRows.noteEdit(of: place.document, in: rows) }
  }
}
