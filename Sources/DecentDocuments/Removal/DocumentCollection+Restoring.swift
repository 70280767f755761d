// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

extension DocumentCollection {
  /// Brings a removed document back, here and on all devices, under its id: the undo of `remove(_:)`.
  ///
  /// ```swift
  /// let recipe = try await recipes.remove(id)
  /// try await recipes.restore(recipe, id: id)
  /// ```
  ///
  /// A removal stays for ever, and only an edit that the removing device had not seen brings the document back. So
  /// restoring edits the document without changing what it shows, and in such a way that each other edit wins. For
  /// example, it sets a register to its value once more, or inserts a space into a text and deletes the space.
  ///
  /// Edits that other devices made meanwhile are merged. If several devices restore the document, the result is one
  /// document. If a device removes the document again before it learns of the restoring, the document stays, because it
  /// holds the restoring edit, which that device had not seen. The edit of `remove(_:leaving:)` is merged, as whenever
  /// the document comes back. Steps to undo do not come back.
  ///
  /// - Parameters:
  ///   - removed: The document as `remove(_:)` returned it.
  ///   - id: The document's id.
  /// - Throws: ``DocumentFailure/removedDocument(_:kind:)`` if all fields of the document are empty or of types without
  ///   such an edit: add-only sets, registers of several values, types of one's own.
  ///   ``DocumentFailure/nothingWritten(kind:)``.
  public func restore(_ removed: Content, id: UUID) throws {
    let assigning = Assigning<Content>()
    assigning.noteStored(removed)
    try library.write { database in
      let table = library.table(in: database)
      let reach = try RemovalTable(table: table).reach(of: place(id), as: Content.self)
      let isKnown = try change(id, in: database) { content in
        content.merge(removed)
        if let reach, reach.covers(content.version) { _ = assigning.touch(&content, reach) }
      }
      guard try table.exists(document(id)) else {
        throw isKnown == nil
          ? DocumentFailure.nothingWritten(kind: Self.name)
          : DocumentFailure.removedDocument(id, kind: Self.name)
      }
      try placeAdded(id, in: database)
    }
  }
}
