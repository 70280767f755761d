// SPDX-License-Identifier: MIT

/// How many elements stand in a part of an array.
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

  static var capacity: Int { NodeSizes.slotLeaf }

  init(_ units: ArraySlice<Range<Int>>) {
    runs = ContiguousArray(units)
    elements = units.reduce(0) { $0 + $1.count }
  }

  var unitCount: Int { runs.count }
  var measure: SlotMeasure { SlotMeasure(elements: elements) }

  /// The run that an element belongs to, and where in it.
  func run(at element: Int) -> (run: Range<Int>, offset: Int) {
    let (index, offset) = place(of: element)
    return (runs[index], offset)
  }

  /// The index of the run that an element or the end belongs to, and where in it.
  private func place(of element: Int) -> (index: Int, offset: Int) {
    var (index, rest) = (0, element)
    while index < runs.count, rest >= runs[index].count {
      rest -= runs[index].count
      index += 1
    }
    return (index, rest)
  }

  mutating func insert(_ units: ArraySlice<Range<Int>>, at element: Int) {
    var (index, offset) = place(of: element)
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

  mutating func splitOff() -> SlotLeaf {
    let half = runs.count / 2
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
    precondition(runs.allSatisfy { !$0.isEmpty }, "a run is empty")
    precondition(runs.reduce(0) { $0 + $1.count } == elements, "the elements of a leaf")
  }
}
