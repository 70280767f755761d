// SPDX-License-Identifier: MIT

import DecentSync

/// Which revisions of documents came from others. All others are edits made here.
///
/// All calls expect the caller to have begun a transaction.
struct ReceivedTable {
  let database: Database

  /// The last revision that an edit made, in a statement that joins `documents` and, to the
  /// left, `received`.
  static let lastEdit = """
    CASE WHEN received.revision = documents.revision THEN received.edited
      ELSE documents.revision END
    """

  /// Runs `body`, which takes in what others changed in a document.
  ///
  /// - Returns: What `body` returns: whether it changed the document.
  func note(of document: DocumentID, _ body: () throws -> Bool) throws -> Bool {
    let lastEdit = try lastEdit(of: document)
    guard try body() else { return false }
    try database.run(
      """
      INSERT OR REPLACE INTO received (document, revision, edited)
      SELECT key, revision, ? FROM documents WHERE name = ?
      """, .integer(lastEdit), .text(document.text))
    return true
  }

  private func lastEdit(of document: DocumentID) throws(DatabaseFailure) -> Int {
    try database.row(
      """
      SELECT \(Self.lastEdit) FROM documents LEFT JOIN received ON document = key WHERE name = ?
      """, .text(document.text)
    ) { $0.integer(at: 0) } ?? 0
  }
}
