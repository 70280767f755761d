// SPDX-License-Identifier: MIT

import BinaryCoding

/// A claim that was taken in.
struct ClaimRow: SyncRow, Hashable {
  /// The version that must be known before.
  var base: [UInt8]
  /// The version that is known after.
  var to: [UInt8]
  /// The bytes it takes in its object.
  var size: Int
  /// Whether its base is covered.
  var isCounted = false
  /// The object of a claim that was seen to dominate this claim; nil if there is none.
  var dominator: ObjectName?

  /// Whether another claim dominates this claim.
  var isDominated: Bool { dominator != nil }

  init(base: [UInt8], to: [UInt8], size: Int) {
    self.base = base
    self.to = to
    self.size = size
  }

  func encode(to writer: inout ByteWriter) {
    writer.writePrefixed(base)
    writer.writePrefixed(to)
    writer.writeCount(size)
    writer.writeFlags(isCounted, isDominated)
    if let dominator { writer.writeString(dominator.text) }
  }

  init(from reader: inout ByteReader) throws(DecodingFailure) {
    base = try reader.readPrefixed()
    to = try reader.readPrefixed()
    size = try reader.readInt()
    let flags = try reader.read()
    isCounted = flags & 1 != 0
    if flags & 2 == 0 { return }
    guard let name = ObjectName(try reader.readString()) else { throw reader.corrupt("a claim") }
    dominator = name
  }
}
