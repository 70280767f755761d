// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

/// Tables of an app that follow from its documents: what lists show and searches find, without
/// reading the documents.
///
/// ```swift
/// struct Titles: DocumentIndex {
///   let name = "titles"
///   let steps = ["CREATE TABLE titles (id TEXT PRIMARY KEY, title TEXT NOT NULL)"]
///
///   func update(_ id: UUID, to recipe: Recipe, in tables: borrowing IndexTables) throws {
///     try tables.run(
///       "INSERT OR REPLACE INTO titles VALUES (?, ?)", .id(id), .text(recipe.title.value))
///   }
///
///   func remove(_ id: UUID, from tables: borrowing IndexTables) throws {
///     try tables.run("DELETE FROM titles WHERE id = ?", .id(id))
///   }
/// }
/// ```
///
/// The tables change in the transaction in which a document changes, whoever changed it: this app,
/// another process, another device. What an older version of the app changed without the index is
/// caught up when the index is used next.
public protocol DocumentIndex<Content>: Sendable {
  /// The type of the documents.
  associatedtype Content: ReplicatingDocument

  /// The name under which the library keeps how far the index is.
  var name: String { get }

  /// Scripts that bring the tables from one version to the next, the first from none. Each is run
  /// once. After one was run, all documents are given to ``update(_:to:in:)`` anew.
  var steps: [String] { get }

  /// Brings the tables up to a document that was added or changed.
  func update(_ id: UUID, to content: Content, in tables: borrowing IndexTables) throws

  /// Takes out of the tables what is there of a document that was removed: perhaps nothing.
  func remove(_ id: UUID, from tables: borrowing IndexTables) throws
}
