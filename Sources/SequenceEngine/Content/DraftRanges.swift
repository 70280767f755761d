// SPDX-License-Identifier: MIT

/// Ranges of elements in the order of a document that is being edited. The ranges lie in chunks of
/// one pool. Each chunk has a gap at its last edit, so that an edit beside the gap moves nothing.
/// The search for the place of an edit begins at the previous edit.
///
/// ```
/// chunk   [ranges before the gap][gap………][ranges after the gap]
///         base              lower        upper              end
/// ```
struct DraftRanges: ~Copyable {
  /// The number of ranges that a chunk has room for, at least 4.
  static var capacity: Int { NodeSizes.draftChunk }

  // `Slot` and `Chunk` are not private: Swift 6.3 fails on private types here in debug builds.
  struct Slot {
    var start: Int
    var end: Int
    @inline(__always) var count: Int { end &- start }
  }

  struct Chunk {
    let base: Int
    /// The slots from `lower` to `upper` are free. Each edit leaves at least two slots free,
    /// because the next edit may fill two.
    var lower: Int
    var upper: Int
    /// The number of elements before the gap, and the number after the gap.
    var before = 0
    var after = 0

    init(base: Int) {
      self.base = base
      lower = base
      upper = base + capacity
    }

    var end: Int { base &+ capacity }
    var count: Int { (lower &- base) &+ (end &- upper) }
    var length: Int { before &+ after }
    var isFull: Bool { upper &- lower < 2 }
  }

  private var slots = Pool<Slot>(capacity: capacity)
  /// The chunks, at least one. Ranges are never empty; chunks may be.
  private var chunks = Pool<Chunk>()

  /// The place of the chunk that was edited last, the number of elements before it, and the current
  /// state of that chunk.
  private var place = 0
  private var start = 0
  private var chunk = Chunk(base: 0)

  init() {
    chunks.append(addChunk())
  }

  /// All ranges in order.
  mutating func elements() -> [Range<Int>] {
    chunks[place] = chunk
    var count = 0
    for index in 0..<chunks.count { count += chunks[index].count }
    var elements: [Range<Int>] = []
    elements.reserveCapacity(count)
    for index in 0..<chunks.count {
      let chunk = chunks[index]
      for slot in chunk.base..<chunk.lower { elements.append(slots[slot].start..<slots[slot].end) }
      for slot in chunk.upper..<chunk.end { elements.append(slots[slot].start..<slots[slot].end) }
    }
    return elements
  }

  // MARK: Editing

  /// Inserts at least one element.
  mutating func insert(_ elements: Range<Int>, at position: Int) {
    moveGap(to: position)
    chunk.before &+= elements.count
    if chunk.lower > chunk.base, slots[chunk.lower &- 1].end == elements.lowerBound {
      slots[chunk.lower &- 1].end = elements.upperBound
    } else {
      push(Slot(start: elements.lowerBound, end: elements.upperBound))
    }
    if chunk.isFull { split() }
  }

  /// Removes elements.
  mutating func delete(_ range: Range<Int>) {
    // A delete that hits nothing may lie beyond the end.
    if range.isEmpty { return }
    let gap = start &+ chunk.before
    // Backspaces end at the gap, and need not move it.
    if range.lowerBound < start || range.lowerBound > gap || range.upperBound < gap {
      moveGap(to: range.lowerBound)
    }
    let before = start &+ chunk.before &- range.lowerBound
    deleteBefore(before)
    var left = range.count &- before
    while left > 0 {
      if chunk.after == 0 { enterNext() }
      let here = min(left, chunk.after)
      deleteAfter(here)
      left &-= here
    }
    if chunk.isFull { split() }
  }

  /// Removes elements before the gap.
  private mutating func deleteBefore(_ count: Int) {
    chunk.before &-= count
    var left = count
    while left > 0 {
      let last = slots[chunk.lower &- 1]
      if last.count > left {
        slots[chunk.lower &- 1].end = last.end &- left
        return
      }
      chunk.lower &-= 1
      left &-= last.count
    }
  }

  /// Removes elements after the gap.
  private mutating func deleteAfter(_ count: Int) {
    chunk.after &-= count
    var left = count
    while left > 0 {
      let first = slots[chunk.upper]
      if first.count > left {
        slots[chunk.upper].start = first.start &+ left
        return
      }
      chunk.upper &+= 1
      left &-= first.count
    }
  }

  // MARK: The gap

  /// Moves the gap to a position, in a chunk that holds the position or ends there.
  private mutating func moveGap(to position: Int) {
    while position < start { enter(place - 1, at: start - chunks[place - 1].length) }
    while position > start &+ chunk.length { enter(place + 1, at: start + chunk.length) }
    let distance = position &- start &- chunk.before
    if distance < 0 { moveGapBack(0 &- distance) } else { moveGapOn(distance) }
  }

  private mutating func moveGapBack(_ count: Int) {
    chunk.before &-= count
    chunk.after &+= count
    var left = count
    while left > 0 {
      var last = slots[chunk.lower &- 1]
      if last.count > left {
        last.start = last.end &- left
        slots[chunk.lower &- 1].end = last.start
      } else {
        chunk.lower &-= 1
      }
      left &-= last.count
      chunk.upper &-= 1
      slots[chunk.upper] = last
    }
  }

  private mutating func moveGapOn(_ count: Int) {
    chunk.before &+= count
    chunk.after &-= count
    var left = count
    while left > 0 {
      var first = slots[chunk.upper]
      if first.count > left {
        first.end = first.start &+ left
        slots[chunk.upper].start = first.end
      } else {
        chunk.upper &+= 1
      }
      left &-= first.count
      push(first)
    }
  }

  @inline(__always)
  private mutating func push(_ slot: Slot) {
    slots[chunk.lower] = slot
    chunk.lower &+= 1
  }

  // MARK: Chunks

  private mutating func enter(_ next: Int, at start: Int) {
    chunks[place] = chunk
    chunk = chunks[next]
    place = next
    self.start = start
  }

  /// Moves the gap from the end of a chunk to the start of the next.
  private mutating func enterNext() {
    enter(place + 1, at: start + chunk.length)
    moveGapBack(chunk.before)
  }

  private mutating func addChunk() -> Chunk {
    slots.append(repeating: Slot(start: 0, end: 0), count: Self.capacity)
    return Chunk(base: slots.count - Self.capacity)
  }

  /// Moves the upper half of the chunk to a new chunk.
  private mutating func split() {
    var upper = addChunk()
    let half = chunk.count / 2
    if chunk.lower - chunk.base > half {
      splitBeforeGap(at: chunk.base + half, upper: &upper)
      chunks[place] = chunk
      chunks.insert(upper, at: place + 1)
      start += chunk.length
      (place, chunk) = (place + 1, upper)
    } else {
      splitAfterGap(at: chunk.upper + half - (chunk.lower - chunk.base), upper: &upper)
      chunks.insert(upper, at: place + 1)
    }
  }

  /// Splits the chunk. The upper chunk gets the gap.
  private mutating func splitBeforeGap(at slot: Int, upper: inout Chunk) {
    slots.move(slot..<chunk.lower, to: upper.base)
    upper.lower += chunk.lower - slot
    upper.upper -= chunk.end - chunk.upper
    slots.move(chunk.upper..<chunk.end, to: upper.upper)
    upper.before = length(slot..<chunk.lower)
    upper.after = chunk.after
    (chunk.lower, chunk.upper) = (slot, chunk.end)
    (chunk.before, chunk.after) = (chunk.before - upper.before, 0)
  }

  /// Splits the chunk. The lower chunk keeps the gap.
  private mutating func splitAfterGap(at slot: Int, upper: inout Chunk) {
    let moved = chunk.end - slot
    upper.upper -= moved
    slots.move(slot..<chunk.end, to: upper.upper)
    upper.after = length(slot..<chunk.end)
    slots.move(chunk.upper..<slot, to: chunk.upper + moved)
    chunk.upper += moved
    chunk.after -= upper.after
  }

  private func length(_ range: Range<Int>) -> Int {
    var length = 0
    for slot in range { length += slots[slot].count }
    return length
  }
}
