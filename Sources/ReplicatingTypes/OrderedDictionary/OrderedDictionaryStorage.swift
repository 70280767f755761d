// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// The state of an ordered dictionary: its entries, and the order of its keys. The entries alone
/// decide which keys are present.
///
/// All changes follow the rules of ``SessionStorage``.
@usableFromInline
final class OrderedDictionaryStorage<
  Key: Hashable & Sendable & ReplicatedContent, Value: Sendable & ReplicatedContent
>: SessionStorage, @unchecked Sendable {
  @usableFromInline
  private(set) var state: DictionaryState<Key, Value>
  private(set) var order: KeyOrder<Key>
  /// For each key, the latest stamp among the key's positions. The stamp of the key's entry may be
  /// earlier: an entry of a later incarnation wins even with an earlier stamp (`DictionaryEntry`).
  @usableFromInline
  private(set) var latest: HashTrie<Key, KeyedStamp>
  @usableFromInline
  var token: SessionToken
  /// The versions of the values, as computed for the last reading of the dictionary's version.
  let versions = LazyView<ValueVersions<Key>>()

  init(
    _ state: DictionaryState<Key, Value> = DictionaryState(),
    _ order: consuming KeyOrder<Key> = KeyOrder(),
    token: consuming SessionToken = SessionToken()
  ) {
    self.state = state
    self.order = order
    latest = HashTrie()
    self.token = token
    noteLatest(from: 0)
  }

  private init(_ other: OrderedDictionaryStorage, token: consuming SessionToken) {
    state = other.state
    order = other.order.copy()
    latest = other.latest
    self.token = token
  }

  /// A copy that continues the session of this storage.
  @usableFromInline
  func copyTakingSession() -> OrderedDictionaryStorage {
    let copy = OrderedDictionaryStorage(self, token: token.handOver())
    if let current = versions.current { copy.versions.keep(current) }
    return copy
  }

  /// The keys as they are shown.
  ///
  /// - Complexity: O(1). The first reading takes O(*p* log *p*) for *p* positions.
  var view: OrderedView<Key> { order.view(of: state.keyed, known) }

  private func known(_ key: Key) -> OrderedView<Key>.KnownKey? {
    state.keyed.contains(key) ? OrderedView.KnownKey(stamp: latest[key]) : nil
  }

  // MARK: Local edits

  /// Sets a key, or deletes the key if `value` is nil. A key that was absent becomes the last key.
  /// The caller gets `change` from `DictionaryState.change(of:to:isInPlace:)`.
  @inlinable
  func set(_ key: Key, to value: Value?, as change: ValueChange) {
    let session = claimSession()
    let count = state.keyed.count
    let stamp = state.set(key, to: value, as: change, by: session, after: latest[key])
    if state.keyed.count > count {
      recordLast(key, stamp, by: session)
    } else if state.keyed.count < count {
      follow([key])
    }
  }

  /// Updates the cached order for keys whose presence may have changed.
  @usableFromInline
  func follow(_ changed: [Key]) { order.follow([], changed, known) }

  /// Gives a key a new position after all other positions.
  @usableFromInline
  func recordLast(_ key: Key, _ stamp: KeyedStamp, by session: SessionID) {
    record(OrderedPosition(element: key, stamp: stamp), at: order.positions.count, by: session)
  }

  /// Sets an absent key, and shows the key at an index among the shown keys.
  func insert(_ value: Value, for key: Key, at index: Int) {
    let session = claimSession()
    let position = order.position(for: key, at: index, others: state.keyed.count, view)
    var value: Value? = value
    let change = state.change(of: key, to: &value, isInPlace: false)
    let stamp = state.set(key, to: value, as: change, by: session, after: latest[key])
    record(OrderedPosition(element: key, stamp: stamp), at: position, by: session)
  }

  /// Moves a live key.
  ///
  /// - Parameters:
  ///   - index: The index that the key will have among the shown keys.
  ///   - isRightBehind: As in `newStamp(by:replacing:isRightBehind:)`.
  func move(_ key: Key, to index: Int, isRightBehind: Bool = false) {
    let session = claimSession()
    let position = order.position(for: key, at: index, others: state.keyed.count - 1, view)
    let stamp = state.refresh(
      key, by: session, after: latest[key], isRightBehind: isRightBehind)
    guard let stamp else { return }
    record(OrderedPosition(element: key, stamp: stamp), at: position, by: session)
  }

  /// Moves each live key to the place of the key's earlier position that has `stamp`. If there is
  /// no such position, the key becomes the last key.
  ///
  /// - Complexity: O(*p* + *d* log *p*) for *d* keys and *p* positions, after the first reading.
  func putBack(_ keys: [(key: Key, stamp: KeyedStamp)]) {
    let slots = order.slots(of: keys.map { $0.stamp })
    for (key, stamp) in keys {
      let session = claimSession()
      let place = slots[stamp].map { view.place(ofSlot: $0) } ?? order.positions.count
      guard let stamp = state.refresh(key, by: session, after: latest[key]) else { continue }
      record(OrderedPosition(element: key, stamp: stamp), at: place, by: session)
    }
  }

  /// Calls ``DictionaryState/replace(_:by:)``.
  func replace(_ values: [(key: Key, value: Value)]) {
    let session = claimSession()
    state.replace(values, by: session)
  }

  // MARK: Positions

  private func record(_ new: OrderedPosition<Key>, at place: Int, by session: SessionID) {
    noteLatest(new)
    order.insert(new, at: place, by: session, known)
  }

  /// Updates `latest` with the stamps of new positions.
  ///
  /// - Parameter first: The number of old positions.
  private func noteLatest(from first: Int) {
    for index in first..<order.positions.inserted.count {
      noteLatest(order.positions.inserted[index])
    }
  }

  private func noteLatest(_ position: OrderedPosition<Key>) {
    if let last = latest[position.element], last >= position.stamp { return }
    latest.set(position.element, to: position.stamp)
  }

  @usableFromInline
  func claimSession() -> SessionID {
    token.claim { state.keyed.known[$0] > 0 || order.count(of: $0) > 0 }.id
  }

  // MARK: Edits of others

  func merge(_ other: OrderedDictionaryStorage) {
    let first = order.positions.inserted.count
    let before = order.isKnown ? state.keyed : nil
    let operations = takeIn(contradicts: { state.keyed.contradicts(other.state.keyed, in: $0) }) {
      if state.merge(other.state) { versions.forget() }
      return order.positions.merge(other.order.positions)
    }
    noteLatest(from: first)
    order.follow(operations, from: before, to: state.keyed, known)
  }

  /// Takes in a delta of entries, without positions.
  ///
  /// - Throws: ``MissingHistory`` if the delta builds on edits that are not known here. The storage
  ///   is then unchanged.
  @inlinable
  func merge(_ entries: DictionaryState<Key, Value>.Delta) throws(MissingHistory) {
    let count = state.keyed.count
    let present =
      entries.items.count == 1 ? [] : entries.items.map { state.keyed.contains($0.key) }
    try takeIn { () throws(MissingHistory) in try state.merge(entries) }
    if present.isEmpty {
      if count != state.keyed.count { follow(entries.items.map { $0.key }) }
      return
    }
    let changed = zip(entries.items, present).filter { state.keyed.contains($0.key) != $1 }
    if !changed.isEmpty { follow(changed.map { $0.0.key }) }
  }

  /// Takes in a delta that the caller has validated.
  func merge(
    _ delta: ReplicatingOrderedDictionary<Key, Value>.Delta
  ) throws(MissingHistory) {
    let first = order.positions.inserted.count
    let before = order.isKnown ? state.keyed : nil
    let operations = try takeIn { () throws(MissingHistory) in
      var operations: [DocumentOperation] = []
      if let new = delta.positions { operations = try order.positions.integrate(new) }
      noteLatest(from: first)
      if let entries = delta.entries { state.merge(valid: entries) }
      return operations
    }
    order.follow(operations, from: before, to: state.keyed, known)
  }

  /// The number of a session's edits of keys, plus the number of positions that these edits gave to
  /// keys. Both numbers count, because a delta may contain positions alone.
  @usableFromInline
  func editCount(of session: SessionID) -> Int {
    state.keyed.known.count(ofOwner: session) + order.count(of: session)
  }
}
