// SPDX-License-Identifier: MIT

/// The edits that a value has seen, without the contents of the value.
///
/// Versions merge as their values do: the version of a merged value is the merge of both versions.
/// Versions are `Sendable`, because they are made to be sent.
public protocol ReplicaVersion: Replicable, Equatable, Sendable {
  /// The version of a value that has seen no edit.
  init()

  /// The part of this version that another version lacks, as small as possible. Merging the part
  /// into the other version gives a version that contains this version. By default, the part is the
  /// whole version.
  func news(since other: Self) -> Self

  /// Whether this version names all edits that another version names, decided without any history.
  ///
  /// A value's ``SyncReplicable/reach`` covers each version whose edits the value has seen. Edits
  /// that only drop deleted contents or fill in first contents are ignored. Versions with parts are
  /// compared part by part. By default, true if merging the other version changes nothing.
  func covers(_ other: Self) -> Bool
}

extension ReplicaVersion {
  public func news(since other: Self) -> Self { self }

  public func covers(_ other: Self) -> Bool { merged(with: other) == self }
}

/// A replicable value that can send only the edits that another copy lacks.
///
/// The law of deltas: for any two copies, merging `b.delta(since: a.version)` into `a` gives the
/// same state as merging `b`. If the delta is nil, `a` already holds all edits of `b`.
public protocol DeltaReplicable: Replicable {
  /// The type of the versions of a value.
  associatedtype Version: ReplicaVersion

  /// A part of a value's state, made to be sent.
  associatedtype Delta: Sendable

  /// The edits that this value has seen.
  var version: Version { get }

  /// Whether this value has seen every edit of `version`. By default, the result is true if merging
  /// `version` into this value's version adds nothing. The default is right if versions name every
  /// edit seen.
  func contains(_ version: Version) -> Bool

  /// The edits that a copy at `version` lacks, or nil if it lacks none.
  ///
  /// The version may come from a copy that has seen edits unknown to this value.
  func delta(since version: Version) -> Delta?

  /// Checks that ``merge(delta:)`` would accept a delta. By default, merges the delta into a copy.
  ///
  /// - Throws: ``MissingHistory`` if the delta builds on edits that this value has not seen.
  func validate(_ delta: Delta) throws(MissingHistory)

  /// Takes in a delta made by another copy.
  ///
  /// Merging a delta changes nothing if this value has seen all edits of the delta.
  ///
  /// - Throws: ``MissingHistory`` if the delta builds on edits that this value has not seen; the
  ///   value is then unchanged.
  mutating func merge(delta: Delta) throws(MissingHistory)

  /// Drops the contents of deleted text and of removed array elements, in all parts of the value.
  /// The dropped contents take no more room in this copy, nor in copies that merge it.
  ///
  /// The shown contents stay the same, and no edit is lost: other copies merge as before. Past
  /// states lack the dropped contents, which cannot be restored. The keys and elements that were
  /// removed from sets and dictionaries are kept, so that no old copy brings them back. By default
  /// nothing is dropped.
  mutating func dropDeleted()

  /// Whether both copies have seen a common edit.
  ///
  /// An assignment calls this method if the new value lacks edits of the old value. A new value
  /// that shares history with the old value merges with the old value. By default, the versions are
  /// compared. Equal versions share history unless they are empty. Unequal versions share history
  /// if the ``ReplicaVersion/news(since:)`` of either version is less than that whole version.
  func sharesHistory(with other: Self) -> Bool

  /// Whether the two copies hold different edits under one identity.
  ///
  /// Such edits are made only if a session was continued twice, by a virtual machine that was
  /// resumed twice from one snapshot. A process duplicated by `fork` opens sessions of its own.
  /// Versions cannot tell such edits apart, so no delta contains the difference.
  ///
  /// Merging whole registers, sets, dictionaries and counters still gives one result on all
  /// devices, as each type describes. A text or an array takes in nothing from a copy that it
  /// contradicts, even inside a dictionary or a model. Keep both copies in this case, and repeat
  /// the missing edits of one copy as new edits. By default false.
  ///
  /// - Complexity: Ordered content compares all common edits that the two copies do not share in
  ///   memory. Other types compare only the last edits of each common session, and miss a
  ///   contradiction that these edits do not show.
  func contradicts(_ other: Self) -> Bool
}

extension DeltaReplicable {
  public func contains(_ version: Version) -> Bool {
    self.version.merged(with: version) == self.version
  }

  public func validate(_ delta: Delta) throws(MissingHistory) {
    var copy = self
    try copy.merge(delta: delta)
  }

  public func contradicts(_ other: Self) -> Bool { false }

  public mutating func dropDeleted() {}

  public func sharesHistory(with other: Self) -> Bool {
    let (mine, theirs) = (version, other.version)
    if mine == theirs { return mine != Version() }
    return mine.news(since: theirs) != mine || theirs.news(since: mine) != theirs
  }
}

/// The error if the receiver lacks changes that a delta builds on, or that a call about the past
/// needs.
public struct MissingHistory: Error, Equatable, Sendable {
  /// The cause, which decides the remedy.
  public enum Reason: Hashable, Sendable {
    /// The changes have not arrived yet. Ask the sender for a delta since the receiver's version,
    /// or for the whole value.
    case notHereYet
    /// A call about a past version, or an undo, needs dropped contents: an array element, or too
    /// much text. Fetching does not help. No delta is refused for this reason.
    case dropped
    /// The receiver holds other changes under the same identities. A session was continued twice,
    /// by a virtual machine that was resumed twice from one snapshot. Fetching does not help. Keep
    /// both values, and repeat the missing edits of one value as new edits. See
    /// ``DeltaReplicable/contradicts(_:)``.
    case contradicting
  }

  /// The reason why the changes are missing.
  public let reason: Reason

  /// Makes the error.
  public init(_ reason: Reason = .notHereYet) {
    self.reason = reason
  }
}

extension MissingHistory: CustomStringConvertible {
  public var description: String {
    switch reason {
    case .notHereYet:
      "the change builds on earlier changes that are not here yet; fetch those first"
    case .dropped:
      """
      what this would show was deleted and dropped for good; nothing was changed, and fetching does \
      not help
      """
    case .contradicting:
      """
      an earlier change that this builds on is known otherwise, as after a virtual machine was \
      resumed twice from one snapshot; keep both copies, and make the edits again as new ones
      """
    }
  }
}
