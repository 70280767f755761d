// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

/// Tables of an app that are derived from its documents. Lists and searches read the tables in
/// place of the documents.
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
/// Pass the indexes of a collection to ``DocumentLibrary/collection(of:indexedBy:)``. The tables
/// change in the transaction that changes a document, whether this app, another process or another
/// device made the change. At its next use, the index also takes in changes that an older version
/// of the app made without it. An index that takes longer to write than documents do, such as an
/// index of words, may be deferred (``isDeferred``).
///
/// An index is not given the changes of a document that its type cannot read. Once a newly opened
/// library asks for a type that reads the document, as after an update of the app, the index is
/// given the document.
public protocol DocumentIndex<Content>: Sendable {
  /// The type of the documents.
  associatedtype Content: ReplicatingDocument

  /// The name under which the library keeps the progress of the index. Each type of index has a
  /// name of its own.
  var name: String { get }

  /// Scripts that bring the tables from one version to the next. The first script makes the tables.
  /// Each script is run once. After a script was run, all documents are given to
  /// ``update(_:to:in:)`` anew.
  var steps: [String] { get }

  /// Whether only `catchUp(_:atMost:)` updates the tables, and not the transaction of each change.
  /// False by default.
  var isDeferred: Bool { get }

  /// Updates the tables for a document that was added or changed. If this method throws, the change
  /// of the document is rolled back, and a sync ends.
  func update(_ id: UUID, to content: Content, in tables: borrowing IndexTables) throws

  /// Removes the rows of a removed document from the tables. There may be no such rows.
  func remove(_ id: UUID, from tables: borrowing IndexTables) throws

  /// Whether the tables agree with a document. ``DocumentLibrary/check(progress:)`` asks this of
  /// every document. After an answer of no, a repair gives all documents to ``update(_:to:in:)``.
  ///
  /// By default true: the index is not checked.
  ///
  /// - Parameters:
  ///   - content: The document.
  ///   - id: The document's id.
  ///   - tables: The tables, which can only be read here.
  func agrees(
    with content: Content, of id: UUID, in tables: borrowing IndexTables
  ) throws -> Bool

  /// The ids of the documents with rows in the tables, in any order. If a document does not exist,
  /// a check counts the id as a disagreement, and a repair gives the id to ``remove(_:from:)``.
  ///
  /// By default none: the index is not checked for such rows.
  ///
  /// - Parameter tables: The tables, which can only be read here.
  func ids(in tables: borrowing IndexTables) throws -> [UUID]
}

extension DocumentIndex {
  public var isDeferred: Bool { false }

  public func agrees(
    with content: Content, of id: UUID, in tables: borrowing IndexTables
  ) throws -> Bool {
    true
  }

  public func ids(in tables: borrowing IndexTables) throws -> [UUID] { [] }

  var typeName: String { String(reflecting: Self.self) }
}
