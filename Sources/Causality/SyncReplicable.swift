// SPDX-License-Identifier: MIT

/// A value with deltas, and with methods that let sync compare and shorten versions.
///
/// All requirements have defaults. The defaults are right if a version names every edit seen, so
/// that merging a seen version changes nothing. A type whose versions name only the last edits, or
/// whose history is long, replaces the defaults.
public protocol SyncReplicable: DeltaReplicable {
  /// All edits that this value has seen, in a form that can be compared with versions even without
  /// the value. The reach covers exactly the versions that the value contains, except that
  /// ``ReplicaVersion/covers(_:)`` ignores some edits. The length of the reach grows with the
  /// number of the value's authors. By default the version.
  var reach: Version { get }

  /// Whether a replica that has seen `later` has also seen `version`.
  ///
  /// A true result is always certain. A false result is certain only if this value has seen both
  /// versions. By default, the result is true if merging `version` adds nothing to `later`.
  func contains(_ version: Version, in later: Version) -> Bool

  /// A shorter version with the same meaning. A merged version may name an edit and also a later
  /// edit that builds on the earlier edit. The shorter version leaves out the earlier edit. Only
  /// the history shows that one edit builds on another, so edits unknown to this value stay. By
  /// default the version itself.
  func shortened(_ version: Version) -> Version

  /// The part of `version` that a receiver must know before it can take in the delta since
  /// `version`. Long parts that the delta does not touch may be left out. By default the whole
  /// version, or an empty version if the delta is nil.
  func basis(of delta: Delta?, since version: Version) -> Version

  /// The version of the parts of this value that `news` does not mention. By default the whole
  /// version for an empty `news`, and an empty version for any other `news`.
  func version(besides news: Version) -> Version

  /// Whether a copy at `base` contains `later` after it has taken in a delta.
  ///
  /// This value has seen the edits of both versions, and decides by the edits that it has seen. It
  /// compares the identities of the delta's edits, not the contents. Sync deletes an object in
  /// favour of a delta only if this check succeeds.
  ///
  /// - Returns: Nil if this value cannot tell. By default nil.
  func leads(_ delta: Delta, from base: Version, to later: Version) -> Bool?
}

extension SyncReplicable {
  public func contains(_ version: Version, in later: Version) -> Bool {
    later.merged(with: version) == later
  }

  public var reach: Version { version }

  public func shortened(_ version: Version) -> Version { version }

  public func version(besides news: Version) -> Version {
    news == Version() ? version : Version()
  }

  public func basis(of delta: Delta?, since version: Version) -> Version {
    delta == nil ? Version() : version
  }

  public func leads(_ delta: Delta, from base: Version, to later: Version) -> Bool? { nil }
}
