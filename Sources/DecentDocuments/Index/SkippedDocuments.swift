// SPDX-License-Identifier: MIT

import DecentSync
import ReplicatingTypes

/// The records of documents that an index skipped, because the index's type could not read them.
///
/// Another version of the app may read such a document, which does not change meanwhile. A new
/// revision then passes the document to all indexes. A record states the revision at which the
/// document was skipped, and holds until the document changes.
///
/// All calls expect the caller to have begun a transaction.
struct SkippedDocuments {
  let table: DocumentTable

  static let schema = """
    CREATE TABLE skipped_documents (
      document INTEGER PRIMARY KEY REFERENCES documents ON DELETE CASCADE,
      revision INTEGER NOT NULL
    );

    """

  /// Records that an index skipped the present state of a document.
  func note(_ document: DocumentID) throws(DatabaseFailure) {
    try table.database.run(
      "INSERT OR REPLACE INTO skipped_documents SELECT key, revision FROM documents WHERE name = ?",
      .text(document.text))
  }

  /// The skipped documents that a type can read.
  ///
  /// - Complexity: O(*s*), where *s* is the number of skipped documents, plus the reading of those
  ///   that have the kind of the type.
  func readable(as type: (some ReplicatingDocument).Type) throws -> [DocumentID] {
    let names = try table.database.rows(
      """
      SELECT name FROM skipped_documents s CROSS JOIN documents d
      ON d.key = s.document AND d.revision = s.revision ORDER BY d.revision
      """
    ) { try? $0.text(at: 0) }
    return try names.compactMap { $0.flatMap { DocumentID($0) } }
      .filter { DocumentPlace($0)?.code == type.frameKind.code }
      .filter { document in
        do {
          return try table.content(of: document, as: type) != nil
        } catch  where error.isOfUnreadableDocument {
          return false
        }
      }
  }

  /// Makes the next update of each index take in the skipped documents that a type can read.
  func readmit(as type: (some ReplicatingDocument).Type) throws {
    for document in try readable(as: type) { try table.noteNews(of: document) }
  }
}
