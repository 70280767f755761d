// SPDX-License-Identifier: MIT

/// The number of elements in a part of an array.
struct SlotMeasure: RopeMeasure {
  var elements: Int

  static let zero = SlotMeasure(elements: 0)

  static func += (left: inout Self, right: Self) { left.elements += right.elements }
  static func -= (left: inout Self, right: Self) { left.elements -= right.elements }
}

/// Some runs of consecutive slots, none of them empty.
struct SlotLeaf: RopeLeaf {
  private var runs: ContiguousArray<Range<Int>>
  private var elements: Int
  /// The run at which a search begins, and the number of elements before that run.
  private var seat = (index: 0, start: 0)

  static var capacity: Int { NodeSizes.slotLeaf }

  init(_ units: ArraySlice<Range<Int>>) {
    runs = ContiguousArray(units)
    elements = units.reduce(0) { $0 + $1.count }
  }

  var unitCount: Int { runs.count }
  var measure: SlotMeasure { SlotMeasure(elements: elements) }

  /// The run that an element belongs to, and the offset of the element in the run.
  func run(at element: Int) -> (run: Range<Int>, offset: Int) {
    let (index, offset) = place(of: element)
    return (runs[index], offset)
  }

  /// The index of the run that holds an element, and the offset in that run. For the position after
  /// the last element: the number of runs, and 0.
  private func place(of element: Int) -> (index: Int, offset: Int) {
    var (index, rest) = (seat.index, element - seat.start)
    while rest < 0 {
      index -= 1
      rest += runs[index].count
    }
    while index < runs.count, rest >= runs[index].count {
      rest -= runs[index].count
      index += 1
    }
    return (index, rest)
  }

  mutating func insert(_ units: ArraySlice<Range<Int>>, at element: Int) {
    var (index, offset) = place(of: element)
    seat = (0, 0)
    if offset > 0 {
      let run = runs[index]
      runs[index] = run.prefix(offset)
      index += 1
      runs.insert(run.dropFirst(offset), at: index)
    }
    for unit in units {
      elements += unit.count
      if index > 0, runs[index - 1].upperBound == unit.lowerBound {
        runs[index - 1] = runs[index - 1].lowerBound..<unit.upperBound
      } else {
        runs.insert(unit, at: index)
        index += 1
      }
    }
  }

  mutating func remove(_ positions: Range<Int>) {
    let (first, offset) = place(of: positions.lowerBound)
    let (last, end) = place(of: positions.upperBound - 1)
    seat = (0, 0)
    let head = runs[first].prefix(offset)
    let tail = runs[last].dropFirst(end + 1)
    elements -= positions.count
    var kept = first
    if !head.isEmpty {
      runs[first] = head
      kept += 1
    }
    if !tail.isEmpty {
      precondition(kept <= last, "the middle of a run cannot be taken out")
      runs[last] = tail
    }
    runs.removeSubrange(kept..<(tail.isEmpty ? last + 1 : last))
  }

  /// Replaces some elements by consecutive slots, if there is room for two more runs.
  ///
  /// - Precondition: The leaf has elements.
  /// - Returns: The number of runs afterwards; nil if nothing was changed, for lack of room.
  mutating func replace(_ positions: Range<Int>, with slots: Range<Int>) -> Int? {
    guard runs.count + 2 <= Self.capacity else { return nil }
    elements += slots.count - positions.count
    var (first, offset) = place(of: positions.lowerBound)
    if offset == 0, first > 0 {
      first -= 1
      offset = runs[first].count
    }
    seat = (first, positions.lowerBound - offset)
    var last = first
    var rest = runs[first].count - offset - positions.count
    while rest < 0 {
      last += 1
      rest += runs[last].count
    }
    replaceRuns(
      first...last, with: runs[first].prefix(offset), slots, runs[last].suffix(rest))
    return runs.count
  }

  /// Replaces some runs by the head of a run, new slots and the tail of a run. Each of these may be
  /// empty.
  private mutating func replaceRuns(
    _ places: ClosedRange<Int>, with head: Range<Int>, _ slots: Range<Int>, _ tail: Range<Int>
  ) {
    var (next, end) = (places.lowerBound, places.upperBound + 1)
    func put(_ run: Range<Int>) {
      if run.isEmpty { return }
      if next < end {
        runs[next] = run
      } else {
        runs.insert(run, at: next)
        end += 1
      }
      next += 1
    }
    if !head.isEmpty, !slots.isEmpty, head.upperBound == slots.lowerBound {
      put(head.lowerBound..<slots.upperBound)
    } else {
      put(head)
      put(slots)
    }
    put(tail)
    if next < end { runs.removeSubrange(next..<end) }
  }

  mutating func splitOff() -> SlotLeaf {
    let half = runs.count / 2
    seat = (0, 0)
    let upper = SlotLeaf(Array(runs[half...])[...])
    runs.removeSubrange(half...)
    elements -= upper.elements
    return upper
  }

  mutating func append(_ other: SlotLeaf) {
    insert(Array(other.runs)[...], at: elements)
  }

  func write(_ positions: Range<Int>, to units: inout [Range<Int>]) {
    var start = 0
    for run in runs {
      let part = positions.clamped(to: start..<(start + run.count))
      if !part.isEmpty {
        let first = run.lowerBound + part.lowerBound - start
        units.append(first..<(first + part.count))
      }
      start += run.count
      if start >= positions.upperBound { return }
    }
  }

  static func cut(_ units: ArraySlice<Range<Int>>, atMost limit: Int) -> Int {
    min(units.startIndex + limit, units.endIndex)
  }

  func checkInvariants() {
    precondition(runs.count <= Self.capacity, "a leaf is too full")
    precondition(runs.allSatisfy { !$0.isEmpty }, "a run is empty")
    precondition(runs.reduce(0) { $0 + $1.count } == elements, "the elements of a leaf")
    precondition(
      runs.prefix(seat.index).reduce(0) { $0 + $1.count } == seat.start, "the seat of a leaf")
  }
}
