// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// The order of the keys of an ordered set or dictionary: the positions that keys were given, and
/// the cached order in which the present keys are shown.
///
/// The cached order is computed at the first reading, and then updated at each edit. The storage
/// that owns the order knows which keys are present, and follows the rules of ``SessionStorage``.
struct KeyOrder<Key: Hashable & Sendable & ReplicatedContent>: ~Copyable {
  typealias KnownKey = OrderedView<Key>.KnownKey

  /// All positions. After merging positions, the caller must update the cached order by `follow`.
  var positions: OrderedPositions<Key>
  private let cached = LazyView<OrderedView<Key>>()
  /// All present keys in order, if they were read since the last change.
  private let list = LazyView<[Key]>()

  init(_ positions: consuming OrderedPositions<Key> = OrderedPositions()) {
    self.positions = positions
  }

  /// A separate order with the same contents.
  borrowing func copy() -> KeyOrder {
    let copy = KeyOrder(positions.copy())
    if let view = cached.current { copy.cached.keep(view) }
    if let keys = list.current { copy.list.keep(keys) }
    return copy
  }

  // MARK: Reading

  /// Whether an order is cached. A cached order must be updated at each edit.
  var isKnown: Bool { cached.current != nil }

  /// The keys as they are shown.
  ///
  /// - Complexity: O(1). The first reading takes O(*p* log *p*) for *p* positions.
  func view<Entry>(
    of keyed: KeyedStorage<Key, Entry>, _ presence: (Key) -> KnownKey?
  ) -> OrderedView<Key> {
    if let view = cached.current { return view }
    let slots = positions.order.runs(0..<positions.count).flatMap { Array($0) }
    var view = OrderedView(
      slots, position: { positions.inserted[$0] }, presence: presence)
    if view.count < keyed.count {
      view.setUnplaced(keyed.ordered.map { $0.key }.filter { !view.isPlaced($0) })
    }
    cached.keep(view)
    return view
  }

  /// All present keys in order.
  ///
  /// - Complexity: O(1). The first reading after a change takes O(*p*) for *p* positions.
  func keys(_ view: OrderedView<Key>) -> [Key] {
    if let keys = list.current { return keys }
    let keys = view.shownSlots.map { positions.inserted[$0].element } + view.unplacedKeys
    list.keep(keys)
    return keys
  }

  /// The key at an index.
  ///
  /// - Complexity: O(log *p*) for *p* positions.
  func key(at index: Int, in view: OrderedView<Key>) -> Key {
    view.slot(at: index).map { positions.inserted[$0].element } ?? view.unplacedKey(at: index)
  }

  /// The place of a key's new position among all positions.
  ///
  /// - Parameters:
  ///   - index: The index that the key will have among the shown keys.
  ///   - others: The number of other keys shown.
  func position(
    for key: Key, at index: Int, others: Int, _ view: @autoclosure () -> OrderedView<Key>
  ) -> Int {
    if index == 0 { return 0 }
    if index == others { return positions.count }
    return view().position(for: key, at: index, among: positions.count)
  }

  /// The slots of the positions with the given stamps, by stamp.
  ///
  /// - Complexity: O(*p*) for *p* positions.
  func slots(of stamps: [KeyedStamp]) -> [KeyedStamp: Int] {
    let wanted = Set(stamps)
    var slots: [KeyedStamp: Int] = [:]
    for slot in 0..<positions.inserted.count {
      WorkCounter.visitNode()
      let stamp = positions.inserted[slot].stamp
      if wanted.contains(stamp) { slots[stamp] = slot }
    }
    return slots
  }

  /// The number of positions that edits of a session gave to keys.
  func count(of session: SessionID) -> Int { positions.log.graph.count(of: session) }

  // MARK: Changes

  /// Inserts a new position of a key right before the position at `place`.
  mutating func insert(
    _ new: OrderedPosition<Key>, at place: Int, by session: SessionID,
    _ presence: (Key) -> KnownKey?
  ) {
    let insert = positions.insert(new, at: place, by: session)
    follow([insert], [], presence)
  }

  /// Updates the cached order after edits of positions and keys. Forgets the cached order if a key
  /// has lost its position, which only forged bytes can cause.
  ///
  /// - Parameter keys: The keys whose presence may have changed.
  /// - Complexity: O(*d* log *p*) amortized for *d* new positions and keys among *p* positions.
  func follow(
    _ operations: [DocumentOperation], _ keys: [Key], _ presence: (Key) -> KnownKey?
  ) {
    list.forget()
    guard var view = cached.take() else { return }
    var moved: [Key] = []
    for case .insert(let slots, let place) in operations {
      for (offset, slot) in slots.enumerated() {
        let position = positions.inserted[slot]
        view.insert(position, slot: slot, at: place + offset)
        moved.append(position.element)
      }
    }
    for key in keys + moved where !view.refresh(key, presence(key)) { return }
    cached.keep(view)
  }

  /// Updates the cached order after a merge.
  ///
  /// - Parameters:
  ///   - operations: The changes of the positions.
  ///   - before: The entries before the merge, or nil if no order was cached.
  func follow<Entry: KeyedEntry>(
    _ operations: [DocumentOperation], from before: KeyedStorage<Key, Entry>?,
    to keyed: KeyedStorage<Key, Entry>, _ presence: (Key) -> KnownKey?
  ) {
    guard let before else { return forget() }
    var changed: [Key] = []
    before.entries.forEachDifference(in: keyed.entries) { item, _ in changed.append(item.key) }
    if isLastReordered(changed, from: before, to: keyed) { return forget() }
    follow(operations, changed, presence)
  }

  /// Whether the first insert of a key without a position has changed. Keys without a position are
  /// sorted by first insert.
  private func isLastReordered<Entry: KeyedEntry>(
    _ changed: [Key], from before: KeyedStorage<Key, Entry>, to keyed: KeyedStorage<Key, Entry>
  ) -> Bool {
    guard let view = cached.current, view.hasUnplacedKeys else { return false }
    return changed.contains { key in
      view.isUnplaced(key)
        && before.entries[key]?.firstInsert != keyed.entries[key]?.firstInsert
    }
  }

  /// Forgets the cached order. The next reading computes it again.
  private func forget() {
    cached.forget()
    list.forget()
  }
}
