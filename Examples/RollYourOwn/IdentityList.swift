// SPDX-License-Identifier: MIT

import Causality

/// A list. Each item follows the item behind which it was inserted.
///
/// (Roh et al., "Replicated Abstract Data Types", 2011, doi:10.1016/j.jpdc.2010.12.006.)
public struct IdentityList<Element: Codable & Hashable & Sendable>: Hashable, Codable, Sendable {
  private struct Item: Hashable, Codable, Sendable {
    let element: Element
    /// The item behind which this one was inserted; nil at the start.
    let before: Dot?
    let time: HybridTimestamp
  }

  /// All items that were ever inserted, by the identity of their insertion.
  private var items: [Dot: Item] = [:]
  /// The tombstones. A removed item stays in ``items``, because others may follow it.
  private var removed: Set<Dot> = []

  public init() {}

  public var elements: [Element] { shown.compactMap { items[$0]?.element } }

  public mutating func insert(_ element: Element, at index: Int) {
    let here = ReplicationEnvironment.current
    let latest = items.values.map(\.time).max() ?? .zero
    items[here.newDot()] = Item(
      element: element, before: index > 0 ? shown[index - 1] : nil,
      time: here.timestamp(replacing: latest))
  }

  public mutating func remove(at index: Int) { removed.insert(shown[index]) }

  private var shown: [Dot] { order.filter { !removed.contains($0) } }

  /// All items in order. Of those inserted behind one item, the latest comes first.
  private var order: [Dot] {
    let followers = Dictionary(grouping: items) { $0.value.before }
    var (order, open): ([Dot], [Dot?]) = ([], [nil])
    while let next = open.popLast() {
      if let next { order.append(next) }
      let behind = followers[next] ?? []
      open += behind.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }.map(\.key)
    }
    return order
  }
}

extension IdentityList: Replicable {
  public func merged(with other: Self) -> Self {
    var result = self
    result.items.merge(other.items) { mine, _ in mine }
    result.removed.formUnion(other.removed)
    return result
  }
}
