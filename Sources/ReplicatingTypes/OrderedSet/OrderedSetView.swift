// SPDX-License-Identifier: MIT

/// The elements of an ordered set as they are shown.
struct OrderedSetView<Element: Hashable> {
  private(set) var elements: [Element] = []
  /// Where each shown element stands among all positions.
  private(set) var positions: [Int] = []
  private var indexes: [Element: Int] = [:]

  /// Shows each present element once: at the position that its latest insert
  /// gave it.
  ///
  /// - Parameter positions: In order.
  init(_ presence: Presence<Element>, positions: [OrderedPosition<Element>]) {
    for (place, position) in positions.enumerated() {
      guard let entry = presence.entries[position.element], entry.isPresent,
        entry.stamp == position.stamp
      else { continue }
      show(position.element, at: place)
    }
    guard elements.count < presence.count else { return }
    // Only a forged change can insert an element without a position. It is
    // shown last, so that it can be seen and removed.
    for item in presence.ordered where indexes[item.key] == nil {
      show(item.key, at: positions.count)
    }
  }

  private mutating func show(_ element: Element, at place: Int) {
    guard indexes.updateValue(elements.count, forKey: element) == nil else { return }
    elements.append(element)
    positions.append(place)
  }

  func index(of element: Element) -> Int? { indexes[element] }
}

extension OrderedSetView: Sendable where Element: Sendable {}
