// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// The documents of a collection that were added, changed or removed since a revision of the
/// library.
public struct PastChanges: Hashable, Sendable {
  /// A document that was added, changed or removed.
  public struct Document: Hashable, Sendable {
    /// The document's id.
    public let id: UUID
    /// Whether there is no such document now.
    public let isRemoved: Bool
  }

  /// The documents, each once, in the order of their last changes.
  public let documents: [Document]
  /// The revision of the library's last change, to be passed to the next `changes(after:)`.
  public let revision: Int
  /// Whether ``documents`` lists all documents of the collection. If so, an unlisted document no
  /// longer exists.
  public let areAll: Bool
}

extension DocumentCollection {
  /// The changes since a revision, for a program that keeps the revision until its next start:
  ///
  /// ```swift
  /// let news = try recipes.changes(after: seen)
  /// for change in news.documents { print(change.id, change.isRemoved ? "removed" : "changed") }
  /// seen = news.revision
  /// ```
  ///
  /// Each change of a document, by this app, by sync or by another process, gets a greater revision
  /// than all changes before. Revisions belong to the library's file. So keep the revision in a
  /// table of the library (``DocumentLibrary/makeTables(named:steps:)``), where a backup includes
  /// it.
  ///
  /// - Parameter revision: The ``PastChanges/revision`` of an earlier answer; 0 for all documents.
  ///   All documents are also listed if the library has not reached the revision, as after a
  ///   restore from a backup.
  /// - Complexity: O(*d* log *n*), where *d* of the library's *n* documents changed, in any
  ///   collection. No document is read.
  public func changes(after revision: Int) throws -> PastChanges {
    try library.read { database in
      let last = try library.revision()
      let areAll = revision <= 0 || revision > last
      let changes = try ChangedDocuments(after: areAll ? 0 : revision, in: database)
      let documents = try changes.ids(of: Content.frameKind.code).map { id in
        PastChanges.Document(id: id, isRemoved: try !exists(id))
      }
      return PastChanges(documents: documents, revision: last, areAll: areAll)
    }
  }

  /// The device that sent the latest edits of a document. With several remotes, a device also
  /// passes on edits of other devices. Nil if:
  ///
  /// - there is no such document, or this device has edited the document since;
  /// - the edits came with the whole document, or in an object that was joined from several
  ///   objects.
  ///
  /// `devices()` also has the device's name.
  public func lastSender(of id: UUID) throws -> DeviceID? {
    try library.read { database in
      let document = document(id)
      let open = try library.table(in: database).open(document, as: Content.self)
      guard open.isHere else { return nil }
      return try CommonRows.writer(
        of: document, at: open.version(), in: RowTable(database: database))
    }
  }
}
