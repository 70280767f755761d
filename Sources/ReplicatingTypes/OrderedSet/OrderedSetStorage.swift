// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// The state of an ordered set: the presence of its elements, and their order.
///
/// Changed only while one ordered set refers to it.
final class OrderedSetStorage<Element: Hashable & Sendable & ReplicatedContent>: @unchecked Sendable
{
  private(set) var presence: Presence<Element>
  private(set) var order: KeyOrder<Element>
  private var token: SessionToken
  private let keys = OrderedKeys<Element>()

  init(
    _ presence: Presence<Element> = Presence(),
    _ order: consuming KeyOrder<Element> = KeyOrder(),
    token: consuming SessionToken = SessionToken()
  ) {
    self.presence = presence
    self.order = order
    self.token = token
  }

  /// A copy that goes on with the session of this storage.
  func copyTakingSession() -> OrderedSetStorage {
    let copy = OrderedSetStorage(presence, order.copy(), token: token.handOver())
    copy.keys.keep(keys)
    return copy
  }

  #if !hasFeature(Embedded)
    /// Where this storage comes from.
    var origin: ValueOrigin {
      get { token.origin.value }
      set { token.origin.set(newValue) }
    }

    /// Notes that the value is stored in a container.
    func noteStored() { token.origin.noteStored() }
  #endif

  /// The elements as they are shown.
  ///
  /// - Complexity: O(1), and O(*p* log *p*) at the first reading.
  var view: OrderedView<Element> {
    keys.view(
      order.positions, count: presence.count, present: { presence.ordered.map { $0.key } }, known)
  }

  /// The elements in order.
  ///
  /// - Complexity: O(1), and O(*p*) after a change.
  var elements: [Element] { keys.all(view, order.positions) }

  /// The element at an index.
  ///
  /// - Complexity: O(log *p*)
  func element(at index: Int) -> Element {
    let view = view
    return view.slot(at: index).map { order.positions.inserted[$0].element }
      ?? view.unplacedKey(at: index)
  }

  private func known(_ element: Element) -> OrderedView<Element>.KnownKey? {
    presence[element].flatMap { $0.isPresent ? OrderedView.KnownKey(stamp: $0.stamp) : nil }
  }

  // MARK: Local edits

  /// Inserts an element, or moves it if it is present.
  ///
  /// - Parameter index: The index that the element will have among those shown.
  func place(_ element: Element, at index: Int) {
    let session = claimSession()
    placeLast(by: session)
    let position = self.position(for: element, at: index)
    let stamp = presence.insert(element, by: session)
    let new = OrderedPosition(element: element, stamp: stamp)
    let insert = order.insert([new], at: position, by: session)
    keys.follow([insert], [element], order.positions, known)
  }

  /// Gives positions to elements that are shown last because theirs were forgotten, so that others
  /// can be put among them and behind them.
  private func placeLast(by session: SessionID) {
    if order.ground == nil || !view.hasUnplacedKeys { return }
    order.append(lastPositions, by: session)
    keys.forget()
  }

  private var lastPositions: [OrderedPosition<Element>] {
    view.lastPositions { presence[$0]?.firstInsert }
  }

  /// The place of an element's new position among all positions.
  private func position(for element: Element, at index: Int) -> Int {
    let others = presence.contains(element) ? presence.count - 1 : presence.count
    if index == 0 { return 0 }
    if index == others { return order.positions.count }
    return view.position(for: element, at: index, among: order.positions.count)
  }

  func remove(_ element: Element) {
    presence.remove(element, by: claimSession())
    keys.follow([], [element], order.positions, known)
  }

  // MARK: Forgetting

  /// Forgets removed elements, but not their positions.
  func forgetRemoved(upTo time: HybridTimestamp) {
    let session = claimSession()
    presence.forgetRemoved(upTo: time, by: session)
  }

  /// The positions to keep, or nil if it is not worth forgetting others.
  var positionsWorthKeeping: [OrderedPosition<Element>]? {
    order.worthKeeping(as: view, last: lastPositions) { presence[$0] != nil }
  }

  /// Forgets all positions but some.
  func forgetPositions(but kept: [OrderedPosition<Element>]) {
    order.renew(keeping: kept)
    keys.forget()
  }

  private func claimSession() -> SessionID {
    token.claim { presence.known[$0] > 0 || order.positions.log.graph.count(of: $0) > 0 }.id
  }

  // MARK: Edits of others

  /// Whether the two hold different edits under one identity.
  func contradicts(_ other: OrderedSetStorage) -> Bool {
    presence.contradicts(other.presence) || order.contradicts(other.order)
  }

  /// Whether merging another storage changes nothing.
  func holds(_ other: OrderedSetStorage) -> Bool {
    presence.holdsEntries(of: other.presence) && order.holds(other.order)
      && !order.mustJoin(other.order)
  }

  /// Gives elements their positions in an earlier copy again, which a later ground took.
  func makeMovesAgain(of other: OrderedSetStorage) {
    let lost = order.lostPositions(of: other.order, as: other.view, in: view) { position in
      presence[position.element].map { $0.isPresent && position.stamp <= $0.stamp } ?? false
    }
    if lost.isEmpty { return }
    let session = claimSession()
    presence.countEditWithoutKey(by: session)
    for lost in lost {
      let place = lost.previous.map { view.place(behind: $0) } ?? 0
      let insert = order.insert([lost.position], at: place, by: session)
      keys.follow([insert], [], order.positions, known)
    }
    LostMoves.noteMade(lost.count)
  }

  func merge(_ other: OrderedSetStorage) {
    let isJoined = order.mustJoin(other.order)
    let (known, before) = (ownCounts, keys.isKnown ? presence : nil)
    if presence.mergeEntries(of: other.presence).isContradicting { token.renounce() }
    if isJoined { return adopt(.joined(order.positions, other.order.positions)) }
    let operations = order.merge(other.order)
    renounceSession(ifBeyond: known)
    keys.follow(operations, from: before, to: presence, order.positions, self.known)
  }

  /// Takes over joined positions. A session that was continued twice must not be
  /// continued, so the next edit opens a new one.
  private func adopt(_ joined: consuming OrderedPositions<Element>) {
    if order.adopt(joined) { token.renounce() }
    keys.forget()
  }

  /// Takes in a valid delta.
  func merge(_ delta: ReplicatingOrderedSet<Element>.Delta) throws(MissingHistory) {
    let (known, before) = (ownCounts, keys.isKnown ? presence : nil)
    var operations: [DocumentOperation]? = []
    let isJoined = delta.positions.map { order.mustJoin($0) } ?? false
    if let positions = delta.positions { operations = try order.integrate(positions) }
    if let presence = delta.presence { try self.presence.merge(presence) }
    renounceSession(ifBeyond: known)
    if isJoined { return adopt(.joined(order.positions, order.positions)) }
    keys.follow(operations, from: before, to: presence, order.positions, self.known)
  }

  /// The known edits of the session that the next edit would continue: inserts
  /// and removes, then positions.
  private var ownCounts: [Int]? {
    token.current.map { [presence.known[$0], order.positions.log.graph.count(of: $0)] }
  }

  /// Gives the session up if others know more edits of it than were made here:
  /// a copy of this process must have continued it.
  private func renounceSession(ifBeyond known: [Int]?) {
    if ownCounts != known { token.renounce() }
  }
}
