// SPDX-License-Identifier: MIT

/// The changes of continued edits at one place of a ``SlotRope``: a stretch of the tree, and the
/// slots that replace the stretch. A continued edit changes a few numbers.
///
/// The tree still contains the stretch. Only an edit brings the tree up to date. A reader takes the
/// difference into account and writes nothing, because other threads may be reading too.
struct SlotFinger: Sendable {
  /// The start of the stretch, in the tree and among the shown elements.
  private(set) var start: Int
  private var removedCount = 0
  /// The first slot of `inserted`, and the number of its slots.
  private var first = 0
  private var count = 0

  /// A finger without changes.
  init(at start: Int = 0) {
    self.start = start
  }

  /// The positions in the tree that are no longer shown.
  var removed: Range<Int> { start..<(start + removedCount) }

  /// The slots shown in place of ``removed``.
  var inserted: Range<Int> { first..<(first + count) }

  /// Inserts consecutive slots, if they continue the slots of the finger.
  @inline(__always)
  mutating func insert(_ slot: Int, count added: Int, at position: Int) -> Bool {
    guard position == start &+ count, slot == first &+ count || count == 0 else { return false }
    first = slot &- count
    count &+= added
    return true
  }

  /// Removes the elements shown at some positions, if the positions touch the slots of the finger
  /// and the remaining slots are still one run.
  @inline(__always)
  mutating func remove(_ positions: Range<Int>) -> Bool {
    let end = start &+ count
    guard positions.lowerBound <= end, positions.upperBound >= start else { return false }
    let head = max(positions.lowerBound &- start, 0)
    let tail = max(end &- positions.upperBound, 0)
    guard head == 0 || tail == 0 else { return false }
    removedCount &+= max(start &- positions.lowerBound, 0) &+ max(positions.upperBound &- end, 0)
    start = min(start, positions.lowerBound)
    if head == 0 { first = first &+ count &- tail }
    count = head &+ tail
    return true
  }
}
