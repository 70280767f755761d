// SPDX-License-Identifier: MIT

/// A document in the making: which of a log's elements it shows, in order, while
/// a whole history is played.
///
/// It deals in ranges of elements, whatever these are, so most edits change two
/// numbers. The ranges lie in short chunks, and the next edit is looked for from
/// where the last one was.
package struct DocumentDraft {
  /// How many ranges a chunk may have.
  private static var capacity: Int {
    #if DECENT_INVARIANTS
      4
    #else
      64
    #endif
  }

  /// At least one. Ranges are never empty; a chunk may be.
  private var chunks: [ContiguousArray<Range<Int>>] = [[]]
  /// How many elements each chunk has.
  private var lengths = [0]
  /// The ranges of the chunk where the last edit was, taken out of `chunks` so
  /// that no edit has to reach through two arrays.
  private var ranges: ContiguousArray<Range<Int>> = []

  /// Where the last edit was: a chunk, a place in it, and the elements before
  /// either.
  private var chunk = 0
  private var chunkStart = 0
  private var place = 0
  private var placeStart = 0

  /// Plays operations on an empty document.
  ///
  /// - Complexity: O(*n*) for edits that are near each other; at worst a 64th of the
  ///   square.
  init(_ operations: [DocumentOperation]) {
    for operation in operations {
      switch operation {
      case .insert(let elements, let position): insert(elements, at: position)
      case .delete(let range): delete(range)
      }
    }
  }

  /// Plays runs, each on the document that the one before it made.
  ///
  /// - Complexity: as above.
  init(_ runs: [OperationRun]) {
    var (length, elementCount) = (0, 0)
    for run in runs {
      let misses = run.misses(documentLength: length)
      switch run.kind {
      case .insert:
        insert(elementCount..<(elementCount + run.length), at: min(run.position, length))
        elementCount += run.length
        length += run.length
      case .deleteForward:
        let start = min(run.position, length)
        delete(start..<(start + run.length - misses))
        length -= run.length - misses
      case .deleteBackward:
        let end = run.position - misses + 1
        delete((end - (run.length - misses))..<end)
        length -= run.length - misses
      }
    }
  }

  /// The elements shown, in order.
  package var elements: [Range<Int>] {
    chunks.indices.flatMap { $0 == chunk ? ranges : chunks[$0] }
  }

  private mutating func insert(_ elements: Range<Int>, at position: Int) {
    seek(position)
    lengths[chunk] += elements.count
    guard place < ranges.count else { return ranges.append(elements) }
    let range = ranges[place]
    let offset = position - placeStart
    if offset == range.count, range.upperBound == elements.lowerBound {
      ranges[place] = range.lowerBound..<elements.upperBound
      return
    }
    if offset == 0 {
      ranges.insert(elements, at: place)
    } else {
      let cut = range.lowerBound + offset
      ranges[place] = range.lowerBound..<cut
      if cut < range.upperBound { ranges.insert(cut..<range.upperBound, at: place + 1) }
      ranges.insert(elements, at: place + 1)
    }
    splitIfFull()
  }

  private mutating func delete(_ range: Range<Int>) {
    var left = range.count
    while left > 0 {
      seek(range.lowerBound)
      if place < ranges.count, range.lowerBound < placeStart + ranges[place].count {
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
    let range = ranges[place]
    let start = range.lowerBound + position - placeStart
    let end = min(start + limit, range.upperBound)
    lengths[chunk] -= end - start
    if start == range.lowerBound, end == range.upperBound {
      ranges.remove(at: place)
      dropIfEmpty()
    } else if start == range.lowerBound {
      ranges[place] = end..<range.upperBound
    } else {
      ranges[place] = range.lowerBound..<start
      if end < range.upperBound {
        ranges.insert(end..<range.upperBound, at: place + 1)
        splitIfFull()
      }
    }
    return end - start
  }

  // MARK: Finding

  /// Makes the place one that holds the position or ends there.
  private mutating func seek(_ position: Int) {
    while position < chunkStart { enter(chunk - 1, at: chunkStart - lengths[chunk - 1]) }
    while position > chunkStart + lengths[chunk] {
      enter(chunk + 1, at: chunkStart + lengths[chunk])
    }
    while position < placeStart {
      place -= 1
      placeStart -= ranges[place].count
    }
    while place < ranges.count, position > placeStart + ranges[place].count {
      placeStart += ranges[place].count
      place += 1
    }
  }

  private mutating func enter(_ next: Int, at start: Int) {
    swap(&ranges, &chunks[chunk])
    swap(&ranges, &chunks[next])
    chunk = next
    (chunkStart, place, placeStart) = (start, 0, start)
  }

  /// Moves from the end of a range to the start of the next.
  private mutating func stepOver() {
    if place < ranges.count {
      placeStart += ranges[place].count
      place += 1
    }
    if place == ranges.count { enter(chunk + 1, at: placeStart) }
  }

  // MARK: Balance

  private mutating func splitIfFull() {
    let count = ranges.count
    guard count > Self.capacity else { return }
    let upper = ContiguousArray(ranges[(count / 2)...])
    ranges.removeSubrange((count / 2)...)
    let length = upper.reduce(0) { $0 + $1.count }
    chunks.insert(upper, at: chunk + 1)
    lengths.insert(length, at: chunk + 1)
    lengths[chunk] -= length
    (place, placeStart) = (0, chunkStart)
  }

  private mutating func dropIfEmpty() {
    guard ranges.isEmpty, chunks.count > 1 else { return }
    let empty = chunk
    if empty > 0 {
      enter(empty - 1, at: chunkStart - lengths[empty - 1])
    } else {
      enter(1, at: 0)
      chunk = 0
    }
    chunks.remove(at: empty)
    lengths.remove(at: empty)
  }
}
