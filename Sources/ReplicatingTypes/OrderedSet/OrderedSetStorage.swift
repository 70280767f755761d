// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// A place in the order that an element was once given.
struct OrderedPosition<Element: Hashable>: Hashable {
  let element: Element
  /// That of the insert that gave it.
  let stamp: KeyedStamp
}

extension OrderedPosition: Sendable where Element: Sendable {}

/// What an ordered set consists of: which elements are present, and every
/// position that any of them was ever given, in order.
///
/// Changed only while one ordered set refers to it.
final class OrderedSetStorage<Element: Hashable> {
  private(set) var presence: Presence<Element>
  private(set) var log: SequenceLog
  /// By the order in which the log learned of them.
  private(set) var positions: [OrderedPosition<Element>]
  private var order: SlotRope
  private var token: SessionToken
  /// Rebuilt at the first reading after a change.
  private let cache = LazyView<OrderedSetView<Element>>()

  init() {
    presence = Presence()
    log = SequenceLog()
    positions = []
    order = SlotRope()
    token = SessionToken()
  }

  /// Makes the storage of a saved ordered set, or nil if its order builds on
  /// positions that are not there.
  convenience init?(
    _ presence: Presence<Element>, _ order: ReplicatingOrderedSet<Element>.Delta.Order
  ) {
    self.init()
    self.presence = presence
    do throws(MissingHistory) {
      try integrate(order.batch, order.positions)
    } catch {
      return nil
    }
  }

  private init(_ other: OrderedSetStorage, token: consuming SessionToken) {
    presence = other.presence
    log = other.log
    positions = other.positions
    order = other.order
    self.token = token
  }

  /// A copy that goes on with the session of this storage.
  func copyTakingSession() -> OrderedSetStorage {
    OrderedSetStorage(self, token: token.handOver())
  }

  /// The elements as they are shown.
  ///
  /// - Complexity: O(1), and O(*p* log *p*) in the positions after a change.
  var view: OrderedSetView<Element> {
    cache.view {
      OrderedSetView(presence, positions: positions, order: order.slots(0..<order.count))
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
    log.recordEdit(
      OperationRun(kind: .insert, position: position, length: 1), by: session,
      documentLength: order.count)
    order.insert(positions.count..<(positions.count + 1), at: position)
    positions.append(OrderedPosition(element: element, stamp: stamp))
    cache.forget()
  }

  /// Where among all positions an element has to go.
  private func position(for element: Element, at index: Int) -> Int {
    let others = presence.contains(element) ? presence.count - 1 : presence.count
    if index == 0 { return 0 }
    if index == others { return order.count }
    let view = self.view
    var before = index - 1
    if let current = view.index(of: element), current <= before { before += 1 }
    // An element that was inserted without a position is shown beyond the last.
    return min(view.positions[before] + 1, order.count)
  }

  func remove(_ element: Element) {
    presence.remove(element, by: claimSession())
    cache.forget()
  }

  private func claimSession() -> SessionID {
    token.claim { presence.known[$0] > 0 || log.graph.count(of: $0) > 0 }.id
  }

  // MARK: Edits of others

  func merge(_ other: OrderedSetStorage) {
    let known = ownCounts
    presence.merge(other.presence)
    if let extract = other.log.extract(since: log.version) {
      // All that the extract builds on is known here: see ReplicatingText.merge.
      try? integrate(extract.batch, extract.elements.flatMap { other.positions[$0] })
    }
    renounceSession(ifBeyond: known)
    cache.forget()
  }

  /// Takes in a delta that was found valid.
  func merge(_ delta: ReplicatingOrderedSet<Element>.Delta) throws(MissingHistory) {
    let known = ownCounts
    if let order = delta.order { try integrate(order.batch, order.positions) }
    if let presence = delta.presence { try self.presence.merge(presence) }
    renounceSession(ifBeyond: known)
    cache.forget()
  }

  private func integrate(
    _ batch: EventBatch, _ newPositions: [OrderedPosition<Element>]
  ) throws(MissingHistory) {
    let integration = try log.integrate(batch, documentLength: order.count)
    for elements in integration.newElements { positions += newPositions[elements] }
    for operation in integration.operations {
      switch operation {
      case .insert(let elements, let position): order.insert(elements, at: position)
      case .delete(let range): order.remove(range)
      }
    }
  }

  /// How many edits the session has that the next edit would continue.
  private var ownCounts: [Int]? {
    token.current.map { [presence.known[$0], log.graph.count(of: $0)] }
  }

  /// Gives the session up if others know more edits of it than were made here:
  /// a copy of this process must have gone on with it.
  private func renounceSession(ifBeyond known: [Int]?) {
    if ownCounts != known { token.renounce() }
  }
}

extension OrderedSetStorage: @unchecked Sendable where Element: Sendable {}
