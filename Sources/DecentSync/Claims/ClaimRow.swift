// SPDX-License-Identifier: MIT

import BinaryCoding

/// A claim that was taken in.
struct ClaimRow: Hashable {
  /// The version that a replica must contain before it takes the claim in.
  var base: [UInt8]
  /// The version that a replica contains after it took the claim in.
  var to: [UInt8]
  /// The size of the claim in its object, in bytes.
  var size: Int
  /// Whether the claim counts: coverage includes the claim's base, and no removal of the document
  /// includes `to`.
  var isCounted = false
  /// The object of a claim that was found to supersede this claim; nil if none was found.
  var successor: ObjectName?

  /// Whether another claim supersedes this claim.
  var isSuperseded: Bool { successor != nil }
}

extension ClaimRow: SyncRow {
  func encode(to writer: inout ByteWriter) {
    writer.writePrefixed(base)
    writer.writePrefixed(to)
    writer.writeCount(size)
    writer.writeFlags(isCounted, isSuperseded)
    if let successor { writer.writeString(successor.text) }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    base = try reader.readPrefixed()
    to = try reader.readPrefixed()
    size = try reader.readInt()
    let flags = try reader.read()
    isCounted = flags & 1 != 0
    if flags & 2 == 0 { return }
    guard let name = ObjectName(try reader.readString()) else { throw reader.corrupt("a claim") }
    successor = name
  }
}

/// The coverage of a document in a remote.
struct CoverageRow: Hashable {
  /// The least version that contains `to` of each counted claim.
  var version: [UInt8] = []
  /// The number of known claims.
  var claims = 0
  /// The number of known claims that are not counted.
  var uncounted = 0
  /// Whether the row must be recomputed: a claim disappeared, or the document was dropped, came
  /// back or was replaced.
  var isStale = false
}

extension CoverageRow: SyncRow {
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
