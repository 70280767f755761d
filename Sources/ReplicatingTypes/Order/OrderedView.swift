// SPDX-License-Identifier: MIT

/// Keys in the order in which they are shown.
struct OrderedView<Key: Hashable> {
  private(set) var keys: [Key] = []
  /// Where each shown key stands among all positions.
  private(set) var positions: [Int] = []
  private var indexes: [Key: Int] = [:]

  /// Shows each present key once: at the position with its latest stamp.
  ///
  /// - Parameters:
  ///   - positions: In order.
  ///   - latest: The latest stamp of a key, or nil if it is absent.
  init(_ positions: [OrderedPosition<Key>], latest: (Key) -> KeyedStamp?) {
    for (place, position) in positions.enumerated()
    where latest(position.element) == position.stamp {
      show(position.element, at: place)
    }
  }

  /// Shows a key, unless it is shown already.
  mutating func show(_ key: Key, at place: Int) {
    if let shown = indexes.updateValue(keys.count, forKey: key) {
      indexes[key] = shown
      return
    }
    keys.append(key)
    positions.append(place)
  }

  func index(of key: Key) -> Int? { indexes[key] }

  /// Where among all positions a key has to go, to be shown at an index that is
  /// neither the first nor the last.
  ///
  /// - Parameter count: That of all positions.
  func position(for key: Key, at index: Int, among count: Int) -> Int {
    var before = index - 1
    if let current = indexes[key], current <= before { before += 1 }
    // A key that was inserted without a position is shown beyond the last.
    return min(positions[before] + 1, count)
  }
}

extension OrderedView: Sendable where Key: Sendable {}
