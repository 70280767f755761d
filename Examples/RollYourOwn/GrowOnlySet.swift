// SPDX-License-Identifier: MIT

import Causality

/// A set whose elements are never removed.
public struct GrowOnlySet<Element: Codable & Hashable & Sendable>: Hashable, Codable, Sendable {
  public private(set) var elements: Set<Element> = []

  public init() {}

  public mutating func insert(_ element: Element) { elements.insert(element) }
}

extension GrowOnlySet: Replicable {
  public func merged(with other: Self) -> Self {
    var result = self
    result.elements.formUnion(other.elements)
    return result
  }
}

/// A set is its own version. A delta is the set of the missing elements.
extension GrowOnlySet: DeltaReplicable, ReplicaVersion {
  public var version: Self { self }

  public func contains(_ version: Self) -> Bool { elements.isSuperset(of: version.elements) }

  public func delta(since version: Self) -> Self? {
    var delta = self
    delta.elements.subtract(version.elements)
    return delta.elements.isEmpty ? nil : delta
  }

  public func validate(_ delta: Self) throws(MissingHistory) {}
  public mutating func merge(delta: Self) throws(MissingHistory) { merge(delta) }
}
