// SPDX-License-Identifier: MIT

import DecentSync

/// An encoded change of a document. Only the rows of the change are left to be written.
package struct PreparedDocument: Sendable {
  /// A stored state of a document.
  package struct Origin: Hashable, Sendable {
    package let key: Int
    /// A number that every change of the document replaces with a greater one.
    package let revision: Int
  }

  /// The rows to be written.
  package enum Rows: Sendable {
    /// The whole state, packed, in place of the stored base and deltas.
    case base([UInt8])
    /// A delta. If a key is given, the delta replaces the stored deltas from that key on.
    case delta([UInt8], replacing: Int?)
  }

  package let name: DocumentID
  /// The stored state that the change applies to; nil for a new document.
  package let origin: Origin?
  package let rows: Rows
  /// The size of the base after the change, unpacked, in bytes.
  package let baseSize: Int
  /// The time when the document was decoded, in milliseconds since 1970.
  let decoded: UInt64
}
