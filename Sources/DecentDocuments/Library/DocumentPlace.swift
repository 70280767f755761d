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
    let text = document.text
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")),
      let code = UInt64(text[..<slash]),
      let id = UUID(text: text[text.utf8.index(after: slash)...])
    else { return nil }
    self.init(code: code, id: id)
    // Each document has one name.
    guard self.document == document else { return nil }
  }

  /// Digits, hyphens and a slash: fewer than 64.
  package var document: DocumentID {
    DocumentID(knownSound: "\(code)/\(id.text)")
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

  /// The bounds of the names of a collection's documents: in ASCII, `0` follows `/`.
  static func names(of code: UInt64) -> (after: String, before: String) {
    ("\(code)/", "\(code)0")
  }
}
