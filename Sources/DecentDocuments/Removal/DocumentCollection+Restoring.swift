// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes

extension DocumentCollection {
  /// Brings a removed document back under its id, here and on all devices. Undoes `remove(_:)`.
  ///
  /// ```swift
  /// let recipe = try await recipes.remove(id)
  /// try await recipes.restore(recipe, id: id)
  /// ```
  ///
  /// A removal stays for ever, and only an edit that the removing device had not seen brings the
  /// document back. So restoring makes an edit that changes nothing in what the document shows.
  /// Each concurrent edit wins over this edit. For example, restoring sets a register to its value
  /// once more, or inserts a space into a text and deletes the space.
  ///
  /// Edits that other devices made since the removal are merged. If several devices restore the
  /// document, the result is one document. If a device removes the document again before the device
  /// learns of the restoring, the document stays: the device had not seen the restoring edit. An
  /// edit that `remove(_:leaving:)` left is merged, too. Steps to undo do not come back.
  ///
  /// - Parameters:
  ///   - removed: The document as `remove(_:)` returned it.
  ///   - id: The document's id.
  /// - Throws: ``DocumentFailure/removedDocument(_:kind:)`` if each field of the document is empty,
  ///   or has a type without such an edit: an add-only set, a register of several values, or a type
  ///   of the app. ``DocumentFailure/nothingWritten(kind:)``.
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
