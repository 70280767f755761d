// SPDX-License-Identifier: MIT

import DecentSync
import Foundation

/// The place of a document: the code of its type, and the document's own id in its collection. The
/// ``DocumentID`` by which sync names the document consists of the code and the id.
package struct DocumentPlace: Hashable {
  package let code: UInt64
  package let id: UUID

  package init(code: UInt64, id: UUID) {
    self.code = code
    self.id = id
  }

  /// Parses an id in the form of ``document``; nil if the id has another form.
  package init?(_ document: DocumentID) {
    let text = document.text
    guard let slash = text.utf8.firstIndex(of: UInt8(ascii: "/")),
      let code = UInt64(text[..<slash]),
      let id = UUID(text: text[text.utf8.index(after: slash)...])
    else { return nil }
    self.init(code: code, id: id)
    // A document has only one name: other spellings of the name are refused.
    guard self.document == document else { return nil }
  }

  /// The id by which sync names the document: digits, hyphens and a slash, fewer than 64
  /// characters.
  package var document: DocumentID {
    DocumentID(knownSound: "\(code)/\(id.text)")
  }

  private static let removalPrefix = "gone/"

  /// Parses an id in the form of ``removal``; nil if the id has another form.
  package init?(removal: DocumentID) {
    guard removal.text.hasPrefix(Self.removalPrefix),
      let document = DocumentID(String(removal.text.dropFirst(Self.removalPrefix.count)))
    else { return nil }
    self.init(document)
  }

  /// The id of another document, which holds the known removals of this document. No document of a
  /// collection has an id of this form.
  package var removal: DocumentID { DocumentID(knownSound: Self.removalPrefix + document.text) }

  /// The names of a collection's documents lie between these texts: in ASCII, `0` follows `/`.
  static func names(of code: UInt64) -> (after: String, before: String) {
    ("\(code)/", "\(code)0")
  }
}
