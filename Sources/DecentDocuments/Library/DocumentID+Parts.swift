// SPDX-License-Identifier: MIT

import DecentSync
import Foundation
import ReplicatingTypes

/// Conversion of the ids by which sync names documents. A ``DecentSync/SyncReport``, a
/// ``DecentSync/SyncStatus``, a ``DecentSync/KnownDevice`` and a ``DocumentProblem`` have such ids.
extension DocumentID {
  /// The id of this document in the collection of a type; nil if this is no document of the type.
  /// The document need not exist.
  ///
  /// ```swift
  /// let changed = report.changedDocuments.compactMap { $0.id(in: Recipe.self) }
  /// ```
  public func id<Content: ReplicatingDocument>(in type: Content.Type) -> UUID? {
    DocumentPlace(self).flatMap { $0.code == type.frameKind.code ? $0.id : nil }
  }

  /// For a document that holds the removals of another document: the other document's id in the
  /// collection of a type. Nil if this document holds no removals of a document of the type.
  ///
  /// ```swift
  /// let removed = report.changedDocuments.compactMap { $0.removedID(in: Recipe.self) }
  /// ```
  public func removedID<Content: ReplicatingDocument>(in type: Content.Type) -> UUID? {
    DocumentPlace(removal: self).flatMap { $0.code == type.frameKind.code ? $0.id : nil }
  }
}
