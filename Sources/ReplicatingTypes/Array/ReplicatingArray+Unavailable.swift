// SPDX-License-Identifier: MIT

// An array cannot move elements as mutable collections do. Its elements have no identity: a moved
// element is removed and inserted, and two copies that move it would both insert it.

extension ReplicatingArray {
  @available(
    *, unavailable,
    message: "merging two sorts doubles elements; show sorted(by:), or use ReplicatingOrderedSet"
  )
  public mutating func sort(by precedes: (Element, Element) -> Bool) {}

  @available(
    *, unavailable,
    message: "merging two swaps doubles elements; use ReplicatingOrderedSet.move(_:to:)"
  )
  public mutating func swapAt(_ index: Int, _ other: Int) {}

  @available(
    *, unavailable,
    message:
      "merging two moves doubles elements; use ReplicatingOrderedSet.move(fromOffsets:toOffset:)"
  )
  public mutating func move(fromOffsets offsets: some Sequence<Int>, toOffset destination: Int) {}

  @available(
    *, unavailable,
    message: "merging two reversals doubles elements; show reversed(), or use ReplicatingOrderedSet"
  )
  public mutating func reverse() {}

  @available(
    *, unavailable,
    message: "merging two shuffles doubles elements; show shuffled(), or use ReplicatingOrderedSet"
  )
  public mutating func shuffle() {}
}

extension ReplicatingArray where Element: Comparable {
  @available(
    *, unavailable,
    message: "merging two sorts doubles elements; show sorted(), or use ReplicatingOrderedSet"
  )
  public mutating func sort() {}
}
