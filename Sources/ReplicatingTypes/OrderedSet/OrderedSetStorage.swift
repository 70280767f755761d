// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// The state of an ordered set: the presence of its elements, and their order.
///
/// Changed only as ``SessionStorage`` says.
final class OrderedSetStorage<Element: Hashable & Sendable & ReplicatedContent>: SessionStorage,
  @unchecked Sendable
{
  private(set) var presence: Presence<Element>
  private(set) var positions: OrderedPositions<Element>
  var token: SessionToken
  private let keys = OrderedKeys<Element>()

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
    let copy = OrderedSetStorage(presence, positions.copy(), token: token.handOver())
    copy.keys.keep(keys)
    return copy
  }

  /// The elements as they are shown.
  ///
  /// - Complexity: O(1), and O(*p* log *p*) at the first reading.
  var view: OrderedView<Element> {
    keys.view(
      positions, count: presence.count, present: { presence.ordered.map { $0.key } }, known)
  }

  /// The elements in order.
  ///
  /// - Complexity: O(1), and O(*p*) after a change.
  var elements: [Element] { keys.all(view, positions) }

  /// The element at an index.
  ///
  /// - Complexity: O(log *p*)
  func element(at index: Int) -> Element {
    let view = view
    return view.slot(at: index).map { positions.inserted[$0].element }
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
    let position = self.position(for: element, at: index)
    let stamp = presence.insert(element, by: session)
    let new = OrderedPosition(element: element, stamp: stamp)
    let insert = positions.insert(new, at: position, by: session)
    keys.follow([insert], [element], positions, known)
  }

  /// The place of an element's new position among all positions.
  private func position(for element: Element, at index: Int) -> Int {
    let others = presence.contains(element) ? presence.count - 1 : presence.count
    if index == 0 { return 0 }
    if index == others { return positions.count }
    return view.position(for: element, at: index, among: positions.count)
  }

  func remove(_ element: Element) {
    presence.remove(element, by: claimSession())
    keys.follow([], [element], positions, known)
  }

  private func claimSession() -> SessionID {
    token.claim { presence.known[$0] > 0 || positions.log.graph.count(of: $0) > 0 }.id
  }

  // MARK: Edits of others

  /// Whether the two hold different edits under one identity.
  func contradicts(_ other: OrderedSetStorage) -> Bool {
    presence.contradicts(other.presence) || positions.contradicts(other.positions, differs: !=)
  }

  /// Whether merging another storage changes nothing.
  func holds(_ other: OrderedSetStorage) -> Bool {
    presence.holds(other.presence) && positions.log.containsTips(of: other.positions.log)
  }

  func merge(_ other: OrderedSetStorage) {
    let before = keys.isKnown ? presence : nil
    let isContinuedTwice =
      token.current.map { presence.contradicts(other.presence, in: $0) } ?? false
    let operations = takeIn(isContinuedTwice: isContinuedTwice) {
      presence.merge(other.presence)
      return positions.merge(other.positions)
    }
    keys.follow(operations, from: before, to: presence, positions, self.known)
  }

  /// Takes in a valid delta.
  func merge(_ delta: ReplicatingOrderedSet<Element>.Delta) throws(MissingHistory) {
    let before = keys.isKnown ? presence : nil
    let operations = try takeIn { () throws(MissingHistory) in
      var operations: [DocumentOperation] = []
      if let new = delta.positions { operations = try positions.integrate(new) }
      if let presence = delta.presence { try self.presence.merge(presence) }
      return operations
    }
    keys.follow(operations, from: before, to: presence, positions, self.known)
  }

  /// The count of inserts and removes, and that of positions. A delta may bring positions alone.
  func editCount(of session: SessionID) -> Int {
    presence.known[session] + positions.log.graph.count(of: session)
  }
}
