// SPDX-License-Identifier: MIT

/// Bytes with a gap where the last change was, so that the next one beside it
/// moves nothing.
///
/// ```
/// [bytes before the gap][gap……][bytes after the gap]
/// 0                 gapStart gapEnd            capacity
/// ```
///
/// All unsafe code of the text's content is here. Bytes are raw memory, so
/// what is read is always initialised by what was written before it.
final class GapBuffer: @unchecked Sendable {
  @exclusivity(unchecked) private var base: UnsafeMutablePointer<UInt8>
  @exclusivity(unchecked) private var capacity: Int
  @exclusivity(unchecked) private(set) var gapStart = 0
  @exclusivity(unchecked) private var gapEnd: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    gapEnd = self.capacity
    base = .allocate(capacity: self.capacity)
  }

  deinit {
    base.deallocate()
  }

  var count: Int { capacity - (gapEnd - gapStart) }

  subscript(offset: Int) -> UInt8 {
    precondition(offset >= 0 && offset < count, "byte \(offset) of \(count)")
    return base[offset < gapStart ? offset : offset + gapEnd - gapStart]
  }

  func copy() -> GapBuffer {
    let copy = GapBuffer(capacity: capacity)
    copy.base.update(from: base, count: gapStart)
    let after = capacity - gapEnd
    (copy.base + copy.capacity - after).update(from: base + gapEnd, count: after)
    copy.gapStart = gapStart
    copy.gapEnd = copy.capacity - after
    return copy
  }

  /// Puts bytes in; the gap is behind them then.
  func insert(_ bytes: ArraySlice<UInt8>, at offset: Int) {
    moveGap(to: offset)
    if gapEnd - gapStart < bytes.count { grow(by: bytes.count) }
    bytes.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      (base + gapStart).update(from: start, count: source.count)
    }
    gapStart += bytes.count
  }

  /// Takes bytes out; the gap is in their place then.
  func remove(_ range: Range<Int>) {
    if range.upperBound == gapStart {
      gapStart = range.lowerBound
    } else {
      moveGap(to: range.lowerBound)
      precondition(range.count <= capacity - gapEnd, "\(range) of \(count) bytes")
      gapEnd += range.count
    }
  }

  /// Appends some of the bytes to an array.
  func write(_ range: Range<Int>, to bytes: inout [UInt8]) {
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "\(range) of \(count) bytes")
    let before = range.clamped(to: 0..<gapStart)
    let after = range.clamped(to: gapStart..<count)
    bytes.append(
      contentsOf: UnsafeBufferPointer(start: base + before.lowerBound, count: before.count))
    bytes.append(
      contentsOf: UnsafeBufferPointer(
        start: base + after.lowerBound + gapEnd - gapStart, count: after.count))
  }

  private func moveGap(to offset: Int) {
    precondition(offset >= 0 && offset <= count, "byte \(offset) of \(count)")
    if offset < gapStart {
      let moved = gapStart - offset
      (base + gapEnd - moved).update(from: base + offset, count: moved)
      gapStart -= moved
      gapEnd -= moved
    } else if offset > gapStart {
      let moved = offset - gapStart
      (base + gapStart).update(from: base + gapEnd, count: moved)
      gapStart += moved
      gapEnd += moved
    }
  }

  private func grow(by missing: Int) {
    let after = capacity - gapEnd
    let newCapacity = max(capacity * 2, count + missing)
    let newBase = UnsafeMutablePointer<UInt8>.allocate(capacity: newCapacity)
    newBase.update(from: base, count: gapStart)
    (newBase + newCapacity - after).update(from: base + gapEnd, count: after)
    base.deallocate()
    base = newBase
    capacity = newCapacity
    gapEnd = newCapacity - after
  }
}
