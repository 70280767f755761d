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

  /// The elements shown, in order.
  package var elements: [Range<Int>] { chunks.flatMap { $0 } }

  private mutating func insert(_ elements: Range<Int>, at position: Int) {
    seek(position)
    lengths[chunk] += elements.count
    guard place < chunks[chunk].count else { return chunks[chunk].append(elements) }
    let range = chunks[chunk][place]
    let offset = position - placeStart
    if offset == range.count, range.upperBound == elements.lowerBound {
      chunks[chunk][place] = range.lowerBound..<elements.upperBound
    } else if offset == range.count {
      chunks[chunk].insert(elements, at: place + 1)
    } else if offset == 0 {
      chunks[chunk].insert(elements, at: place)
    } else {
      let cut = range.lowerBound + offset
      chunks[chunk].replaceSubrange(
        place...place, with: [range.lowerBound..<cut, elements, cut..<range.upperBound])
    }
    splitIfFull()
  }

  private mutating func delete(_ range: Range<Int>) {
    var left = range.count
    while left > 0 {
      seek(range.lowerBound)
      let isBefore =
        place < chunks[chunk].count
        && range.lowerBound < placeStart + chunks[chunk][place].count
      if isBefore { left -= delete(from: range.lowerBound, atMost: left) } else { stepOver() }
    }
  }

  /// Takes elements out of the range at the place of the last edit.
  ///
  /// - Returns: How many.
  private mutating func delete(from position: Int, atMost limit: Int) -> Int {
    let range = chunks[chunk][place]
    let start = range.lowerBound + position - placeStart
    let end = min(start + limit, range.upperBound)
    lengths[chunk] -= end - start
    if start == range.lowerBound, end == range.upperBound {
      chunks[chunk].remove(at: place)
      dropIfEmpty()
    } else if start == range.lowerBound {
      chunks[chunk][place] = end..<range.upperBound
    } else {
      chunks[chunk][place] = range.lowerBound..<start
      if end < range.upperBound {
        chunks[chunk].insert(end..<range.upperBound, at: place + 1)
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
      placeStart -= chunks[chunk][place].count
    }
    while place < chunks[chunk].count, position > placeStart + chunks[chunk][place].count {
      placeStart += chunks[chunk][place].count
      place += 1
    }
  }

  private mutating func enter(_ chunk: Int, at start: Int) {
    self.chunk = chunk
    (chunkStart, place, placeStart) = (start, 0, start)
  }

  /// Moves from the end of a range to the start of the next.
  private mutating func stepOver() {
    if place < chunks[chunk].count {
      placeStart += chunks[chunk][place].count
      place += 1
    }
    if place == chunks[chunk].count { enter(chunk + 1, at: placeStart) }
  }

  // MARK: Balance

  private mutating func splitIfFull() {
    let count = chunks[chunk].count
    guard count > Self.capacity else { return }
    let upper = ContiguousArray(chunks[chunk][(count / 2)...])
    chunks[chunk].removeSubrange((count / 2)...)
    let length = upper.reduce(0) { $0 + $1.count }
    chunks.insert(upper, at: chunk + 1)
    lengths.insert(length, at: chunk + 1)
    lengths[chunk] -= length
    enter(chunk, at: chunkStart)
  }

  private mutating func dropIfEmpty() {
    guard chunks[chunk].isEmpty, chunks.count > 1 else { return }
    chunks.remove(at: chunk)
    lengths.remove(at: chunk)
    let before = min(chunk, chunks.count - 1)
    enter(before, at: before == chunk ? chunkStart : chunkStart - lengths[before])
  }
}
