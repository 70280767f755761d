// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// The positions that an order has seen: its ground, and the events on it. A version with an earlier
/// ground is contained in every version with a later one.
struct OrderVersion: ReplicaVersion, Hashable {
  var ground: KeyedStamp?
  var events = SequenceVersion()

  init() {}

  init(_ ground: KeyedStamp?, _ events: SequenceVersion) {
    self.ground = ground
    self.events = events
  }

  func merged(with other: Self) -> Self {
    if ground == other.ground { return Self(ground, events.merged(with: other.events)) }
    return ground.isBelow(other.ground) ? other : self
  }

  func news(since other: Self) -> Self {
    guard ground == other.ground else { return ground.isBelow(other.ground) ? Self() : self }
    let news = events.news(since: other.events)
    return news == SequenceVersion() ? Self() : Self(ground, news)
  }

  /// Whether all events of the other version are named here, if both have one ground. Another ground
  /// only forgets: the presence of keys, which counts all edits, decides then.
  func covers(_ other: Self) -> Bool {
    ground != other.ground || events.covers(other.events)
  }
}

/// Positions on their way to other copies: those since a version with the same ground, or all.
@usableFromInline
struct OrderDelta<Key: Hashable & Sendable & ReplicatedContent>: Equatable, Sendable {
  let ground: KeyedStamp?
  let positions: OrderedPositions<Key>.Delta
}

extension KeyOrder {
  var version: OrderVersion { OrderVersion(ground, positions.log.version) }

  var reach: OrderVersion { OrderVersion(ground, positions.log.reach) }

  borrowing func contains(_ version: OrderVersion) -> Bool {
    ground == version.ground
      ? positions.log.contains(version.events) : version.ground.isBelow(ground)
  }

  /// How this order relates to another, as their versions say. Another ground only forgets.
  borrowing func versionChange(from old: borrowing KeyOrder) -> ValueChange {
    if ground == old.ground { return positions.log.versionChange(from: old.positions.log) }
    return old.ground.isBelow(ground) ? .quietAddition : .replacement
  }

  /// Whether a copy that has seen `later` has also seen a version, if it has seen its edits of keys.
  ///
  /// The events of other grounds are unknown here. But each event came with an edit of a key. A copy
  /// on a ground that has seen an edit made there has seen the event, for it learnt of both from a
  /// copy on that ground. So the edits of keys decide.
  ///
  /// - Parameter hasEdits: Whether the version names edits of keys. A part of a version may name events
  ///   alone, which say nothing then.
  borrowing func contains(
    _ version: OrderVersion, in later: OrderVersion, hasEdits: Bool
  ) -> Bool {
    guard version.ground == later.ground else { return version.ground.isBelow(later.ground) }
    return ground != version.ground && hasEdits
      || positions.log.contains(version.events, in: later.events)
  }

  borrowing func shortened(_ version: OrderVersion) -> OrderVersion {
    guard ground == version.ground else { return version }
    return OrderVersion(ground, positions.log.shortened(version.events))
  }

  /// The part of a version that a receiver of positions since it must know: nothing if it receives
  /// the whole order.
  borrowing func basis(since version: OrderVersion) -> OrderVersion {
    ground == version.ground ? shortened(version) : OrderVersion()
  }

  /// The positions that a copy at a version lacks, or nil if it lacks none.
  borrowing func delta(since version: OrderVersion) -> OrderDelta<Key>? {
    guard ground == version.ground else {
      return version.ground.isBelow(ground) ? wholeDelta : nil
    }
    let delta = positions.delta(since: version.events)
    return delta.map { OrderDelta(ground: ground, positions: $0) }
  }

  /// The whole order.
  var wholeDelta: OrderDelta<Key> { OrderDelta(ground: ground, positions: positions.wholeDelta) }

  /// Checks that a delta builds on positions that are known here.
  borrowing func validate(_ delta: OrderDelta<Key>) throws(MissingHistory) {
    if ground == delta.ground { return try positions.log.validate(delta.positions.batch) }
    if ground.isBelow(delta.ground) { try SequenceLog().validate(delta.positions.batch) }
  }

  /// Whether a copy at `base` has seen all positions of `later` once it takes in a delta, if there is
  /// one. Nil if another ground could tell.
  borrowing func leads(
    _ delta: OrderDelta<Key>?, from base: OrderVersion, to later: OrderVersion
  ) -> Bool? {
    if later == OrderVersion() { return true }
    guard ground == later.ground else { return nil }
    let known = base.ground == ground ? base.events : SequenceVersion()
    guard let delta else { return positions.log.contains(later.events, in: known) }
    guard delta.ground == ground else { return nil }
    return positions.log.leads(delta.positions.batch, from: known, to: later.events)
  }

  /// Whether a delta brings positions that are unknown here.
  borrowing func lacks(_ delta: OrderDelta<Key>) -> Bool {
    ground == delta.ground
      ? positions.log.lacksEvents(of: delta.positions.batch) : ground.isBelow(delta.ground)
  }
}
