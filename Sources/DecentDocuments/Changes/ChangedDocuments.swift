// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// The documents that were added, changed or dropped since a revision, without repetition.
/// Two kinds are left out: documents that hold removals, and documents with damaged names, which a
/// repair handles.
struct ChangedDocuments {
  /// The revision of the last row that was read, even if its name is damaged or names a removal.
  private(set) var revision: Int
  /// Whether the list is complete.
  let areAll: Bool
  /// Whether no row was read: no document was added, changed or dropped.
  let isEmpty: Bool
  private let places: [DocumentPlace]

  /// - Parameter count: The maximum number of rows to read, one for each changed document.
  /// - Complexity: O(*d* log *n*) for *d* listed documents in a library of *n* documents.
  init(
    after known: Int, atMost count: Int = .max, in database: Database
  ) throws(DatabaseFailure) {
    try self.init(after: "?1", .integer(known), atMost: count, in: database)
    if isEmpty { revision = known }
  }

  /// The documents whose last changes an index has not taken in. If there are none, `revision` is
  /// 0.
  ///
  /// - Complexity: O(*d* log *n*) for *d* listed documents in a library of *n* documents.
  init(
    afterThoseIn index: String, atMost count: Int, in database: Database
  ) throws(DatabaseFailure) {
    try self.init(
      after: "ifnull((SELECT revision FROM indexes WHERE name = ?1), 0)", .text(index),
      atMost: count, in: database)
  }

  private init(
    after known: String, _ value: DatabaseValue, atMost count: Int, in database: Database
  ) throws(DatabaseFailure) {
    // Reads one row more than it lists. If that row exists, the list is incomplete.
    let found = try database.rows(
      """
      SELECT revision, name FROM documents WHERE revision > \(known)
      UNION ALL SELECT revision, name FROM gone_documents WHERE revision > \(known)
      ORDER BY revision LIMIT ?2
      """, value, .integer(min(count, .max - 1) + 1)
    ) { row in (row.integer(at: 0), try? row.text(at: 1)) }
    let rows = found.prefix(count)
    areAll = rows.count == found.count
    isEmpty = rows.isEmpty
    revision = rows.last?.0 ?? 0
    places = rows.compactMap { row in
      row.1.flatMap { DocumentID($0) }.flatMap { DocumentPlace($0) }
    }
  }

  /// The ids of the listed documents of the type with this code.
  func ids(of code: UInt64) -> [UUID] { places.filter { $0.code == code }.map(\.id) }
}
