// SPDX-License-Identifier: MIT

/// A sorted index. It finds the entry with the greatest key at or below a given key.
///
/// A tree of two levels: keys lie sorted in chunks of bounded size, and the first keys of the
/// chunks lie sorted in one pool.
struct OrderedIndex: ~Copyable {
  private static var chunkSize: Int { NodeSizes.indexChunk }

  private(set) var count = 0
  /// The first key of each chunk, in ascending order.
  private var firstKeys = Pool<Int>()
  /// The place of each chunk in the pools, in the order of ``firstKeys``.
  private var chunks = Pool<Int32>()
  /// The number of keys of each chunk, by the chunk's place in the pools.
  private var counts = Pool<Int32>()
  /// The keys, chunk by chunk.
  private var keys = Pool<Int>(capacity: chunkSize)
  private var values = Pool<Int32>(capacity: chunkSize)

  init() {}

  /// The memory in bytes, including spare capacity.
  var byteCount: Int {
    firstKeys.byteCount + chunks.byteCount + counts.byteCount + keys.byteCount + values.byteCount
  }

  mutating func removeAll() {
    count = 0
    firstKeys.removeAll()
    chunks.removeAll()
    counts.removeAll()
    keys.removeAll()
    values.removeAll()
  }

  /// - Parameter value: At least 0 and below 2³¹.
  /// - Complexity: O(log *n*) for *n* keys. Splitting a chunk also moves two numbers for each later
  ///   chunk. Each chunk but the last has at least 32 keys.
  mutating func insert(_ value: Int, at key: Int) {
    WorkCounter.visitNode()
    count += 1
    if firstKeys.count == 0 { addChunk(firstKey: key, at: 0) }
    var place = max(lastChunk(atOrBelow: key), 0)
    var start = chunk(place) * Self.chunkSize
    var slot = lastSlot(in: place, atOrBelow: key) + 1
    if count(place) == Self.chunkSize {
      // A key above all other keys begins a new chunk, so that ascending keys leave full chunks.
      let half = slot == Self.chunkSize && place == chunks.count - 1 ? slot : Self.chunkSize / 2
      split(place, at: half, before: key)
      if slot > half || half == Self.chunkSize {
        place += 1
        start = chunk(place) * Self.chunkSize
        slot -= half
      }
    }
    let end = start + count(place)
    keys.move((start + slot)..<end, to: start + slot + 1)
    values.move((start + slot)..<end, to: start + slot + 1)
    keys[start + slot] = key
    values[start + slot] = Int32(value)
    counts[chunk(place)] += 1
    firstKeys[place] = keys[start]
  }

  /// Moves the keys at and after a slot into a new chunk.
  private mutating func split(_ place: Int, at half: Int, before key: Int) {
    let start = chunk(place) * Self.chunkSize
    let firstKey = half < Self.chunkSize ? keys[start + half] : key
    addChunk(firstKey: firstKey, at: place + 1)
    let upper = chunk(place + 1)
    keys.move((start + half)..<(start + Self.chunkSize), to: upper * Self.chunkSize)
    values.move((start + half)..<(start + Self.chunkSize), to: upper * Self.chunkSize)
    counts[upper] = Int32(Self.chunkSize - half)
    counts[chunk(place)] = Int32(half)
  }

  private mutating func addChunk(firstKey: Int, at place: Int) {
    firstKeys.insert(firstKey, at: place)
    chunks.insert(Int32(counts.count), at: place)
    counts.append(0)
    keys.append(repeating: 0, count: Self.chunkSize)
    values.append(repeating: 0, count: Self.chunkSize)
  }

  /// The value at the greatest key that is not above `key`; nil if all keys are above.
  ///
  /// - Complexity: O(log *n*) for *n* keys.
  func value(atOrBelow key: Int) -> Int? {
    WorkCounter.visitNode()
    let place = lastChunk(atOrBelow: key)
    if place < 0 { return nil }
    let slot = lastSlot(in: place, atOrBelow: key)
    return slot < 0 ? nil : Int(values[chunk(place) * Self.chunkSize + slot])
  }

  @inline(__always)
  private func chunk(_ place: Int) -> Int { Int(chunks[place]) }

  /// The number of keys in the chunk at a place.
  @inline(__always)
  private func count(_ place: Int) -> Int { Int(counts[chunk(place)]) }

  @inline(__always)
  private func lastChunk(atOrBelow key: Int) -> Int {
    var (low, high) = (0, firstKeys.count)
    while low < high {
      let middle = (low + high) / 2
      if firstKeys[middle] <= key { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  @inline(__always)
  private func lastSlot(in place: Int, atOrBelow key: Int) -> Int {
    let start = chunk(place) * Self.chunkSize
    var (low, high) = (start, start + count(place))
    while low < high {
      let middle = (low + high) / 2
      if keys[middle] <= key { low = middle + 1 } else { high = middle }
    }
    return low - 1 - start
  }
}
