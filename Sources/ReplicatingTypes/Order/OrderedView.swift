// SPDX-License-Identifier: MIT

/// Keys in the order in which they are shown. Each present key stands once, at
/// the first position that has the stamp of the key in its type.
///
/// It follows the edits of an order one by one. Copies share what they have in common.
struct OrderedView<Key: Hashable> {
  /// The stamps that an ordered type holds of a present key.
  struct KnownKey {
    /// The stamp of the position at which the key is shown.
    let stamp: KeyedStamp?
    /// The stamp of the key's first insert.
    let age: KeyedStamp
  }

  private struct Shown: Sendable {
    let slot: Int
    let stamp: KeyedStamp
  }

  private var tree: PositionTree
  /// The slots of positions that are shown or may be later. Of equal positions, the first in order.
  private var slots = HashTrie<OrderedPosition<Key>, Int>()
  private var shown = HashTrie<Key, Shown>()
  /// Present keys without a position, by first insert. Only a forged change can insert one.
  /// They are shown last, so that they can be seen and removed.
  private var unplaced: [(key: Key, age: KeyedStamp)] = []

  /// - Parameters:
  ///   - order: The slots of all positions, in order.
  ///   - position: The position in a slot.
  ///   - presence: The stamps of a key, or nil if it is absent.
  /// - Complexity: O(*p* log *p*)
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
  var count: Int { tree.shownCount + unplaced.count }

  // MARK: Reading

  /// The slots of the keys shown, in order; before the ``unplacedKeys``.
  var shownSlots: [Int] { tree.shownSlots }

  var unplacedKeys: [Key] { unplaced.map { $0.key } }

  /// The slot of the position shown at an index, or nil for one of the ``unplacedKeys``.
  ///
  /// - Complexity: O(log *p*)
  func slot(at index: Int) -> Int? { index < tree.shownCount ? tree.slot(at: index) : nil }

  /// The key without a position at an index.
  func unplacedKey(at index: Int) -> Key { unplaced[index - tree.shownCount].key }

  /// - Complexity: O(log *p*)
  func index(of key: Key) -> Int? {
    if let shown = shown[key] { return tree.place(of: shown.slot).shown }
    return unplaced.firstIndex { $0.key == key }.map { tree.shownCount + $0 }
  }

  /// The place among all positions for a key that is to be shown at an index.
  /// The index is neither the first nor the last.
  ///
  /// - Parameter count: The number of all positions.
  /// - Complexity: O(log *p*)
  func position(for key: Key, at index: Int, among count: Int) -> Int {
    var before = index - 1
    if let current = self.index(of: key), current <= before { before += 1 }
    return slot(at: before).map { tree.place(of: $0).all + 1 } ?? count
  }

  // MARK: Following edits

  /// Takes in the position of the next slot. The caller must refresh its key afterwards.
  ///
  /// - Complexity: O(log *p*) amortized.
  mutating func insert(_ position: OrderedPosition<Key>, slot: Int, at place: Int) {
    tree.insert(slot, at: place)
    if let other = slots[position], tree.place(of: other).all < place { return }
    slots.set(position, to: slot)
  }

  /// Shows a key at its current position, or hides it.
  ///
  /// - Parameter presence: The stamps of the key, or nil if it is absent.
  /// - Complexity: O(log *p*)
  mutating func refresh(_ key: Key, _ presence: KnownKey?) {
    let wanted = presence?.stamp.flatMap { stamp in
      slots[OrderedPosition(element: key, stamp: stamp)].map { Shown(slot: $0, stamp: stamp) }
    }
    let current = shown[key]
    if current?.slot != wanted?.slot {
      if let current { hide(key, current, beyond: presence?.stamp) }
      if let wanted {
        tree.show(wanted.slot, true)
        shown.set(key, to: wanted)
      }
    }
    if !unplaced.isEmpty { unplaced.removeAll { $0.key == key } }
    if let presence, wanted == nil { add(unplaced: key, presence.age) }
  }

  /// - Parameter stamp: No position with an earlier stamp is shown ever again.
  private mutating func hide(_ key: Key, _ current: Shown, beyond stamp: KeyedStamp?) {
    tree.show(current.slot, false)
    shown.remove(key)
    guard let stamp, current.stamp < stamp else { return }
    slots.remove(OrderedPosition(element: key, stamp: current.stamp))
  }

  /// Shows a key that has no position.
  mutating func add(unplaced key: Key, _ age: KeyedStamp) {
    let index = unplaced.firstIndex { age < $0.age } ?? unplaced.count
    unplaced.insert((key, age), at: index)
  }

  /// Whether a key is shown at a position.
  func isPlaced(_ key: Key) -> Bool { shown[key] != nil }
}

extension OrderedView: Sendable where Key: Sendable {}
