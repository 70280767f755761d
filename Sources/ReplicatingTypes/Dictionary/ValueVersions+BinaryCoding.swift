// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The items are written in the order of their keys' bytes, so equal versions have equal bytes.
extension ValueVersions where Key: PlainValue {
  func encode<Value>(to writer: inout ByteWriter, by rules: ValueRules<Value>) {
    writer.writeCount(items.count)
    guard let rules = rules.persistent else { return }
    for item in items.sortedByPlainBytes(of: { $0.key }) {
      writer.writePlain(item.key)
      writer.writeVarint(item.value.incarnation)
      writer.writePrefixed { rules.writeVersion(item.value.version, to: &$0) }
    }
  }

  init<Value>(
    from reader: inout ByteReader, by rules: ValueRules<Value>
  ) throws(DecodingFailure) {
    self.init()
    let count = try reader.readCount(itemSize: 3)
    guard let rules = rules.persistent else {
      guard count == 0 else { throw reader.corrupt("versions of values that have none") }
      return
    }
    for _ in 0..<count {
      let key: Key = try reader.readKey()
      let incarnation = try reader.readVarint()
      var part = try reader.readPart()
      let version = try rules.readVersion(from: &part)
      try part.expectEnd()
      let old = items.set(key, to: Item(incarnation: incarnation, version: version))
      guard old == nil else { throw reader.corrupt("a key twice") }
    }
  }
}
