// SPDX-License-Identifier: MIT

import SequenceEngine

/// The cached order of an ordered type. It is computed at the first reading,
/// and then follows each edit.
///
/// It lies in a storage object and changes only with it.
struct OrderedKeys<Key: Hashable & Sendable & ReplicatedContent>: ~Copyable {
  typealias KnownKey = OrderedView<Key>.KnownKey

  private let cached = LazyView<OrderedView<Key>>()
  /// All keys in order, if they were asked for since the last change.
  private let list = LazyView<[Key]>()

  /// Whether an order is cached, which edits must follow.
  var isKnown: Bool { cached.current != nil }

  /// Takes over the cache of another instance for the same order.
  func keep(_ other: borrowing OrderedKeys) {
    if let view = other.cached.current { cached.keep(view) }
    if let keys = other.list.current { list.keep(keys) }
  }

  /// - Parameters:
  ///   - count: The number of present keys.
  ///   - present: The present keys, by first insert. Called only if a present key has no position.
  func view(
    _ positions: borrowing OrderedPositions<Key>, count: Int, present: () -> [Key],
    _ presence: (Key) -> KnownKey?
  ) -> OrderedView<Key> {
    if let view = cached.current { return view }
    let slots = positions.order.runs(0..<positions.count).flatMap { Array($0) }
    var view = OrderedView(
      slots, position: { positions.inserted[$0] }, presence: presence)
    if view.count < count { view.setUnplaced(present().filter { !view.isPlaced($0) }) }
    cached.keep(view)
    return view
  }

  /// All keys in order.
  ///
  /// - Complexity: O(1), O(*p*) after a change.
  func all(
    _ view: OrderedView<Key>, _ positions: borrowing OrderedPositions<Key>
  ) -> [Key] {
    if let keys = list.current { return keys }
    let keys = view.shownSlots.map { positions.inserted[$0].element } + view.unplacedKeys
    list.keep(keys)
    return keys
  }

  /// Follows edits that changed positions and keys.
  ///
  /// - Parameter keys: The keys whose presence may have changed.
  /// - Complexity: O(*d* log *p*) amortized for *d* new positions and keys. If a key loses its
  ///   position, which forged bytes alone can do, the order is forgotten instead.
  func follow(
    _ operations: [DocumentOperation], _ keys: [Key],
    _ positions: borrowing OrderedPositions<Key>, _ presence: (Key) -> KnownKey?
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

  /// Follows a merge.
  ///
  /// - Parameters:
  ///   - operations: The changes of the positions.
  ///   - before: What was known of the keys before the merge, or nil if the order is not known.
  func follow<Entry: KeyedEntry>(
    _ operations: [DocumentOperation], from before: KeyedStorage<Key, Entry>?,
    to keyed: KeyedStorage<Key, Entry>, _ positions: borrowing OrderedPositions<Key>,
    _ presence: (Key) -> KnownKey?
  ) {
    guard let before else { return forget() }
    var changed: [Key] = []
    before.entries.forEachDifference(in: keyed.entries) { item, _ in changed.append(item.key) }
    if isLastReordered(changed, from: before, to: keyed) { return forget() }
    follow(operations, changed, positions, presence)
  }

  /// Whether a key without a position has another first insert, by which these keys stand.
  private func isLastReordered<Entry: KeyedEntry>(
    _ changed: [Key], from before: KeyedStorage<Key, Entry>, to keyed: KeyedStorage<Key, Entry>
  ) -> Bool {
    guard let view = cached.current, view.hasUnplacedKeys else { return false }
    return changed.contains { key in
      view.isUnplaced(key)
        && before.entries[key]?.firstInsert != keyed.entries[key]?.firstInsert
    }
  }

  /// Forgets the order, after changes of most of it.
  func forget() {
    cached.forget()
    list.forget()
  }
}
