// SPDX-License-Identifier: MIT

import BinaryCoding

/// Keys in the order in which they are shown. Each present key stands once, at the first position
/// with the key's current stamp.
///
/// Each edit of the order updates the view. Copies share their common parts.
struct OrderedView<Key: Hashable & ReplicatedContent> {
  /// A present key, with the stamp of the position at which the key is shown. The stamp is nil if
  /// the key has no position.
  struct KnownKey {
    let stamp: KeyedStamp?
  }

  private struct Shown: Sendable {
    let slot: Int
    let stamp: KeyedStamp
  }

  private var tree = PositionTree([], shown: [])
  /// The slots of positions that are shown or may be shown later. Of equal positions, only the
  /// first position has its slot here.
  private var slots = HashTrie<OrderedPosition<Key>, Int>()
  private var shown = HashTrie<Key, Shown>()
  /// The keys that had no position when the view was made, sorted by first insert. Only forged
  /// bytes have such keys. These keys are shown last.
  private var lastKeys: [Key] = []
  /// The present keys without a position, by their indices in ``lastKeys``.
  private var last = PositionTree([], shown: [])
  private var lastIndices = HashTrie<Key, Int>()

  /// - Parameters:
  ///   - order: The slots of all positions, in order.
  ///   - position: The position in a slot.
  ///   - presence: The stamp of a key, or nil if the key is absent.
  /// - Complexity: O(*p* log *p*) for *p* positions.
  init(
    _ order: [Int], position: (Int) -> OrderedPosition<Key>, presence: (Key) -> KnownKey?
  ) {
    var shownSlots: [Int] = []
    for slot in order {
      let position = position(slot)
      let stamp = presence(position.element)?.stamp
      if let stamp, position.stamp < stamp { continue }
      if slots[position] == nil { slots.set(position, to: slot) }
      guard position.stamp == stamp, shown[position.element] == nil else { continue }
      shown.set(position.element, to: Shown(slot: slot, stamp: position.stamp))
      shownSlots.append(slot)
    }
    tree = PositionTree(order, shown: shownSlots)
  }

  /// How many keys are shown.
  var count: Int { tree.shownCount + last.shownCount }

  // MARK: Reading

  /// The slots of the shown positions, in order. The ``unplacedKeys`` have no slots.
  var shownSlots: [Int] { tree.shownSlots }

  /// The slot of the position shown at an index, or nil if one of the ``unplacedKeys`` is shown
  /// there.
  ///
  /// - Complexity: O(log *p*) for *p* positions.
  func slot(at index: Int) -> Int? { index < tree.shownCount ? tree.slot(at: index) : nil }

  /// The key that is shown at an index without having a position.
  ///
  /// - Complexity: O(log *k*) for *k* keys without a position.
  func unplacedKey(at index: Int) -> Key { lastKeys[last.slot(at: index - tree.shownCount)] }

  /// Whether there are keys without a position.
  var hasUnplacedKeys: Bool { last.shownCount > 0 }

  /// The present keys without a position, sorted by first insert.
  ///
  /// - Complexity: O(*k*) for *k* keys that had no position when the view was made.
  var unplacedKeys: [Key] { last.shownSlots.map { lastKeys[$0] } }

  /// The index at which a key is shown, or nil if the key is absent.
  ///
  /// - Complexity: O(log *p*) for *p* positions.
  func index(of key: Key) -> Int? {
    if let shown = shown[key] { return tree.place(of: shown.slot).shown }
    return lastIndices[key].map { tree.shownCount + last.place(of: $0).shown }
  }

  /// The place, among all positions, at which a new position must be inserted to show a key at
  /// `index`. The index must be neither the first nor the last.
  ///
  /// - Parameter count: The number of all positions.
  /// - Complexity: O(log *p*) for *p* positions.
  func position(for key: Key, at index: Int, among count: Int) -> Int {
    var before = index - 1
    if let current = self.index(of: key), current <= before { before += 1 }
    return slot(at: before).map { tree.place(of: $0).all + 1 } ?? count
  }

  /// The place of a slot among all positions.
  ///
  /// - Complexity: O(log *p*) for *p* positions.
  func place(ofSlot slot: Int) -> Int { tree.place(of: slot).all }

  // MARK: Following edits

  /// Adds a hidden position with a new slot. The caller must then refresh the key of the position.
  ///
  /// - Complexity: O(log *p*) amortized for *p* positions.
  mutating func insert(_ position: OrderedPosition<Key>, slot: Int, at place: Int) {
    tree.insert(slot, at: place)
    if let other = slots[position], tree.place(of: other).all < place { return }
    slots.set(position, to: slot)
  }

  /// Shows a key at its current position, or hides the key if it is absent.
  ///
  /// - Parameter presence: The stamp of the key, or nil if the key is absent.
  /// - Returns: False if the place of the key is not known. The view must then be made anew.
  /// - Complexity: O(log *p*) for *p* positions.
  mutating func refresh(_ key: Key, _ presence: KnownKey?) -> Bool {
    let current = shown[key]
    let wanted = presence?.stamp.flatMap { stamp in
      slots[OrderedPosition(element: key, stamp: stamp)].map { Shown(slot: $0, stamp: stamp) }
    }
    if presence != nil, wanted == nil { return lastIndices[key] != nil }
    if let index = lastIndices.remove(key) { last.show(index, false) }
    if current?.slot == wanted?.slot { return true }
    if let current { hide(key, current, beyond: presence?.stamp) }
    if let wanted {
      tree.show(wanted.slot, true)
      shown.set(key, to: wanted)
    }
    return true
  }

  /// - Parameter stamp: The new stamp of the key. Earlier positions of the key are never shown
  ///   again.
  private mutating func hide(_ key: Key, _ current: Shown, beyond stamp: KeyedStamp?) {
    tree.show(current.slot, false)
    shown.remove(key)
    guard let stamp, current.stamp < stamp else { return }
    slots.remove(OrderedPosition(element: key, stamp: current.stamp))
  }

  /// Shows keys that have no position, after all other keys.
  ///
  /// - Complexity: O(*k* log *k*) for *k* keys.
  mutating func setUnplaced(_ keys: [Key]) {
    lastKeys = keys
    last = PositionTree(Array(keys.indices), shown: keys.indices)
    for (index, key) in keys.enumerated() { lastIndices.set(key, to: index) }
  }

  /// Whether a key is shown without a position.
  func isUnplaced(_ key: Key) -> Bool { lastIndices[key] != nil }

  /// Whether a key is shown at a position.
  func isPlaced(_ key: Key) -> Bool { shown[key] != nil }
}

extension OrderedView: Sendable where Key: Sendable {}
