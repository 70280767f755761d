// SPDX-License-Identifier: MIT

extension FractionalIndex {
  /// The index of a document that is put between two others, or before or after all.
  ///
  /// Its key with any id is greater than `before` and less than `after`. The index is that of
  /// `now` if both are nil. It is a last one behind `before` if they are not in order.
  ///
  /// First and last indexes have nine bytes, however often documents are put there. An index between two
  /// others grows as follows:
  ///
  /// - by a tenth of a bit for each document that is put next to one key again and again, or next to the
  ///   document before: 10,000 documents have indexes of at most 132 bytes;
  /// - by two bits at most if each document goes between the last two. No one drags documents so.
  ///
  /// - Parameters:
  ///   - before: The key of the document before it; nil if it is to be the first.
  ///   - after: The key of the document after it; nil if it is to be the last.
  ///   - now: The clock, in milliseconds since 1970: a document put first has the index of one
  ///     made now, so that documents made later come before it. Documents put last by
  ///     devices that do not know of each other stand by their times, too.
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
  /// The part of a gap by which an index stands off from the longer of its neighbours.
  private static let step = 16
  /// The greatest size up to which an index is made as long as its neighbours are, in bytes.
  private static let evenSize = 64

  /// Bytes between two keys, whatever bytes follow them; `high` is nil for the end.
  ///
  /// A longer index is a later one, as a rule: the document before was put there. So the next one is put
  /// close to it, and leaves most of the gap to the ones that follow in the same direction. Between two
  /// indexes of one length, the bytes are in the middle.
  private static func bytes(between low: Key, and high: Key?) -> [UInt8] {
    func byte(_ place: Int, of key: Key?) -> Int {
      guard let key, place < key.bytes.count else { return 0 }
      return Int(key.bytes[place])
    }
    let sizes = (low: low.indexSize, high: high?.indexSize ?? 0)
    let divisor = sizes.low == sizes.high ? 2 : step
    let most = max(low.bytes.count, high?.bytes.count ?? 0)
    // The keys are read as numbers, as far as there is room between them.
    var (size, gap) = (0, high == nil ? 1 : 0)
    while gap < divisor {
      // Only keys that end in zeros leave no room.
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
