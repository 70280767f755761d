// SPDX-License-Identifier: MIT

/// What edits at one place changed in a ``SlotRope``, while they go on there: a stretch of
/// its tree and the slots that stand in its place. Edits that go on change a few
/// numbers.
///
/// The tree still has the stretch. Only whoever edits brings it up to date; who reads
/// it, perhaps one of several threads, takes the difference into account.
struct SlotFinger: Sendable {
  /// Where the stretch begins, in the tree and among what is shown.
  private(set) var start: Int
  private var removedCount = 0
  /// The first of the slots that are not in the tree.
  private var first = 0
  private var count = 0

  /// A finger under which nothing is changed.
  init(at start: Int = 0) {
    self.start = start
  }

  /// What the tree has and is not shown.
  var removed: Range<Int> { start..<(start + removedCount) }

  /// What is shown in its place.
  var inserted: Range<Int> { first..<(first + count) }

  /// Puts consecutive slots in, if they carry on those that are here.
  @inline(__always)
  mutating func insert(_ slot: Int, count added: Int, at position: Int) -> Bool {
    guard position == start &+ count, slot == first &+ count || count == 0 else { return false }
    first = slot &- count
    count &+= added
    return true
  }

  /// Takes out what is shown at some positions, if they touch this place and what
  /// remains here is still one run.
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
