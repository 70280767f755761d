// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingOrderedDictionary: SyncReplicable {
  /// The edits that an ordered dictionary has seen: edits of keys and values, and positions.
  public struct Version {
    var entries: ReplicatingDictionary<Key, Value>.Version
    var order: SequenceVersion
  }

  /// Edits of an ordered dictionary that are sent to other copies of the dictionary.
  public struct Delta: Sendable {
    @usableFromInline
    let entries: DictionaryState<Key, Value>.Delta?
    @usableFromInline
    let positions: OrderedPositions<Key>.Delta?
  }

  /// The version of this ordered dictionary.
  ///
  /// - Complexity: O(*d* log *n*) for *n* keys and *d* edits since the last call.
  public var version: Version {
    Version(
      entries: ReplicatingDictionary.Version(storage.state, storage.versions),
      order: storage.order.positions.log.version)
  }

  public var reach: Version {
    var reach = Version()
    reach.entries.known = storage.state.keyed.known
    reach.order = storage.order.positions.log.reach
    return reach
  }

  public func contains(_ version: Version) -> Bool {
    storage.state.keyed.known.contains(version.entries.known)
      && storage.order.positions.log.contains(version.order)
  }

  public func contains(_ version: Version, in later: Version) -> Bool {
    later.entries.known.contains(version.entries.known)
      && storage.order.positions.log.contains(version.order, in: later.order)
  }

  /// A shorter version with the same meaning. The versions of the values are shortened only if
  /// `version` has seen the same edits of keys as this dictionary.
  public func shortened(_ version: Version) -> Version {
    let isWhole = version.entries.known == storage.state.keyed.known
    return Version(
      entries: isWhole ? self.version.entries : version.entries,
      order: storage.order.positions.log.shortened(version.order))
  }

  /// `version`, limited to the kinds of edits that the delta contains: edits of keys and values,
  /// positions, or both.
  public func basis(of delta: Delta?, since version: Version) -> Version {
    var basis = Version()
    if delta?.entries != nil { basis.entries.known = version.entries.known }
    if delta?.positions != nil {
      basis.order = storage.order.positions.log.shortened(version.order)
    }
    return basis
  }

  /// The edits that a copy at `version` lacks, or nil if it lacks none.
  ///
  /// - Complexity: O(*d* log *n*) for *d* new edits and *n* keys, plus the cost of the values'
  ///   deltas.
  public func delta(since version: Version) -> Delta? {
    let entries = storage.state.delta(since: version.entries.known, version.entries.values)
    let positions = storage.order.positions.delta(since: version.order)
    if entries == nil, positions == nil { return nil }
    return Delta(entries: entries, positions: positions)
  }

  public func validate(_ delta: Delta) throws(MissingHistory) {
    if let entries = delta.entries { try storage.state.validate(entries) }
    if let positions = delta.positions { try storage.order.positions.log.validate(positions.batch) }
  }

  @inlinable
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    if let entries = delta.entries, delta.positions == nil,
      !storage.state.keyed.known.contains(entries.to)
    {
      makeStorageUnique()
      try storage.merge(entries)
    } else {
      try mergeWithPositions(delta)
    }
  }

  @usableFromInline
  mutating func mergeWithPositions(_ delta: Delta) throws(MissingHistory) {
    try validate(delta)
    guard hasNews(delta) else { return }
    makeStorageUnique()
    try storage.merge(delta)
  }

  private func hasNews(_ delta: Delta) -> Bool {
    if let entries = delta.entries, !storage.state.keyed.known.contains(entries.to) { return true }
    return delta.positions.map { storage.order.positions.log.lacksEvents(of: $0.batch) } ?? false
  }

  public func leads(_ delta: Delta, from base: Version, to later: Version) -> Bool? {
    let (known, wanted) = (base.entries.known, later.entries.known)
    let hasEntries =
      delta.entries?.leads(from: known, to: wanted) ?? known.contains(wanted)
    return hasEntries
      ? storage.order.positions.leads(delta.positions, from: base.order, to: later.order) : false
  }

  /// Whether the two ordered dictionaries hold different edits with the same identity. Even then,
  /// merging whole dictionaries gives each key its latest edit, as for ``ReplicatingDictionary``.
  /// But the order may differ between devices.
  public func contradicts(_ other: ReplicatingOrderedDictionary) -> Bool {
    let (mine, theirs) = (storage, other.storage)
    return mine.state.keyed.contradicts(theirs.state.keyed)
      || mine.order.positions.contradicts(theirs.order.positions, differs: !=)
  }

  public func sharesHistory(with other: ReplicatingOrderedDictionary) -> Bool {
    storage.state.keyed.known.sharesEdits(with: other.storage.state.keyed.known)
  }

  public func merged(with other: ReplicatingOrderedDictionary) -> ReplicatingOrderedDictionary {
    var result = self
    result.merge(other)
    return result
  }

  /// Takes in another copy.
  ///
  /// - Complexity: In proportion to the parts that the two dictionaries do not share in memory,
  ///   plus the cost of merging the values. Dictionaries read from bytes share nothing.
  public mutating func merge(_ other: ReplicatingOrderedDictionary) {
    if storage === other.storage { return }
    if storage.state.keyed.holds(other.storage.state.keyed),
      storage.order.positions.log.containsTips(of: other.storage.order.positions.log)
    {
      return
    }
    makeStorageUnique()
    storage.merge(other.storage)
  }
}

extension ReplicatingOrderedDictionary: VersionComparing {
  package func versionChange(from old: ReplicatingOrderedDictionary) -> ValueChange {
    if storage === old.storage { return .none }
    let (known, former) = (storage.state.keyed.known, old.storage.state.keyed.known)
    if known == former, version == old.version { return .none }
    guard known.contains(former) else { return .replacement }
    return former.covers(known) ? .quietAddition : .addition
  }
}

extension ReplicatingOrderedDictionary.Version: ReplicaVersion {
  public init() {
    entries = ReplicatingDictionary.Version()
    order = SequenceVersion()
  }

  public static func == (left: Self, right: Self) -> Bool {
    left.entries == right.entries && left.order == right.order
  }

  public func merged(with other: Self) -> Self {
    Self(entries: entries.merged(with: other.entries), order: order.merged(with: other.order))
  }

  public func news(since other: Self) -> Self {
    Self(entries: entries.news(since: other.entries), order: order.news(since: other.order))
  }

  public func covers(_ other: Self) -> Bool {
    entries.covers(other.entries) && order.covers(other.order)
  }
}
