// SPDX-License-Identifier: MIT

import Causality

/// What an ordered set consists of: which elements are present, and where they
/// stand.
///
/// Changed only while one ordered set refers to it.
final class OrderedSetStorage<Element: Hashable> {
  private(set) var presence: Presence<Element>
  private(set) var positions: OrderedPositions<Element>
  private var token: SessionToken
  /// Rebuilt at the first reading after a change.
  private let cache = LazyView<OrderedView<Element>>()

  init(
    _ presence: Presence<Element> = Presence(),
    _ positions: consuming OrderedPositions<Element> = OrderedPositions(),
    token: consuming SessionToken = SessionToken()
  ) {
    self.presence = presence
    self.positions = positions
    self.token = token
  }

  /// A copy that goes on with the session of this storage.
  func copyTakingSession() -> OrderedSetStorage {
    OrderedSetStorage(presence, positions.copy(), token: token.handOver())
  }

  /// The elements as they are shown.
  ///
  /// - Complexity: O(1), and O(*p* log *p*) in the positions after a change.
  var view: OrderedView<Element> {
    cache.view {
      let positions = positions.elements
      var view = OrderedView(positions) { element in
        presence[element].flatMap { $0.isPresent ? $0.stamp : nil }
      }
      guard view.keys.count < presence.count else { return view }
      // Only a forged change can insert an element without a position. It is
      // shown last, so that it can be seen and removed.
      for item in presence.ordered { view.show(item.key, at: positions.count) }
      return view
    }
  }

  // MARK: Local edits

  /// Inserts an element, or moves it if it is present.
  ///
  /// - Parameter index: Where it will be among the elements shown.
  func place(_ element: Element, at index: Int) {
    let position = self.position(for: element, at: index)
    let session = claimSession()
    let stamp = presence.insert(element, by: session)
    positions.replace(
      position..<position, with: CollectionOfOne(OrderedPosition(element: element, stamp: stamp)),
      by: session)
    cache.forget()
  }

  /// Where among all positions an element has to go.
  private func position(for element: Element, at index: Int) -> Int {
    let others = presence.contains(element) ? presence.count - 1 : presence.count
    if index == 0 { return 0 }
    if index == others { return positions.count }
    return view.position(for: element, at: index, among: positions.count)
  }

  func remove(_ element: Element) {
    presence.remove(element, by: claimSession())
    cache.forget()
  }

  private func claimSession() -> SessionID {
    token.claim { presence.known[$0] > 0 || positions.log.graph.count(of: $0) > 0 }.id
  }

  // MARK: Edits of others

  func merge(_ other: OrderedSetStorage) {
    let known = ownCounts
    presence.merge(other.presence)
    positions.merge(other.positions)
    renounceSession(ifBeyond: known)
    cache.forget()
  }

  /// Takes in a delta that was found valid.
  func merge(_ delta: ReplicatingOrderedSet<Element>.Delta) throws(MissingHistory) {
    let known = ownCounts
    if let positions = delta.positions { try self.positions.integrate(positions) }
    if let presence = delta.presence { try self.presence.merge(presence) }
    renounceSession(ifBeyond: known)
    cache.forget()
  }

  /// How many edits the session has that the next edit would continue.
  private var ownCounts: [Int]? {
    token.current.map { [presence.known[$0], positions.log.graph.count(of: $0)] }
  }

  /// Gives the session up if others know more edits of it than were made here:
  /// a copy of this process must have gone on with it.
  private func renounceSession(ifBeyond known: [Int]?) {
    if ownCounts != known { token.renounce() }
  }
}

extension OrderedSetStorage: @unchecked Sendable where Element: Sendable {}
