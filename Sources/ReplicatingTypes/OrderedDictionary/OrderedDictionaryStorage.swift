// SPDX-License-Identifier: MIT

import Causality

/// What an ordered dictionary consists of: its entries, which alone say what is
/// there, and every position that a key was ever given.
///
/// Changed only while one ordered dictionary refers to it.
final class OrderedDictionaryStorage<Key: Hashable, Value> {
  private(set) var state: DictionaryState<Key, Value>
  private(set) var positions: OrderedPositions<Key>
  /// The latest stamp of the positions of each key. It may be later than that of
  /// the key's entry, which a fresh start sets without regard to older positions.
  private var latest: HashTrie<Key, KeyedStamp>
  private var token: SessionToken
  private let cache = LazyView<OrderedView<Key>>()
  /// The versions of values as they were at some time.
  let versions = LazyView<ValueVersions<Key>>()

  init(
    _ state: DictionaryState<Key, Value> = DictionaryState(),
    _ positions: consuming OrderedPositions<Key> = OrderedPositions(),
    token: consuming SessionToken = SessionToken()
  ) {
    self.state = state
    self.positions = positions
    self.token = token
    latest = HashTrie()
    noteLatest(from: 0)
  }

  private init(_ other: OrderedDictionaryStorage, token: consuming SessionToken) {
    state = other.state
    positions = other.positions.copy()
    latest = other.latest
    self.token = token
  }

  /// A copy that goes on with the session of this storage.
  func copyTakingSession() -> OrderedDictionaryStorage {
    let copy = OrderedDictionaryStorage(self, token: token.handOver())
    if let current = versions.current { copy.versions.keep(current) }
    if let current = cache.current { copy.cache.keep(current) }
    return copy
  }

  /// The keys as they are shown.
  ///
  /// - Complexity: O(1), and O(*p*) in the positions after a change of the order.
  var view: OrderedView<Key> {
    cache.view {
      let positions = positions.elements
      var view = OrderedView(positions, latest: { state.keyed.contains($0) ? latest[$0] : nil })
      guard view.keys.count < state.keyed.count else { return view }
      // Only a forged change can insert a key without a position. It is shown
      // last, so that it can be seen and deleted.
      for item in state.keyed.ordered { view.show(item.key, at: positions.count) }
      return view
    }
  }

  // MARK: Local edits

  /// Sets a key, or deletes it with nil, which is known to be a change. A key
  /// that was not there becomes the last.
  func set(_ key: Key, to value: Value?, as change: ValueChange) {
    let wasThere = state.keyed.contains(key)
    let session = claimSession()
    let stamp = state.set(key, to: value, as: change, by: session, after: latest[key])
    guard wasThere != state.keyed.contains(key) else { return }
    cache.forget()
    if !wasThere { record(key, stamp, at: positions.count, by: session) }
  }

  /// Sets a key that is not there, at an index among the keys shown.
  func insert(_ value: Value, for key: Key, at index: Int) {
    let position = self.position(for: key, at: index, others: state.keyed.count)
    let change = state.change(of: key, to: value)
    let session = claimSession()
    let stamp = state.set(key, to: value, as: change, by: session, after: latest[key])
    record(key, stamp, at: position, by: session)
    cache.forget()
  }

  /// Moves a live key.
  ///
  /// - Parameter index: Where it will be among the keys shown.
  func move(_ key: Key, to index: Int) {
    let position = self.position(for: key, at: index, others: state.keyed.count - 1)
    let session = claimSession()
    guard let stamp = state.refresh(key, by: session, after: latest[key]) else { return }
    record(key, stamp, at: position, by: session)
    cache.forget()
  }

  private func record(
    _ key: Key, _ stamp: KeyedStamp, at position: Int, by session: SessionID
  ) {
    let first = positions.inserted.count
    positions.replace(
      position..<position, with: CollectionOfOne(OrderedPosition(element: key, stamp: stamp)),
      by: session)
    noteLatest(from: first)
  }

  /// Takes in the stamps of new positions.
  ///
  /// - Parameter first: How many positions were known before.
  private func noteLatest(from first: Int) {
    for index in first..<positions.inserted.count {
      let position = positions.inserted[index]
      if let last = latest[position.element], last >= position.stamp { continue }
      latest.set(position.element, to: position.stamp)
    }
  }

  /// Where among all positions a key has to go.
  ///
  /// - Parameter others: How many other keys are shown.
  private func position(for key: Key, at index: Int, others: Int) -> Int {
    if index == 0 { return 0 }
    if index == others { return positions.count }
    return view.position(for: key, at: index, among: positions.count)
  }

  private func claimSession() -> SessionID {
    token.claim { state.keyed.known[$0] > 0 || positions.log.graph.count(of: $0) > 0 }.id
  }

  // MARK: Edits of others

  func merge(_ other: OrderedDictionaryStorage) {
    let (known, first) = (ownCounts, positions.inserted.count)
    state.merge(other.state)
    positions.merge(other.positions)
    noteLatest(from: first)
    renounceSession(ifBeyond: known)
    cache.forget()
  }

  /// Takes in a delta that was found valid.
  func merge(
    _ delta: ReplicatingOrderedDictionary<Key, Value>.Delta
  ) throws(MissingHistory) {
    let (known, first) = (ownCounts, positions.inserted.count)
    if let positions = delta.positions { try self.positions.integrate(positions) }
    noteLatest(from: first)
    if let entries = delta.entries { state.merge(valid: entries) }
    renounceSession(ifBeyond: known)
    cache.forget()
  }

  /// How many edits the session has that the next edit would continue.
  private var ownCounts: [Int]? {
    token.current.map { [state.keyed.known[$0], positions.log.graph.count(of: $0)] }
  }

  /// Gives the session up if others know more edits of it than were made here:
  /// a copy of this process must have gone on with it.
  private func renounceSession(ifBeyond known: [Int]?) {
    if ownCounts != known { token.renounce() }
  }
}

extension OrderedDictionaryStorage: @unchecked Sendable where Key: Sendable, Value: Sendable {}
