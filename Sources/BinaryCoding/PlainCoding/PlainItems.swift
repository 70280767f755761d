// SPDX-License-Identifier: MIT

/// The items of an array in plain form, in order.
struct PlainItems {
  private let items: [UInt8]

  init(_ items: [UInt8]) {
    self.items = items
  }

  /// The items as bytes; nil if there are no items, or if an item is no whole number from 0 to 255.
  var bytes: [UInt8]? {
    var reader = ByteReader(items)
    var bytes: [UInt8] = []
    while !reader.isAtEnd {
      guard let byte = try? UInt8.readLeaf(from: &reader) else { return nil }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// The same items in groups of `size`, with the groups sorted by their bytes.
  func sorted(inGroupsOf size: Int) -> [UInt8] {
    var reader = ByteReader(items)
    var groups: [ArraySlice<UInt8>] = []
    while !reader.isAtEnd {
      let start = reader.offset
      for _ in 0..<size {
        // Skipping fails only at malformed items, which no writer makes.
        guard (try? reader.skipPlain()) != nil else { return items }
      }
      groups.append(items[start..<reader.offset])
    }
    groups.sort { $0.lexicographicallyPrecedes($1) }
    return groups.flatMap { $0 }
  }
}
