// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// The documents of collections, by the ids under which documents travel. A ``DecentSync/SyncReport``, a
/// ``DecentSync/SyncStatus``, a ``DecentSync/KnownDevice`` and a ``DocumentProblem`` have such ids.
extension DocumentID {
  /// The id of a document in the collection of its type; nil if this is no document of the type. The document
  /// need not exist.
  ///
  /// ```swift
  /// let changed = report.changedDocuments.compactMap { $0.id(in: Recipe.self) }
  /// ```
  public func id<Content: ReplicatingDocument>(in type: Content.Type) -> UUID? {
    DocumentPlace(self).flatMap { $0.code == type.frameKind.code ? $0.id : nil }
  }

  /// The id of a document in the collection of its type, if this is the document that holds its
  /// removals. Nil for any other document.
  ///
  /// ```swift
  /// let removed = report.changedDocuments.compactMap { $0.removedID(in: Recipe.self) }
  /// ```
  public func removedID<Content: ReplicatingDocument>(in type: Content.Type) -> UUID? {
    DocumentPlace(removal: self).flatMap { $0.code == type.frameKind.code ? $0.id : nil }
  }
}
