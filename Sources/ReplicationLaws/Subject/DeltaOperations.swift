// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The operations that the laws need on versions and deltas of a type. The types of versions and
/// deltas are erased.
struct DeltaOperations<Value> {
  /// The version of a value.
  struct Version {
    fileprivate let content: Any
  }

  /// A delta of a value.
  struct Delta {
    fileprivate let content: Any
  }

  /// The version of a value that has seen no edits.
  let none: Version
  let version: (Value) -> Version
  let areEqual: (Version, Version) -> Bool
  let joined: (Version, Version) -> Version
  let contains: (Value, Version) -> Bool
  let containsIn: (Value, Version, _ later: Version) -> Bool
  let shortened: (Value, Version) -> Version
  let delta: (Value, _ since: Version) -> Delta?
  let isValid: (Delta, Value) -> Bool
  /// Merges a delta, and returns whether it was accepted.
  let accepts: (Delta, inout Value) -> Bool
  let versionBytes: ByteOperations<Version>?
  let deltaBytes: ByteOperations<Delta>?
}

extension DeltaOperations where Value: DeltaReplicable {
  init() {
    none = Version(content: Value.Version())
    version = { Version(content: $0.version) }
    areEqual = { Self.version($0) == Self.version($1) }
    joined = { Version(content: Self.version($0).merged(with: Self.version($1))) }
    contains = { $0.contains(Self.version($1)) }
    containsIn = { Self.contains($0, $1, in: $2) }
    shortened = { Self.shortened($0, $1) }
    delta = { $0.delta(since: Self.version($1)).map { Delta(content: $0) } }
    isValid = { delta, value in
      Self.isAccepted { () throws(MissingHistory) in try value.validate(Self.delta(delta)) }
    }
    accepts = { delta, value in
      Self.isAccepted { () throws(MissingHistory) in try value.merge(delta: Self.delta(delta)) }
    }
    versionBytes = ByteOperations<Value.Version>().map {
      ByteOperations($0, wrap: { Version(content: $0) }, unwrap: { Self.version($0) })
    }
    deltaBytes = ByteOperations<Value.Delta>().map {
      ByteOperations($0, wrap: { Delta(content: $0) }, unwrap: { Self.delta($0) })
    }
  }

  private static func contains(_ value: Value, _ version: Version, in later: Version) -> Bool {
    func answer(_ value: some SyncReplicable) -> Bool {
      value.contains(known(version.content), in: known(later.content))
    }
    if let value = value as? any SyncReplicable { return answer(value) }
    return Self.version(later).merged(with: Self.version(version)) == Self.version(later)
  }

  private static func shortened(_ value: Value, _ version: Version) -> Version {
    func answer(_ value: some SyncReplicable) -> Version {
      Version(content: value.shortened(known(version.content)))
    }
    return (value as? any SyncReplicable).map { answer($0) } ?? version
  }

  private static func isAccepted(_ body: () throws(MissingHistory) -> Void) -> Bool {
    do throws(MissingHistory) {
      try body()
      return true
    } catch {
      return false
    }
  }

  private static func version(_ version: Version) -> Value.Version {
    known(version.content, as: Value.Version.self)
  }

  private static func delta(_ delta: Delta) -> Value.Delta {
    known(delta.content, as: Value.Delta.self)
  }
}

extension ByteOperations {
  /// The operations on a wrapper of a content.
  init<Inner>(
    _ inner: ByteOperations<Inner>, wrap: @escaping (Inner) -> Content,
    unwrap: @escaping (Content) -> Inner
  ) {
    self.init(
      isFramed: inner.isFramed,
      encode: { (content) throws(EncodingFailure) in try inner.encode(unwrap(content)) },
      decode: { (bytes) throws(DecodingFailure) in wrap(try inner.decode(bytes)) })
  }
}
