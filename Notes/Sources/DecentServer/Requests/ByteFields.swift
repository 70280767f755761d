// SPDX-License-Identifier: MIT

import DecentDocuments
import DecentNotes

/// Fields of bytes in one body. Each field is the number of its bytes, as 4 bytes in little-endian
/// order, followed by these bytes.
enum ByteFields {
  static func joined(_ fields: [[UInt8]]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(fields.reduce(0) { $0 + 4 + $1.count })
    for field in fields {
      // No document comes near four gigabytes: a text has 16 megabytes at most.
      let count = UInt32(field.count)
      for shift in [0, 8, 16, 24] as [UInt32] {
        bytes.append(UInt8(truncatingIfNeeded: count >> shift))
      }
      bytes += field
    }
    return bytes
  }

  /// The fields of a body; nil if the body ends within a field.
  static func split(_ bytes: [UInt8]) -> [[UInt8]]? {
    var fields: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      guard rest.count >= 4 else { return nil }
      let count = rest.prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
      rest = rest.dropFirst(4)
      guard rest.count >= count else { return nil }
      fields.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
    return fields
  }
}

extension DocumentExchange {
  init(fields body: [UInt8]) throws(Refusal) {
    guard let fields = ByteFields.split(body), fields.count == 2 else { throw .badBody }
    self.init(version: fields[0], delta: fields[1])
  }

  var fields: [UInt8] { ByteFields.joined([version, delta]) }
}
