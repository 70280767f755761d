// SPDX-License-Identifier: MIT

import BinaryCoding

/// The move of a key to the place right after another key, or to the front.
struct KeyMove<Key> {
  let key: Key
  /// The key right before `key` after the move; nil if `key` moves to the front.
  let previous: Key?
}

/// The fewest moves that bring keys into another order.
///
/// The keys that are not moved form a longest increasing subsequence. (Schensted, "Longest
/// increasing and decreasing subsequences", 1961, doi:10.4153/CJM-1961-015-3.)
///
/// - Parameters:
///   - keys: The keys, each once.
///   - order: The same keys in the other order.
/// - Complexity: O(*n* log *n*) for *n* keys.
func moves<Key: Hashable>(from keys: [Key], to order: [Key]) -> [KeyMove<Key>] {
  var places: [Key: Int] = [:]
  for place in keys.indices { places[keys[place]] = place }
  let numbers = order.map { places[$0] ?? 0 }
  // `ends`: for each length, the index of the least number that ends an increasing subsequence of
  // this length. `previous`: for each index, the index before it in a longest increasing
  // subsequence that ends at the index, or -1.
  var ends: [Int] = []
  var previous = Array(repeating: -1, count: numbers.count)
  for index in numbers.indices {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < numbers[index] { low = middle + 1 } else { high = middle }
    }
    if low > 0 { previous[index] = ends[low - 1] }
    if low < ends.count { ends[low] = index } else { ends.append(index) }
  }
  var stays = Array(repeating: false, count: numbers.count)
  var index = ends.last ?? -1
  while index >= 0 {
    stays[index] = true
    index = previous[index]
  }
  return order.indices.filter { !stays[$0] }.map {
    KeyMove(key: order[$0], previous: $0 > 0 ? order[$0 - 1] : nil)
  }
}

/// The moves that put the keys at some offsets right before the key at offset `destination`. All
/// offsets are counted in the order before the moves, as in `onMove` of a list.
func moves<Key>(
  of offsets: some Sequence<Int>, to destination: Int, count: Int, key: (Int) -> Key
) -> [KeyMove<Key>] {
  require(
    destination >= 0 && destination <= count, "offset \(destination) is not within 0...\(count)")
  let moved = Set(offsets)
  var previous = destination - 1
  while moved.contains(previous) { previous -= 1 }
  return moved.sorted().map { offset in
    defer { previous = offset }
    return KeyMove(key: key(offset), previous: previous >= 0 ? key(previous) : nil)
  }
}

extension ReplicatingOrderedSet {
  /// Makes the set hold `elements` and no others, in the order given. Removes the other elements,
  /// inserts absent elements, and makes as few moves as possible. Of equal elements, only the first
  /// counts.
  ///
  /// ```swift
  /// var mine: ReplicatingOrderedSet = ["a", "b", "c"]
  /// var yours = mine
  /// mine.update(to: ["c", "a", "b"])
  /// yours.update(to: ["a", "b", "c", "d"])
  /// mine.merge(yours)
  /// print(mine)  // ["c", "a", "b", "d"]
  /// ```
  ///
  /// If `elements` come from a list on screen, elements that were merged into this set meanwhile
  /// are missing from the list, and would be removed. So let the list show a copy of the set,
  /// update the copy, and merge the copy into this set.
  ///
  /// - Complexity: O((*m* + *n*) log *p*) for *m* given elements, a set of *n* elements, and *p*
  ///   inserts and moves so far.
  public mutating func update(to elements: some Sequence<Element>) {
    var wanted: Set<Element> = []
    let order = elements.filter { wanted.insert($0).inserted }
    for element in values where !wanted.contains(element) { remove(element) }
    for element in order where !contains(element) { append(element) }
    reorder(to: order)
  }

  /// Sorts the elements by as few moves as possible.
  ///
  /// If devices sort at the same time, merging gives one order without duplicates. An element that
  /// another device inserts concurrently stays where it was inserted. To put such elements in
  /// order, sort again or show `sorted(by:)`.
  ///
  /// - Parameter precedes: Whether the first element stands before the second.
  /// - Complexity: O(*n* log *p*) for *n* elements and *p* inserts and moves so far.
  public mutating func sort(by precedes: (Element, Element) -> Bool) {
    reorder(to: values.sorted(by: precedes))
  }

  /// Brings the elements into another order. `order` must contain each element once.
  mutating func reorder(to order: [Element]) { make(moves(from: values, to: order)) }

  /// Makes moves, except of elements that are already in their places.
  mutating func make(_ moves: [KeyMove<Element>]) {
    for move in moves {
      guard let place = firstIndex(of: move.key) else { continue }
      let index = move.previous.flatMap { firstIndex(of: $0) }.map { $0 + 1 } ?? 0
      if place != index { insert(move.key, at: place < index ? index - 1 : index) }
    }
  }
}

extension ReplicatingOrderedSet where Element: Comparable {
  /// Sorts the elements in ascending order: ``sort(by:)`` with `<`.
  ///
  /// - Complexity: O(*n* log *p*) for *n* elements and *p* inserts and moves so far.
  public mutating func sort() { sort { $0 < $1 } }
}

extension ReplicatingOrderedDictionary {
  /// Sorts the keys by as few moves as possible.
  ///
  /// If devices sort at the same time, merging gives one order without duplicates. A key that
  /// another device adds concurrently stays where it was added. To put such keys in order, sort
  /// again or show `sorted(by:)`.
  ///
  /// - Parameter precedes: Whether the first key and its value stand before the second.
  /// - Complexity: O(*n* log *p*) for *n* keys and *p* positions ever given to keys.
  public mutating func sort(by precedes: (Element, Element) -> Bool) {
    reorder(to: Array(self).sorted(by: precedes).map { $0.key })
  }

  /// Brings the keys into another order. `order` must contain each key once.
  mutating func reorder(to order: [Key]) { make(moves(from: keys, to: order)) }

  /// Makes moves, except of keys that are already in their places.
  mutating func make(_ moves: [KeyMove<Key>]) {
    for move in moves {
      guard let place = storage.view.index(of: move.key) else { continue }
      let index = move.previous.flatMap { storage.view.index(of: $0) }.map { $0 + 1 } ?? 0
      if place != index { self.move(move.key, to: place < index ? index - 1 : index) }
    }
  }
}
