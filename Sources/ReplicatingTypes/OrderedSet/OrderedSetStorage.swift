// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// The state of an ordered set: the presence of its elements, and their order.
///
/// All changes follow the rules of ``SessionStorage``.
final class OrderedSetStorage<Element: Hashable & Sendable & ReplicatedContent>: SessionStorage,
  @unchecked Sendable
{
  private(set) var presence: Presence<Element>
  private(set) var order: KeyOrder<Element>
  var token: SessionToken

  init(
    _ presence: Presence<Element> = Presence(),
    _ order: consuming KeyOrder<Element> = KeyOrder(),
    token: consuming SessionToken = SessionToken()
  ) {
    self.presence = presence
    self.order = order
    self.token = token
  }

  /// A copy that continues the session of this storage.
  func copyTakingSession() -> OrderedSetStorage {
    OrderedSetStorage(presence, order.copy(), token: token.handOver())
  }

  /// The elements as they are shown.
  ///
  /// - Complexity: O(1). The first reading takes O(*p* log *p*) for *p* positions.
  var view: OrderedView<Element> { order.view(of: presence, known) }

  private func known(_ element: Element) -> OrderedView<Element>.KnownKey? {
    presence[element].flatMap { $0.isPresent ? OrderedView.KnownKey(stamp: $0.stamp) : nil }
  }

  // MARK: Local edits

  /// Inserts an absent element, or moves a present element.
  ///
  /// - Parameters:
  ///   - index: The index that the element will have among the shown elements.
  ///   - isRightBehind: As in `newStamp(by:replacing:isRightBehind:)`.
  func place(_ element: Element, at index: Int, isRightBehind: Bool = false) {
    let session = claimSession()
    let others = presence.contains(element) ? presence.count - 1 : presence.count
    let position = order.position(for: element, at: index, others: others, view)
    let stamp = presence.insert(element, by: session, isRightBehind: isRightBehind)
    let new = OrderedPosition(element: element, stamp: stamp)
    order.insert(new, at: position, by: session, known)
  }

  /// Inserts or moves each element to the place of the element's earlier position that has `stamp`.
  /// If there is no such position, the element becomes the last element.
  ///
  /// - Complexity: O(*p* + *d* log *p*) for *d* elements and *p* positions, after the first
  ///   reading.
  func putBack(_ elements: [(key: Element, stamp: KeyedStamp?)]) {
    let slots = order.slots(of: elements.compactMap { $0.stamp })
    for (element, stamp) in elements {
      let session = claimSession()
      let slot = stamp.flatMap { slots[$0] }
      let place = slot.map { view.place(ofSlot: $0) } ?? order.positions.count
      let stamp = presence.insert(element, by: session)
      order.insert(OrderedPosition(element: element, stamp: stamp), at: place, by: session, known)
    }
  }

  func remove(_ element: Element) {
    presence.remove(element, by: claimSession())
    order.follow([], [element], known)
  }

  private func claimSession() -> SessionID {
    token.claim { presence.known[$0] > 0 || order.count(of: $0) > 0 }.id
  }

  // MARK: Edits of others

  func merge(_ other: OrderedSetStorage) {
    let before = order.isKnown ? presence : nil
    let operations = takeIn(contradicts: { presence.contradicts(other.presence, in: $0) }) {
      presence.merge(other.presence)
      return order.positions.merge(other.order.positions)
    }
    order.follow(operations, from: before, to: presence, known)
  }

  /// Takes in a delta that the caller has validated.
  func merge(_ delta: ReplicatingOrderedSet<Element>.Delta) throws(MissingHistory) {
    let before = order.isKnown ? presence : nil
    let operations = try takeIn { () throws(MissingHistory) in
      var operations: [DocumentOperation] = []
      if let new = delta.positions { operations = try order.positions.integrate(new) }
      if let presence = delta.presence { try self.presence.merge(presence) }
      return operations
    }
    order.follow(operations, from: before, to: presence, known)
  }

  /// The number of a session's inserts and removes, plus the number of positions that these inserts
  /// gave to elements. Both numbers count, because a delta may contain positions alone.
  func editCount(of session: SessionID) -> Int {
    presence.known[session] + order.count(of: session)
  }
}
