// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// The documents that were added, changed or removed since a revision, each once.
struct ChangedDocuments {
  /// The revision of the last change.
  let revision: Int
  /// Whether these are all.
  let areAll: Bool
  private let places: [DocumentPlace]

  /// - Parameter count: The most documents.
  /// - Complexity: O(*d* log *n*) in these documents.
  init(
    after known: Int, atMost count: Int = .max, in database: Database
  ) throws(DatabaseFailure) {
    let rows = try database.rows(
      "SELECT revision, name FROM documents WHERE revision > ? ORDER BY revision LIMIT ?",
      .integer(known), .integer(count)
    ) { row throws(DatabaseFailure) in (row.integer(at: 0), try row.text(at: 1)) }
    areAll = rows.count < count
    revision = rows.last?.0 ?? known
    var known: Set<DocumentPlace> = []
    places = rows.compactMap { row in
      DocumentID(row.1).flatMap { DocumentPlace($0) ?? DocumentPlace(removal: $0) }
    }.filter { known.insert($0).inserted }
  }

  /// The ids of the documents of one collection.
  func ids(of code: UInt64) -> [UUID] { places.filter { $0.code == code }.map(\.id) }
}
