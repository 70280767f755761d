// SPDX-License-Identifier: MIT

extension FractionalIndex {
  /// Makes the index of a document that is put first, last, or between two other documents.
  ///
  /// The key of this index and any id lies between `before` and `after`. If both keys are nil, the
  /// result is the index of the time `now`. If `before` is not less than `after`, the key only lies
  /// after `before`, as if `after` were nil.
  ///
  /// The index of a document put first or last usually has nine bytes. Indexes between two others
  /// grow with each move:
  ///
  /// - by a tenth of a bit, if each document is put next to the same document, or next to the
  ///   previously moved document: 10,000 documents have indexes of at most 132 bytes;
  /// - by at most two bits, if each document is put between the two previously moved documents.
  ///   People do not move documents in this way.
  ///
  /// - Parameters:
  ///   - before: The key of the previous document; nil to put the document first.
  ///   - after: The key of the next document; nil to put the document last.
  ///   - now: The clock, in milliseconds since 1970. A document put first gets the index of a
  ///     document made now, so a document made later comes before it. Documents that several
  ///     devices concurrently put last are sorted by `now`.
  /// - Complexity: O(*n*) for keys of *n* bytes.
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
  /// The gap between two indexes, divided by the distance of a new index from the longer of the
  /// two.
  private static let step = 16
  /// Up to this size in bytes, an index is as long as its longer neighbour.
  private static let evenSize = 64

  /// Bytes that lie between two keys, even after any other bytes are appended to the result. If
  /// `high` is nil, the result lies after `low`.
  ///
  /// The neighbour with the longer index is usually the document that was moved last. The new index
  /// lies close to this neighbour, so most of the gap is left for the next document that is moved
  /// in the same direction. If both indexes have the same length, the new index lies in the middle.
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
      // The gap stays 0 only if `high` is `low` followed by zeros. No document has such a key:
      // the key of a document ends in 1.
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
