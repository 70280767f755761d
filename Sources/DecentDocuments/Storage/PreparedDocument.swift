// SPDX-License-Identifier: MIT

import DecentSync

/// A change of a document that is encoded: only its rows are left to be written.
package struct PreparedDocument: Sendable {
  /// A document at some moment.
  package struct Origin: Hashable, Sendable {
    package let key: Int
    /// Another number after each change.
    package let revision: Int
  }

  /// The rows to be written.
  package enum Rows: Sendable {
    /// The whole state, packed, in place of all that is stored.
    case base([UInt8])
    /// A delta, in place of the deltas from a key on if there is one.
    case delta([UInt8], replacing: Int?)
  }

  package let name: DocumentID
  /// The document that was changed; nil if there was none.
  package let origin: Origin?
  package let rows: Rows
  /// The bytes of the base that is stored then, unpacked.
  package let baseSize: Int
}
