// SPDX-License-Identifier: MIT

/// Ranges of elements in the order of a document, while it is edited: chunks of
/// them in one pool, where the next edit is looked for from where the last one was.
struct DraftRanges: ~Copyable {
  /// How many ranges a chunk has room for, at least 4.
  private static var capacity: Int {
    #if DECENT_INVARIANTS
      4
    #else
      64
    #endif
  }

  // Not private, nor is `Chunk`: Swift 6.3 fails on that in debug builds.
  struct Slot {
    var start: Int
    var end: Int
    @inline(__always) var count: Int { end - start }
  }

  struct Chunk {
    /// Where its slots begin.
    var base: Int
    /// How many it has. Two are free after each edit, for one edit adds two at most.
    var count: Int
    /// How many elements these are.
    var length: Int
  }

  private var slots = Pool<Slot>(capacity: capacity)
  /// At least one. Ranges are never empty; the only chunk may be.
  private var chunks = Pool<Chunk>()

  /// Where the last edit was: a chunk, a place in it, and the elements before
  /// either.
  private var chunk = 0
  private var chunkStart = 0
  private var place = 0
  private var placeStart = 0

  init() {
    addChunk(at: 0)
  }

  /// All of them.
  var elements: [Range<Int>] {
    var count = 0
    for index in 0..<chunks.count { count += chunks[index].count }
    var elements: [Range<Int>] = []
    elements.reserveCapacity(count)
    for index in 0..<chunks.count {
      let chunk = chunks[index]
      for slot in chunk.base..<(chunk.base + chunk.count) {
        elements.append(slots[slot].start..<slots[slot].end)
      }
    }
    return elements
  }

  // MARK: Editing

  /// Puts elements in, at least one.
  mutating func insert(_ elements: Range<Int>, at position: Int) {
    seek(position)
    let new = Slot(start: elements.lowerBound, end: elements.upperBound)
    chunks[chunk].length += new.count
    if place == chunks[chunk].count {
      add(new, at: place)
      return splitIfFull()
    }
    let slot = chunks[chunk].base + place
    let old = slots[slot]
    let offset = position - placeStart
    if offset == old.count, old.end == new.start {
      slots[slot].end = new.end
    } else if offset == 0 {
      add(new, at: place)
    } else {
      slots[slot].end = old.start + offset
      if offset < old.count { add(Slot(start: old.start + offset, end: old.end), at: place + 1) }
      place += 1
      placeStart = position
      add(new, at: place)
    }
    splitIfFull()
  }

  /// Takes elements out.
  mutating func delete(_ range: Range<Int>) {
    var left = range.count
    while left > 0 {
      seek(range.lowerBound)
      if place < chunks[chunk].count,
        range.lowerBound < placeStart + slots[chunks[chunk].base + place].count
      {
        left -= delete(from: range.lowerBound, atMost: left)
      } else {
        stepOver()
      }
    }
  }

  /// Takes elements out of the range at the place of the last edit.
  ///
  /// - Returns: How many.
  private mutating func delete(from position: Int, atMost limit: Int) -> Int {
    let slot = chunks[chunk].base + place
    let old = slots[slot]
    let start = old.start + position - placeStart
    let end = min(start + limit, old.end)
    chunks[chunk].length -= end - start
    if start > old.start {
      slots[slot].end = start
      if end < old.end {
        add(Slot(start: end, end: old.end), at: place + 1)
        splitIfFull()
      }
    } else if end < old.end {
      slots[slot].start = end
    } else {
      slots.move((slot + 1)..<(chunks[chunk].base + chunks[chunk].count), to: slot)
      chunks[chunk].count -= 1
      if chunks[chunk].count == 0 { dropChunk() }
    }
    return end - start
  }

  /// Adds a range to the chunk of the last edit, whose length has it already.
  private mutating func add(_ new: Slot, at place: Int) {
    let (base, count) = (chunks[chunk].base, chunks[chunk].count)
    slots.move((base + place)..<(base + count), to: base + place + 1)
    slots[base + place] = new
    chunks[chunk].count = count + 1
  }

  // MARK: Finding

  /// Makes the place one that holds the position or ends there.
  private mutating func seek(_ position: Int) {
    while position < chunkStart { enter(chunk - 1, at: chunkStart - chunks[chunk - 1].length) }
    while position > chunkStart + chunks[chunk].length {
      enter(chunk + 1, at: chunkStart + chunks[chunk].length)
    }
    let (base, count) = (chunks[chunk].base, chunks[chunk].count)
    while position < placeStart {
      place -= 1
      placeStart -= slots[base + place].count
    }
    while place < count {
      let end = placeStart + slots[base + place].count
      if position <= end { break }
      placeStart = end
      place += 1
    }
  }

  private mutating func enter(_ next: Int, at start: Int) {
    chunk = next
    (chunkStart, place, placeStart) = (start, 0, start)
  }

  /// Moves from the end of a range to the start of the next.
  private mutating func stepOver() {
    if place < chunks[chunk].count {
      placeStart += slots[chunks[chunk].base + place].count
      place += 1
    }
    if place == chunks[chunk].count { enter(chunk + 1, at: placeStart) }
  }

  // MARK: Chunks

  private mutating func addChunk(at index: Int) {
    chunks.insert(Chunk(base: slots.count, count: 0, length: 0), at: index)
    slots.append(repeating: Slot(start: 0, end: 0), count: Self.capacity)
  }

  private mutating func splitIfFull() {
    let lower = chunks[chunk]
    guard lower.count > Self.capacity - 2 else { return }
    addChunk(at: chunk + 1)
    let half = lower.count / 2
    let base = chunks[chunk + 1].base
    slots.move((lower.base + half)..<(lower.base + lower.count), to: base)
    var length = 0
    for slot in base..<(base + lower.count - half) { length += slots[slot].count }
    chunks[chunk + 1].count = lower.count - half
    chunks[chunk + 1].length = length
    chunks[chunk].count = half
    chunks[chunk].length -= length
    if place >= half {
      (chunk, chunkStart) = (chunk + 1, chunkStart + chunks[chunk].length)
      place -= half
    }
  }

  /// Drops the chunk of the last edit, now empty. Its slots are not used again.
  private mutating func dropChunk() {
    guard chunks.count > 1 else { return }
    let empty = chunk
    chunks.remove(at: empty)
    if empty > 0 {
      enter(empty - 1, at: chunkStart - chunks[empty - 1].length)
    } else {
      enter(0, at: 0)
    }
  }
}
