// SPDX-License-Identifier: MIT

import Causality

extension ReplicatingSet: SyncReplicable {
  @inlinable
  public var version: VersionVector { storage.state.known }

  @inlinable
  public func contains(_ version: VersionVector) -> Bool {
    storage.state.known.contains(version)
  }

  /// The edits that a copy at `version` lacks, or nil if it lacks none.
  ///
  /// - Complexity: O(*d* log *n*) for *d* new edits and *n* elements, and at most O(*n* log *n*).
  @inlinable
  public func delta(since version: VersionVector) -> Delta? {
    storage.state.delta(since: version).map { Delta(presence: $0) }
  }

  @inlinable
  public func validate(_ delta: Delta) throws(MissingHistory) {
    try storage.state.validate(delta.presence)
  }

  @inlinable
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    try validate(delta)
    if storage.state.known.contains(delta.presence.to) { return }
    prepareToChange()
    try storage.merge(delta.presence)
  }

  public func leads(_ delta: Delta, from base: VersionVector, to later: VersionVector) -> Bool? {
    delta.presence.leads(from: base, to: later)
  }

  /// Whether the two sets hold different edits with the same identity. Even then, merging whole
  /// sets gives each element its latest edit, in any order of merging. Of two edits with equal
  /// stamps, an insert wins.
  @inlinable
  public func contradicts(_ other: ReplicatingSet) -> Bool {
    storage.state.contradicts(other.storage.state)
  }

  @inlinable
  public func merged(with other: ReplicatingSet) -> ReplicatingSet {
    var result = self
    result.merge(other)
    return result
  }

  /// Takes in another copy.
  ///
  /// - Complexity: In proportion to the parts that the two sets do not share in memory. Sets read
  ///   from bytes share nothing.
  @inlinable
  public mutating func merge(_ other: ReplicatingSet) {
    if storage === other.storage || storage.state.holds(other.storage.state) { return }
    prepareToChange()
    storage.merge(other.storage)
  }

  /// Edits of a set that are sent to other copies of the set.
  public struct Delta: Sendable {
    @usableFromInline
    let presence: Presence<Element>.Delta

    @inlinable
    init(presence: Presence<Element>.Delta) {
      self.presence = presence
    }
  }
}

extension ReplicatingSet.Delta: Equatable {}
