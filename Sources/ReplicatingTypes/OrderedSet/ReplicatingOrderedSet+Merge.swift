// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingOrderedSet: SyncReplicable {
  /// The edits that an ordered set has seen: the inserts and removes, and the positions.
  public struct Version: ReplicaVersion, Hashable, Sendable {
    var presence = VersionVector()
    var order = SequenceVersion()

    public init() {}

    init(presence: VersionVector, order: SequenceVersion) {
      self.presence = presence
      self.order = order
    }

    public func merged(with other: Self) -> Self {
      Self(presence: presence.merged(with: other.presence), order: order.merged(with: other.order))
    }

    public func news(since other: Self) -> Self {
      Self(presence: presence.news(since: other.presence), order: order.news(since: other.order))
    }

    public func covers(_ other: Self) -> Bool {
      presence.covers(other.presence) && order.covers(other.order)
    }
  }

  /// Edits of an ordered set that are sent to other copies of the set.
  public struct Delta: Sendable {
    let presence: Presence<Element>.Delta?
    let positions: OrderedPositions<Element>.Delta?
  }

  public var version: Version {
    Version(presence: storage.presence.known, order: storage.order.positions.log.version)
  }

  public var reach: Version {
    Version(presence: storage.presence.known, order: storage.order.positions.log.reach)
  }

  public func contains(_ version: Version) -> Bool {
    storage.presence.known.contains(version.presence)
      && storage.order.positions.log.contains(version.order)
  }

  public func contains(_ version: Version, in later: Version) -> Bool {
    later.presence.contains(version.presence)
      && storage.order.positions.log.contains(version.order, in: later.order)
  }

  public func shortened(_ version: Version) -> Version {
    Version(
      presence: version.presence, order: storage.order.positions.log.shortened(version.order))
  }

  /// `version`, limited to the kinds of edits that the delta contains: inserts and removes,
  /// positions, or both.
  public func basis(of delta: Delta?, since version: Version) -> Version {
    Version(
      presence: delta?.presence == nil ? VersionVector() : version.presence,
      order: delta?.positions == nil
        ? SequenceVersion() : storage.order.positions.log.shortened(version.order))
  }

  /// The edits that a copy at `version` lacks, or nil if it lacks none.
  ///
  /// - Complexity: O(*d* log *p*) for *d* new edits and *p* inserts and moves so far.
  public func delta(since version: Version) -> Delta? {
    let presence = storage.presence.delta(since: version.presence)
    let positions = storage.order.positions.delta(since: version.order)
    if presence == nil, positions == nil { return nil }
    return Delta(presence: presence, positions: positions)
  }

  public func validate(_ delta: Delta) throws(MissingHistory) {
    if let presence = delta.presence { try storage.presence.validate(presence) }
    if let positions = delta.positions { try storage.order.positions.log.validate(positions.batch) }
  }

  public mutating func merge(delta: Delta) throws(MissingHistory) {
    try validate(delta)
    guard hasNews(delta) else { return }
    makeStorageUnique()
    try storage.merge(delta)
  }

  private func hasNews(_ delta: Delta) -> Bool {
    if let presence = delta.presence, !storage.presence.known.contains(presence.to) { return true }
    return delta.positions.map { storage.order.positions.log.lacksEvents(of: $0.batch) } ?? false
  }

  public func leads(_ delta: Delta, from base: Version, to later: Version) -> Bool? {
    let hasPresence =
      delta.presence?.leads(from: base.presence, to: later.presence)
      ?? base.presence.contains(later.presence)
    return hasPresence
      ? storage.order.positions.leads(delta.positions, from: base.order, to: later.order) : false
  }

  /// Whether the two ordered sets hold different edits with the same identity. Even then, merging
  /// whole sets gives each element its latest edit, as for ``ReplicatingSet``. But the order may
  /// differ between devices.
  public func contradicts(_ other: ReplicatingOrderedSet) -> Bool {
    let (mine, theirs) = (storage, other.storage)
    return mine.presence.contradicts(theirs.presence)
      || mine.order.positions.contradicts(theirs.order.positions, differs: !=)
  }

  public func sharesHistory(with other: ReplicatingOrderedSet) -> Bool {
    storage.presence.known.sharesEdits(with: other.storage.presence.known)
  }

  public func merged(with other: ReplicatingOrderedSet) -> ReplicatingOrderedSet {
    var result = self
    result.merge(other)
    return result
  }

  /// Takes in another copy.
  ///
  /// - Complexity: In proportion to the parts that the two sets do not share in memory. Sets read
  ///   from bytes share nothing.
  public mutating func merge(_ other: ReplicatingOrderedSet) {
    if storage === other.storage { return }
    if storage.presence.holds(other.storage.presence),
      storage.order.positions.log.containsTips(of: other.storage.order.positions.log)
    {
      return
    }
    makeStorageUnique()
    storage.merge(other.storage)
  }
}

extension ReplicatingOrderedSet.Delta: Equatable {}
