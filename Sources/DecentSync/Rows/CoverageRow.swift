// SPDX-License-Identifier: MIT

import BinaryCoding

/// The coverage of a document in a remote.
struct CoverageRow: SyncRow, Hashable {
  /// The least version that contains `to` of each claim whose base it contains.
  var version: [UInt8] = []
  /// How many claims there are.
  var claims = 0
  /// How many of them are not counted.
  var uncounted = 0
  /// Whether the row must be recomputed: a claim disappeared, or the document was dropped, came
  /// back or was replaced.
  var isStale = false

  init() {}

  func encode(to writer: inout ByteWriter) {
    writer.writePrefixed(version)
    writer.writeCount(claims)
    writer.writeCount(uncounted)
    writer.writeFlags(isStale)
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    version = try reader.readPrefixed()
    claims = try reader.readInt()
    uncounted = try reader.readInt()
    isStale = try reader.read() != 0
  }
}
