// SPDX-License-Identifier: MIT

/// Finds the entry with the greatest key at or below a given one.
///
/// Keys lie sorted in chunks of bounded size, whose first keys lie sorted in
/// one array: a tree of two levels.
struct OrderedIndex: Sendable {
  private struct Chunk {
    var keys: [Int]
    var values: [Int]
  }

  private static let chunkSize = 64

  private var chunks: [Chunk] = []
  private var firstKeys: [Int] = []

  init() {}

  /// - Complexity: O(log *n*), and O(√*n*) words moved at worst when a chunk splits.
  mutating func insert(_ value: Int, at key: Int) {
    WorkCounter.visitNode()
    guard let place = Self.lastIndex(in: firstKeys, atOrBelow: key) ?? firstKeys.indices.first
    else {
      chunks = [Chunk(keys: [key], values: [value])]
      firstKeys = [key]
      return
    }
    let slot = (Self.lastIndex(in: chunks[place].keys, atOrBelow: key) ?? -1) + 1
    chunks[place].keys.insert(key, at: slot)
    chunks[place].values.insert(value, at: slot)
    firstKeys[place] = chunks[place].keys[0]
    if chunks[place].keys.count > Self.chunkSize { split(place) }
  }

  private mutating func split(_ place: Int) {
    let half = Self.chunkSize / 2
    let upper = Chunk(
      keys: Array(chunks[place].keys[half...]), values: Array(chunks[place].values[half...]))
    chunks[place].keys.removeSubrange(half...)
    chunks[place].values.removeSubrange(half...)
    chunks.insert(upper, at: place + 1)
    firstKeys.insert(upper.keys[0], at: place + 1)
  }

  /// The value at the greatest key that is not above `key`.
  ///
  /// - Complexity: O(log *n*)
  func value(atOrBelow key: Int) -> Int? {
    WorkCounter.visitNode()
    guard let place = Self.lastIndex(in: firstKeys, atOrBelow: key),
      let slot = Self.lastIndex(in: chunks[place].keys, atOrBelow: key)
    else { return nil }
    return chunks[place].values[slot]
  }

  private static func lastIndex(in keys: [Int], atOrBelow key: Int) -> Int? {
    let last = keys.indices.last(inPrefixWhere: { keys[$0] <= key })
    return last < 0 ? nil : last
  }
}
