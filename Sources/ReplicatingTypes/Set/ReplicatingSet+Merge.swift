// SPDX-License-Identifier: MIT

import Causality

extension ReplicatingSet: DeltaReplicable {
  @inlinable
  public var version: VersionVector { storage.presence.known }

  @inlinable
  public func contains(_ version: VersionVector) -> Bool {
    storage.presence.known.contains(version)
  }

  /// What a copy at `version` lacks, or nil if it lacks nothing.
  ///
  /// - Complexity: O(*d* log *n*) in the new edits *d*; at most O(*n* log *n*).
  @inlinable
  public func delta(since version: VersionVector) -> Delta? {
    storage.presence.delta(since: version).map { Delta(presence: $0) }
  }

  @inlinable
  public func validate(_ delta: Delta) throws(MissingHistory) {
    try storage.presence.validate(delta.presence)
  }

  @inlinable
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    try validate(delta)
    if storage.presence.known.contains(delta.presence.to) { return }
    prepareToChange()
    let known = storage.token.current.map { storage.presence.known[$0] }
    try storage.presence.merge(delta.presence)
    renounceSession(ifBeyond: known)
  }

  @inlinable
  public func merged(with other: ReplicatingSet) -> ReplicatingSet {
    var result = self
    result.merge(other)
    return result
  }

  @inlinable
  public mutating func merge(_ other: ReplicatingSet) {
    if storage === other.storage || contains(other.version) { return }
    prepareToChange()
    let known = storage.token.current.map { storage.presence.known[$0] }
    storage.presence.merge(other.storage.presence)
    renounceSession(ifBeyond: known)
  }

  /// Gives the session up if others know more edits of it than were made here:
  /// a copy of this process must have gone on with it.
  @inlinable
  func renounceSession(ifBeyond known: Int?) {
    let now = storage.token.current.map { storage.presence.known[$0] }
    if known != now { storage.token.renounce() }
  }

  /// Edits of a set on their way to other copies of it.
  public struct Delta {
    @usableFromInline
    let presence: Presence<Element>.Delta

    @inlinable
    init(presence: Presence<Element>.Delta) {
      self.presence = presence
    }
  }
}

extension ReplicatingSet.Delta: Equatable {}
extension ReplicatingSet.Delta: Sendable where Element: Sendable {}
