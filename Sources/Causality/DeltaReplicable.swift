// SPDX-License-Identifier: MIT

/// What a value has seen, without what it holds.
///
/// Versions merge as their values do: the version of a merged value says what
/// the merged versions say. They are made to be sent, so they are `Sendable`.
public protocol ReplicaVersion: Replicable, Equatable, Sendable {
  /// The version of a value that has seen nothing.
  init()

  /// What this version says that another does not: a version, as small as can be,
  /// that merged with the other contains this one. By default this version.
  func news(since other: Self) -> Self

  /// Whether this version names all that another one names, told without any history.
  ///
  /// Of a value's ``DeltaReplicable/reach`` it says whether the value has seen all that the other
  /// version has. By default merging the other adds nothing to this one.
  func covers(_ other: Self) -> Bool
}

extension ReplicaVersion {
  public func news(since other: Self) -> Self { self }

  public func covers(_ other: Self) -> Bool { merged(with: other) == self }
}

/// A replicable value that can send only what another copy lacks.
///
/// The law of deltas: for any two copies, merging `b.delta(since: a.version)`
/// into `a` gives the very state that merging `b` gives; where that delta is
/// nil, `a` already holds all that `b` does.
public protocol DeltaReplicable: Replicable {
  /// What a value has seen.
  associatedtype Version: ReplicaVersion

  /// A part of a value's state, made to be sent.
  associatedtype Delta: Sendable

  /// What this value has seen.
  var version: Version { get }

  /// All that this value has seen, in so many words that it can be compared without the value: the
  /// reach covers a version just if the value contains that. It is as long as the value has authors.
  /// By default the version.
  var reach: Version { get }

  /// Whether this value has seen everything that `version` has.
  func contains(_ version: Version) -> Bool

  /// Whether who has seen all that `later` has, has seen all that `version` has.
  ///
  /// A yes is sure. So is a no, if this value has seen both and dropped none of the history between
  /// them. By default the versions answer: merging them adds nothing to `later`.
  func contains(_ version: Version, in later: Version) -> Bool

  /// A version that says the same in fewer words, as far as this value knows the edits: merging
  /// versions leaves behind what only the history shows to be said twice. By default the version.
  func shortened(_ version: Version) -> Version

  /// The part of a version that must be known before a delta since it can be taken in. Parts
  /// that the delta does not touch may be left out, if they are long. By default all of it, or
  /// nothing without a delta.
  func basis(of delta: Delta?, since version: Version) -> Version

  /// The version of those parts of this value of which another version says nothing. By default all,
  /// or nothing if the version says something.
  func version(besides news: Version) -> Version

  /// What a copy at `version` lacks, or nil if it lacks nothing.
  ///
  /// The version may come from a copy that has seen things unknown here.
  func delta(since version: Version) -> Delta?

  /// Checks that ``merge(delta:)`` would accept a delta.
  ///
  /// - Throws: ``MissingHistory`` if the delta builds on something this value has not
  ///   seen.
  func validate(_ delta: Delta) throws(MissingHistory)

  /// Takes in a delta made by another copy.
  ///
  /// Merging a delta twice, or one whose contents are known, changes nothing.
  ///
  /// - Throws: ``MissingHistory`` if the delta builds on something this value has not
  ///   seen; the value is then unchanged.
  mutating func merge(delta: Delta) throws(MissingHistory)

  /// Forgets what is kept of deleted contents for questions about the past alone, so that it takes
  /// no room any more, here and in copies that learn of it.
  ///
  /// Nothing that is shown changes, and all copies merge as before, also those that do not know of
  /// it. Past versions lack what was forgotten, and it cannot be put back. That it was forgotten is
  /// part of the state, and travels by deltas. By default nothing is forgotten.
  mutating func forgetDeleted()

  /// Whether both copies have seen one edit: whether both stem from one copy that was edited.
  ///
  /// A dictionary asks when a value is assigned that lacks edits of the current one. By default
  /// the versions answer: equal ones, unless they have seen nothing, and ones that have
  /// less ``ReplicaVersion/news(since:)`` than they hold.
  func sharesHistory(with other: Self) -> Bool

  /// Whether the two hold different edits under one identity.
  ///
  /// This is so only if a session was continued twice: by a virtual machine that was resumed
  /// twice from one snapshot. A process duplicated by `fork` opens sessions of its own. Versions
  /// cannot tell, so no delta carries what differs; merging whole values keeps both contents
  /// as each type says. By default false.
  ///
  /// - Complexity: Ordered content compares all edits that both know and do not share in memory. Other
  ///   types compare the last edits of each session that both know; a contradiction that these do
  ///   not show is not noticed.
  func contradicts(_ other: Self) -> Bool
}

extension DeltaReplicable {
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

  public func contradicts(_ other: Self) -> Bool { false }

  public mutating func forgetDeleted() {}

  public func sharesHistory(with other: Self) -> Bool {
    let (mine, theirs) = (version, other.version)
    if mine == theirs { return mine != Version() }
    return mine.news(since: theirs) != mine || theirs.news(since: mine) != theirs
  }
}

/// A delta builds on changes that the receiver does not hold, or a question asks for them.
public struct MissingHistory: Error, Equatable, Sendable {
  /// Why they are not here, which says what to do.
  public enum Reason: Hashable, Sendable {
    /// They are yet to come: ask the sender for a delta since the receiver's version, or for
    /// the whole value.
    case notHereYet
    /// They were dropped, here or by the sender, or so much of their text was that it cannot be
    /// shown. No fetching helps, but for a delta since the receiver's own version if this was
    /// none. To merge all the same, keep a copy of the value that has the edits in question,
    /// then make those again as new ones; a question has no answer.
    case dropped
    /// They are known here otherwise: a session was continued twice, by a virtual machine that was
    /// resumed twice from one snapshot. No fetching helps. Keep both, and make the edits that one
    /// of them lacks again as new ones there. See ``DeltaReplicable/contradicts(_:)``.
    case contradicting
  }

  /// Why they are not here.
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
      what this needs of the history was dropped; to merge all the same, keep a copy, and make \
      the edits again as new ones
      """
    case .contradicting:
      """
      an earlier change that this builds on is known otherwise, as after a virtual machine was \
      resumed twice from one snapshot; keep both copies, and make the edits again as new ones
      """
    }
  }
}
