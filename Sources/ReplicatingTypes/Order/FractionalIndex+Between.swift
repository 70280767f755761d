// SPDX-License-Identifier: MIT

extension FractionalIndex {
  /// Makes the index of a document that is put between two others, or before or after all.
  ///
  /// For each id of the document, its key with this index is greater than `before` and less
  /// than `after`. If both keys are nil, the result is the index of the time `now`. If the two keys
  /// are not in order, the document is put last, after `before`.
  ///
  /// The index of a document put first or last has nine bytes. An index between two others grows as
  /// follows:
  ///
  /// - by a tenth of a bit for each document that is put next to the same key, or next to the
  ///   document of the previous move: 10,000 documents have indexes of at most 132 bytes;
  /// - by at most two bits if each document is put between the two documents that were put last.
  ///   People do not move documents in this way.
  ///
  /// - Parameters:
  ///   - before: The key of the previous document; nil to put the document first.
  ///   - after: The key of the next document; nil to put the document last.
  ///   - now: The clock, in milliseconds since 1970. A document put first gets the index of a
  ///     document made now, so documents made later come before it. Documents that devices put last
  ///     concurrently are in the order of their times, too.
  /// - Complexity: O(*n*) in the bytes of the keys.
  public init(between before: Key?, and after: Key?, now: UInt64) {
    switch (before, after) {
    case (nil, nil): self.init(ofTime: now)
    case (nil, let after?): self = Self.first(before: after, now: now)
    case (let before?, let after?) where before < after:
      self.init(bytes: Self.bytes(between: before, and: after))
    case (let before?, _): self = Self.last(after: before, now: now)
    }
  }

  private static func first(before after: Key, now: UInt64) -> FractionalIndex {
    let isLater = after.bytes.first.map { $0 > Kind.time.rawValue } ?? true
    if isLater { return FractionalIndex(ofTime: now) }
    if let time = after.time, time < .max { return FractionalIndex(ofTime: max(now, time + 1)) }
    return FractionalIndex(bytes: bytes(between: Key(bytes: []), and: after))
  }

  private static func last(after before: Key, now: UInt64) -> FractionalIndex {
    let isEarlier = before.bytes.first.map { $0 < Kind.last.rawValue } ?? true
    if isEarlier { return FractionalIndex(.last, now) }
    if let number = before.number(.last), number < .max {
      return FractionalIndex(.last, max(now, number + 1))
    }
    return FractionalIndex(bytes: bytes(between: before, and: nil))
  }
}

extension FractionalIndex {
  /// A new index lies 1 / `step` of the gap away from its longer neighbour.
  private static let step = 16
  /// Up to this size in bytes, an index is as long as its longer neighbour.
  private static let evenSize = 64

  /// Bytes that lie between two keys, whatever bytes follow the new bytes. `high` is nil for the
  /// end.
  ///
  /// The longer neighbour is usually the document that was put there last. So the new index lies
  /// close to this neighbour, and leaves most of the gap to documents that are put further in the
  /// same direction. Between two indexes of one length, the new index lies in the middle.
  private static func bytes(between low: Key, and high: Key?) -> [UInt8] {
    func byte(_ place: Int, of key: Key?) -> Int {
      guard let key, place < key.bytes.count else { return 0 }
      return Int(key.bytes[place])
    }
    let sizes = (low: low.indexSize, high: high?.indexSize ?? 0)
    let divisor = sizes.low == sizes.high ? 2 : step
    let most = max(low.bytes.count, high?.bytes.count ?? 0)
    // Reads the keys as numbers, byte by byte until the gap between the numbers is wide enough.
    var (size, gap) = (0, high == nil ? 1 : 0)
    while gap < divisor {
      // Only keys that end in zeros leave no gap between them.
      guard size <= most else { return low.bytes + [0x80] }
      gap = gap << 8 + byte(size, of: high) - byte(size, of: low)
      size += 1
    }
    let isBesideHigh = sizes.high > sizes.low
    var carry = isBesideHigh ? -(gap / divisor) : gap / divisor
    let count = max(size, min(max(sizes.low, sizes.high), evenSize))
    var bytes = [UInt8](repeating: 0, count: count)
    for place in (0..<size).reversed() {
      carry += byte(place, of: isBesideHigh ? high : low)
      bytes[place] = UInt8(truncatingIfNeeded: carry)
      carry >>= 8
    }
    return bytes
  }
}
