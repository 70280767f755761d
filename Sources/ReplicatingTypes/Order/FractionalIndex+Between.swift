// SPDX-License-Identifier: MIT

extension FractionalIndex {
  /// The index of a document that is put between two others, or before or after all.
  ///
  /// Its key with any id is greater than `before` and less than `after`. The index is that of
  /// `now` if both are nil. It is a last one behind `before` if they are not in order.
  ///
  /// First and last indexes have nine bytes, however often documents are put there. Between two keys,
  /// an index is the shortest near the middle. Documents put next to one key again and again let
  /// indexes grow by at most two bits each, on average.
  ///
  /// - Parameters:
  ///   - before: The key of the document before it; nil if it is to be the first.
  ///   - after: The key of the document after it; nil if it is to be the last.
  ///   - now: The clock, in milliseconds since 1970: a document put first has the index of one
  ///     made now, so that documents made later come before it.
  /// - Complexity: O(*n*) in the bytes of the keys.
  public init(between before: Key?, and after: Key?, now: UInt64) {
    switch (before, after) {
    case (nil, nil): self.init(ofTime: now)
    case (nil, let after?): self = Self.first(before: after, now: now)
    case (let before?, let after?) where before < after:
      self.init(bytes: Self.bytes(between: before.bytes, and: after.bytes))
    case (let before?, _): self = Self.last(after: before)
    }
  }

  private static func first(before after: Key, now: UInt64) -> FractionalIndex {
    let isLater = after.bytes.first.map { $0 > Kind.time.rawValue } ?? true
    if isLater { return FractionalIndex(ofTime: now) }
    if let time = after.time, time < .max { return FractionalIndex(ofTime: max(now, time + 1)) }
    return FractionalIndex(bytes: bytes(after: [], before: after.bytes[...]))
  }

  private static func last(after before: Key) -> FractionalIndex {
    let isEarlier = before.bytes.first.map { $0 < Kind.last.rawValue } ?? true
    if isEarlier { return FractionalIndex(.last, 0) }
    if let count = before.number(.last), count < .max { return FractionalIndex(.last, count + 1) }
    return FractionalIndex(bytes: bytes(after: before.bytes[...]))
  }
}

/// Bytes between others. The chosen bytes are no prefix of the greater ones, so that they stay
/// less, whatever bytes follow them.
extension FractionalIndex {
  private static func bytes(between low: [UInt8], and high: [UInt8]) -> [UInt8] {
    let common = zip(low, high).prefix { $0 == $1 }.count
    // The lower one is a prefix of the higher: the bytes behind the prefix must be less.
    guard common < low.count else { return bytes(after: low, before: high[common...]) }
    let gap = high[common] - low[common]
    if gap > 1 { return low[..<common] + [low[common] + gap / 2] }
    return low[...common] + bytes(after: low[(common + 1)...])
  }

  /// Bytes greater than `low`, with all that may follow them.
  private static func bytes(after low: ArraySlice<UInt8>) -> [UInt8] {
    guard let place = low.firstIndex(where: { $0 < .max }) else { return low + [0x80] }
    return low[..<place] + [low[place] + (.max - low[place]) / 2 + 1]
  }

  /// Bytes that begin with `start` and continue with less than `high`. That is not all zeros: no
  /// key ends in zero.
  private static func bytes(after start: [UInt8], before high: ArraySlice<UInt8>) -> [UInt8] {
    guard let place = high.firstIndex(where: { $0 > 0 }) else { return start + high }
    let middle = high[place] / 2
    return start + high[..<place] + (middle > 0 ? [middle] : [0, 0x80])
  }
}
