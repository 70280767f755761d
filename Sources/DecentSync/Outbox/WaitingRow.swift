// SPDX-License-Identifier: MIT

import BinaryCoding

/// A document that may have edits beyond its coverage.
struct WaitingRow: Hashable {
  /// The changes that a remote was found to lack.
  enum Lack: UInt8 {
    case nothing
    /// Changes of other devices. A later run uploads them if the remote still lacks them then.
    case others
    /// Changes that an object of this device held.
    case own
  }

  /// Whether the document was edited here since the remote last covered it.
  var isEdited = false
  var lacks = Lack.nothing
}

extension WaitingRow: SyncRow {
  func encode(to writer: inout ByteWriter) {
    writer.writeFlags(isEdited)
    writer.write(lacks.rawValue)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    isEdited = try reader.read() != 0
    guard let lacks = Lack(rawValue: try reader.read()) else {
      throw reader.corrupt("a row of documents that wait")
    }
    self.lacks = lacks
  }
}
