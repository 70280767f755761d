// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// Several replicating values as one: each part merges by itself.
///
/// See ``ReplicatingFields``, which makes a struct of them replicating.
public struct Fields<each Field: PersistentReplicable & Hashable> {
  /// The parts, as a tuple.
  public var values: (repeat each Field)

  /// Puts parts together.
  public init(_ values: repeat each Field) {
    self.values = (repeat each values)
  }
}

extension Fields: Sendable where repeat each Field: Sendable {}

extension Fields: DeltaReplicable {
  /// The versions of the parts.
  public struct Version {
    var values: (repeat (each Field).Version)
  }

  /// The deltas of the parts that have news.
  public struct Delta: Sendable {
    var values: (repeat (each Field).Delta?)
  }

  public var version: Version {
    Version(values: (repeat (each values).version))
  }

  public var reach: Version {
    Version(values: (repeat (each values).reach))
  }

  public func contains(_ version: Version) -> Bool {
    for (value, version) in repeat (each values, each version.values) {
      guard value.contains(version) else { return false }
    }
    return true
  }

  public func contains(_ version: Version, in later: Version) -> Bool {
    for (value, version, later) in repeat (each values, each version.values, each later.values) {
      guard value.contains(version, in: later) else { return false }
    }
    return true
  }

  public func shortened(_ version: Version) -> Version {
    Version(values: (repeat (each values).shortened(each version.values)))
  }

  public func version(besides news: Version) -> Version {
    Version(values: (repeat (each values).version(besides: each news.values)))
  }

  public func basis(of delta: Delta?, since version: Version) -> Version {
    guard let delta else { return Version() }
    return Version(
      values: (repeat (each values).basis(of: each delta.values, since: each version.values)))
  }

  public func delta(since version: Version) -> Delta? {
    let delta = Delta(values: (repeat (each values).delta(since: each version.values)))
    return delta.isEmpty ? nil : delta
  }

  public func validate(_ delta: Delta) throws(MissingHistory) {
    for (value, delta) in repeat (each values, each delta.values) {
      if let delta { try value.validate(delta) }
    }
  }

  /// Lets each part forget what was deleted from it.
  public mutating func forgetDeleted() {
    values = (repeat (each values).forgettingDeleted())
  }

  /// Whether a part shares history with its like.
  public func sharesHistory(with other: Fields) -> Bool {
    for (mine, theirs) in repeat (each values, each other.values) {
      if mine.sharesHistory(with: theirs) { return true }
    }
    return false
  }

  /// Whether a part contradicts its like.
  public func contradicts(_ other: Fields) -> Bool {
    for (mine, theirs) in repeat (each values, each other.values) {
      if mine.contradicts(theirs) { return true }
    }
    return false
  }

  /// Merges the deltas of the parts, or none of them.
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    try validate(delta)
    values = (repeat (each values).merging(each delta.values))
  }

  public func merged(with other: Fields) -> Fields {
    Fields(repeat (each values).merged(with: each other.values))
  }
}

extension Fields.Delta {
  fileprivate var isEmpty: Bool {
    for value in repeat each values {
      if value != nil { return false }
    }
    return true
  }
}

extension DeltaReplicable {
  /// This value with a delta merged that was found valid.
  fileprivate func merging(_ delta: Delta?) -> Self {
    guard let delta else { return self }
    var result = self
    try? result.merge(delta: delta)
    return result
  }

  fileprivate func forgettingDeleted() -> Self {
    var result = self
    result.forgetDeleted()
    return result
  }
}

extension Fields: Hashable {
  public static func == (left: Self, right: Self) -> Bool {
    for (left, right) in repeat (each left.values, each right.values) {
      guard left == right else { return false }
    }
    return true
  }

  public func hash(into hasher: inout Hasher) {
    for value in repeat each values { hasher.combine(value) }
  }
}

extension Fields.Version: ReplicaVersion {
  public init() {
    values = (repeat (each Field).Version())
  }

  public static func == (left: Self, right: Self) -> Bool {
    for (left, right) in repeat (each left.values, each right.values) {
      guard left == right else { return false }
    }
    return true
  }

  public func merged(with other: Self) -> Self {
    Self(values: (repeat (each values).merged(with: each other.values)))
  }

  public func news(since other: Self) -> Self {
    Self(values: (repeat (each values).news(since: each other.values)))
  }

  public func covers(_ other: Self) -> Bool {
    for (value, other) in repeat (each values, each other.values) {
      guard value.covers(other) else { return false }
    }
    return true
  }
}
