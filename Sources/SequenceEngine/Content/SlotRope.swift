// SPDX-License-Identifier: MIT

/// The visible elements of an array as slots: each the number of an inserted
/// element, which its owner keeps.
package struct SlotRope: Sendable {
  private var rope = Rope<SlotLeaf>()

  package init() {}

  /// How many slots there are.
  package var count: Int { rope.measure.elements }

  /// Puts consecutive slots in.
  ///
  /// - Complexity: O(log *n* + *m*)
  package mutating func insert(_ slots: Range<Int>, at position: Int) {
    rope.insert(Array(slots)[...], at: position)
    rope.checkInvariants()
  }

  /// Takes slots out.
  ///
  /// - Complexity: O(log *n* + *m*)
  package mutating func remove(_ range: Range<Int>) {
    rope.remove(range)
    rope.checkInvariants()
  }

  /// The slot at a position.
  ///
  /// - Precondition: `position` is below ``count``.
  /// - Complexity: O(log *n*)
  package func slot(at position: Int) -> Int {
    var (node, left) = (rope.root, position)
    while true {
      WorkCounter.visitNode()
      var index = 0
      while left >= node.measures[index].elements {
        left -= node.measures[index].elements
        index += 1
      }
      if node.height == 0 { return node.leaves[index].slot(at: left) }
      node = node.children[index]
    }
  }

  /// The slots at some positions.
  ///
  /// - Complexity: O(log *n* + *m*)
  package func slots(_ range: Range<Int>) -> [Int] {
    var slots: [Int] = []
    slots.reserveCapacity(range.count)
    rope.write(range, to: &slots)
    return slots
  }
}

struct SlotMeasure: RopeMeasure {
  var elements: Int

  static let zero = SlotMeasure(elements: 0)

  static func += (left: inout Self, right: Self) { left.elements += right.elements }
  static func -= (left: inout Self, right: Self) { left.elements -= right.elements }
}

struct SlotLeaf: RopeLeaf {
  private var slots: ContiguousArray<Int>

  static var capacity: Int {
    #if DECENT_INVARIANTS
      8
    #else
      512
    #endif
  }

  init(_ units: ArraySlice<Int>) {
    slots = ContiguousArray(units)
  }

  var unitCount: Int { slots.count }
  var measure: SlotMeasure { SlotMeasure(elements: slots.count) }

  mutating func insert(_ units: ArraySlice<Int>, at element: Int) {
    slots.insert(contentsOf: units, at: element)
  }

  mutating func remove(_ elements: Range<Int>) {
    slots.removeSubrange(elements)
  }

  mutating func splitOff() -> SlotLeaf {
    let half = slots.count / 2
    let upper = SlotLeaf(Array(slots[half...])[...])
    slots.removeSubrange(half...)
    return upper
  }

  mutating func append(_ other: SlotLeaf) {
    slots += other.slots
  }

  func slot(at offset: Int) -> Int { slots[offset] }

  func write(_ elements: Range<Int>, to units: inout [Int]) {
    units += slots[elements]
  }

  static func cut(_ units: ArraySlice<Int>, atMost limit: Int) -> Int {
    min(units.startIndex + limit, units.endIndex)
  }

  func checkInvariants() {}
}
