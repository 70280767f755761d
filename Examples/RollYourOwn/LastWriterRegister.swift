// SPDX-License-Identifier: MIT

import Causality

/// A value of which the latest change wins.
public struct LastWriterRegister<Value: Codable & Hashable & Sendable>: Hashable, Codable, Sendable
{
  private var current: Value
  private var stamp = Stamp()

  /// Makes a register whose value gives way to every value that is set.
  public init(default value: Value) { current = value }

  public var value: Value {
    get { current }
    set { (current, stamp) = (newValue, Stamp(replacing: stamp)) }
  }
}

extension LastWriterRegister: Replicable {
  public func merged(with other: Self) -> Self { stamp < other.stamp ? other : self }
}

/// The stamp says what a register has seen. A delta is the whole register.
extension LastWriterRegister: DeltaReplicable {
  public var version: Stamp { stamp }
  public func contains(_ version: Stamp) -> Bool { version <= stamp }
  public func delta(since version: Stamp) -> Self? { version < stamp ? self : nil }
  public func validate(_ delta: Self) throws(MissingHistory) {}
  public mutating func merge(delta: Self) throws(MissingHistory) { merge(delta) }
}

extension Stamp: ReplicaVersion {
  public func merged(with other: Stamp) -> Stamp { max(self, other) }
}
