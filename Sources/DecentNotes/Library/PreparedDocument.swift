// SPDX-License-Identifier: MIT

/// A change of a document that is encoded: only its rows are left to be written.
struct PreparedDocument: Sendable {
  /// A document at some moment.
  struct Origin: Hashable, Sendable {
    let key: Int
    /// Another number after each change.
    let revision: Int
  }

  /// The rows to be written.
  enum Rows: Sendable {
    /// The whole state, packed, in place of all that is stored.
    case base([UInt8])
    /// A delta, in place of the deltas from a key on if there is one.
    case delta([UInt8], replacing: Int?)
  }

  let name: DocumentName
  /// The document that was changed; nil if there was none.
  let origin: Origin?
  let rows: Rows
}
