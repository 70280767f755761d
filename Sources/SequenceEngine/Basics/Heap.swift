// SPDX-License-Identifier: MIT

/// A binary max-heap.
struct Heap<Element: Comparable> {
  private var elements: [Element] = []

  var greatest: Element? { elements.first }

  /// The memory in bytes, including spare capacity.
  var byteCount: Int { elements.capacity * MemoryLayout<Element>.stride }

  /// Forgets all elements but keeps the memory.
  mutating func removeAll() {
    elements.removeAll(keepingCapacity: true)
  }

  /// - Complexity: O(log *n*) for *n* elements.
  mutating func insert(_ element: Element) {
    elements.append(element)
    var child = elements.count - 1
    while child > 0, elements[(child - 1) / 2] < elements[child] {
      elements.swapAt(child, (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  /// - Complexity: O(log *n*) for *n* elements.
  mutating func popGreatest() -> Element? {
    guard let greatest = elements.first, let last = elements.popLast() else { return nil }
    guard !elements.isEmpty else { return greatest }
    elements[0] = last
    var parent = 0
    while true {
      let left = 2 * parent + 1
      guard left < elements.count else { return greatest }
      let right = left + 1
      let child = right < elements.count && elements[left] < elements[right] ? right : left
      guard elements[parent] < elements[child] else { return greatest }
      elements.swapAt(parent, child)
      parent = child
    }
  }
}
