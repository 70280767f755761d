// SPDX-License-Identifier: MIT

import DecentSync

/// An encoded change of a document: only its rows are left to be written.
package struct PreparedDocument: Sendable {
  /// A stored document at some moment.
  package struct Origin: Hashable, Sendable {
    package let key: Int
    /// A number that differs after each change.
    package let revision: Int
  }

  /// The rows to be written.
  package enum Rows: Sendable {
    /// The whole state, packed, in place of the stored base and deltas.
    case base([UInt8])
    /// A delta. It replaces the deltas from a key on, if a key is given.
    case delta([UInt8], replacing: Int?)
  }

  package let name: DocumentID
  /// The document that was changed; nil for a new document.
  package let origin: Origin?
  package let rows: Rows
  /// The size of the base after the change, unpacked, in bytes.
  package let baseSize: Int
  /// The time when the document was decoded, in milliseconds since 1970.
  let decoded: UInt64
}
