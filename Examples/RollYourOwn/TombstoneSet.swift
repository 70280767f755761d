// SPDX-License-Identifier: MIT

import Causality

/// A set. An element that one device removes and another inserts again meanwhile stays.
public struct TombstoneSet<Element: Codable & Hashable & Sendable>: Hashable, Codable, Sendable {
  /// The elements that are here, by the identity of their insertion.
  private var inserted: [Dot: Element] = [:]
  /// The tombstones: the identities of insertions that were removed.
  private var removed: Set<Dot> = []

  public init() {}

  public var elements: Set<Element> { Set(inserted.values) }

  public mutating func insert(_ element: Element) {
    inserted[ReplicationEnvironment.current.newDot()] = element
  }

  public mutating func remove(_ element: Element) {
    removed.formUnion(inserted.filter { $0.value == element }.keys)
    inserted = inserted.filter { $0.value != element }
  }
}

extension TombstoneSet: Replicable {
  public func merged(with other: Self) -> Self {
    var result = self
    result.removed.formUnion(other.removed)
    result.inserted.merge(other.inserted) { mine, _ in mine }
    result.inserted = result.inserted.filter { !result.removed.contains($0.key) }
    return result
  }
}

extension TombstoneSet: DeltaReplicable {
  /// The identities that a set knows, without the elements.
  public struct Version: ReplicaVersion, Codable {
    var inserted: Set<Dot> = []
    var removed: Set<Dot> = []

    public init() {}

    public func merged(with other: Self) -> Self {
      var result = self
      result.inserted.formUnion(other.inserted)
      result.removed.formUnion(other.removed)
      return result
    }
  }

  public var version: Version {
    var version = Version()
    version.inserted = removed.union(inserted.keys)
    version.removed = removed
    return version
  }

  public func contains(_ version: Version) -> Bool { self.version.covers(version) }

  public func delta(since version: Version) -> Self? {
    if version.covers(self.version) { return nil }
    var delta = Self()
    delta.inserted = inserted.filter { !version.inserted.contains($0.key) }
    delta.removed = removed.subtracting(version.removed)
    return delta
  }

  public func validate(_ delta: Self) throws(MissingHistory) {}
  public mutating func merge(delta: Self) throws(MissingHistory) { merge(delta) }
}
