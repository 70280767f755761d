// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// The place of a document: the code of its type, and the document's own id in its collection. The
/// ``DocumentID`` under which it travels holds both.
package struct DocumentPlace: Hashable {
  package let code: UInt64
  package let id: UUID

  package init(code: UInt64, id: UUID) {
    self.code = code
    self.id = id
  }

  /// Reads ``document``; nil if no collection has such ids.
  package init?(_ document: DocumentID) {
    let parts = document.text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let code = UInt64(parts[0]), let id = UUID(uuidString: String(parts[1]))
    else { return nil }
    self.init(code: code, id: id)
    // Each document has one name.
    guard self.document == document else { return nil }
  }

  /// Digits, hyphens and a slash: fewer than 64.
  package var document: DocumentID {
    DocumentID(knownSound: "\(code)/\(id.uuidString.lowercased())")
  }

  private static let removalPrefix = "gone/"

  /// Reads ``removal``; nil if it is no id of a removal.
  package init?(removal: DocumentID) {
    guard removal.text.hasPrefix(Self.removalPrefix),
      let document = DocumentID(String(removal.text.dropFirst(Self.removalPrefix.count)))
    else { return nil }
    self.init(document)
  }

  /// The id of the document that holds the known removals of this document. No collection has such
  /// ids.
  package var removal: DocumentID { DocumentID(knownSound: Self.removalPrefix + document.text) }

  /// The bounds of the names of a collection's documents: the zero follows the slash.
  static func names(of code: UInt64) -> (after: String, before: String) {
    ("\(code)/", "\(code)0")
  }
}
