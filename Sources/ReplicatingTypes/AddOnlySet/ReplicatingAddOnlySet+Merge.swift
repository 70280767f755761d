// SPDX-License-Identifier: MIT

import Causality

extension ReplicatingAddOnlySet: SyncReplicable {
  @inlinable
  public var version: VersionVector { storage.state.known }

  @inlinable
  public func contains(_ version: VersionVector) -> Bool {
    storage.state.known.contains(version)
  }

  /// The inserts that a copy at `version` lacks, or nil if it lacks none.
  ///
  /// - Complexity: O(*d* log *n*) for *d* new edits and *n* elements; at most O(*n* log *n*).
  @inlinable
  public func delta(since version: VersionVector) -> Delta? {
    storage.state.delta(since: version).map { Delta(additions: $0) }
  }

  @inlinable
  public func validate(_ delta: Delta) throws(MissingHistory) {
    try storage.state.validate(delta.additions)
  }

  @inlinable
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    try validate(delta)
    if storage.state.known.contains(delta.additions.to) { return }
    prepareToChange()
    try storage.merge(delta.additions)
  }

  public func leads(_ delta: Delta, from base: VersionVector, to later: VersionVector) -> Bool? {
    delta.additions.leads(from: base, to: later)
  }

  /// Whether the two sets hold different edits under one identity. Even then, merging whole sets
  /// keeps the elements of both sets.
  @inlinable
  public func contradicts(_ other: ReplicatingAddOnlySet) -> Bool {
    storage.state.contradicts(other.storage.state)
  }

  @inlinable
  public func merged(with other: ReplicatingAddOnlySet) -> ReplicatingAddOnlySet {
    var result = self
    result.merge(other)
    return result
  }

  /// Takes in the elements of another copy.
  ///
  /// - Complexity: In proportion to the parts that the two sets do not share in memory. Sets read
  ///   from bytes share nothing.
  @inlinable
  public mutating func merge(_ other: ReplicatingAddOnlySet) {
    if storage === other.storage || storage.state.holds(other.storage.state) { return }
    prepareToChange()
    storage.merge(other.storage)
  }

  /// A delta: the inserts that a copy of the set lacks.
  public struct Delta: Sendable {
    @usableFromInline
    let additions: Additions<Element>.Delta

    @inlinable
    init(additions: Additions<Element>.Delta) {
      self.additions = additions
    }
  }
}

extension ReplicatingAddOnlySet.Delta: Equatable {}
