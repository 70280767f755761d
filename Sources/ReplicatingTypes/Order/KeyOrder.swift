// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// The order of the keys of an ordered type: the positions that they were given.
///
/// An order that forgot stands on a *ground*: positions that an author of forgetting kept, one for
/// each key, in a sequence of their own. Positions given later are inserted there. Of two grounds the
/// later one counts, with its positions alone. On one ground the positions merge. So merging is a
/// join, whoever forgot and however late a copy is.
///
/// A position that was given without knowledge of the ground is lost. Its key is not lost: presence
/// is a state of its own. The key stands at its latest position on the ground. Without one it stands
/// last, as a key that is appended.
///
/// Only ``copy()`` makes copies.
struct KeyOrder<Key: Hashable & Sendable & ReplicatedContent>: ~Copyable {
  /// The time and the name of the ground; nil if nothing was ever forgotten.
  private(set) var ground: KeyedStamp?
  var positions = OrderedPositions<Key>()

  init() {}

  init(_ ground: KeyedStamp?, _ positions: consuming OrderedPositions<Key>) {
    self.ground = ground
    self.positions = positions
  }

  /// A separate order with the same positions.
  borrowing func copy() -> KeyOrder { KeyOrder(ground, positions.copy()) }

  // MARK: Local edits

  /// Gives keys positions in front of the one at a place. No list of them is empty.
  ///
  /// - Returns: The change of the order of slots.
  mutating func insert(
    _ new: [OrderedPosition<Key>], at place: Int, by session: SessionID
  ) -> DocumentOperation {
    let first = positions.inserted.count
    positions.replace(place..<place, with: new, by: session)
    return .insert(elements: first..<(first + new.count), at: place)
  }

  /// Gives keys positions behind all others.
  mutating func append(_ new: [OrderedPosition<Key>], by session: SessionID) {
    _ = insert(new, at: positions.count, by: session)
  }

  // MARK: Edits of others

  /// Whether both stand on one ground and hold different edits under one identity.
  borrowing func contradicts(_ other: borrowing KeyOrder) -> Bool {
    ground == other.ground && positions.contradicts(other.positions, differs: !=)
  }

  /// Whether merging another order joins the positions: see ``ContradictionJoin``.
  borrowing func mustJoin(_ other: borrowing KeyOrder) -> Bool {
    guard ground == other.ground else { return false }
    return positions.log.mustJoin(other.positions.log) {
      positions.contradicts(other.positions, differs: !=)
    }
  }

  /// Whether merging another order that this one need not join changes nothing.
  borrowing func holds(_ other: borrowing KeyOrder) -> Bool {
    ground == other.ground
      ? positions.log.containsTips(of: other.positions.log) : other.isBelow(ground)
  }

  private borrowing func isBelow(_ other: KeyedStamp?) -> Bool { ground.isBelow(other) }

  /// Takes in another order that this one need not join.
  ///
  /// - Returns: The changes of the order of slots, or nil if all positions are others.
  mutating func merge(_ other: borrowing KeyOrder) -> [DocumentOperation]? {
    if ground == other.ground { return positions.merge(other.positions) }
    guard isBelow(other.ground) else { return [] }
    replace(by: other.copy())
    return nil
  }

  /// Takes in a valid delta.
  ///
  /// - Returns: As ``merge(_:)``.
  mutating func integrate(_ delta: OrderDelta<Key>) throws(MissingHistory) -> [DocumentOperation]? {
    if ground == delta.ground { return try positions.integrate(delta.positions) }
    guard isBelow(delta.ground) else { return [] }
    var positions = OrderedPositions<Key>()
    try positions.integrate(delta.positions)
    replace(by: KeyOrder(delta.ground, positions))
    return nil
  }

  private mutating func replace(by later: consuming KeyOrder) {
    if positions.count > 0 { LostEdits.noteNewGround() }
    self = later
  }

  /// Whether taking in a delta joins the positions.
  borrowing func mustJoin(_ delta: OrderDelta<Key>) -> Bool {
    ground == delta.ground && positions.log.mustJoin(delta.positions.batch)
  }

  /// Puts joined positions in the place of these.
  ///
  /// - Returns: Whether they are others.
  mutating func adopt(_ joined: consuming OrderedPositions<Key>) -> Bool {
    if joined.log == positions.log { return false }
    positions = joined
    return true
  }

  static func == (left: borrowing KeyOrder, right: borrowing KeyOrder) -> Bool {
    left.ground == right.ground && left.positions.log == right.positions.log
  }
}

extension KeyedStamp? {
  /// Whether the other ground counts rather than this one.
  func isBelow(_ other: KeyedStamp?) -> Bool {
    guard let other else { return false }
    return self.map { $0 < other } ?? true
  }
}
