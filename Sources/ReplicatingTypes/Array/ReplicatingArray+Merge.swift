// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingArray: VersionComparing {
  package func versionChange(from old: ReplicatingArray) -> ValueChange {
    storage === old.storage
      ? .none : storage.sequence.log.versionChange(from: old.storage.sequence.log)
  }
}

extension ReplicatingArray: SyncReplicable {
  /// The frontier of an array: the events that no other event builds on.
  public typealias Version = SequenceVersion

  /// Edits of an array on their way to other copies of it.
  public struct Delta: Sendable {
    let edits: ElementSequence<Element>.Delta
  }

  public var version: SequenceVersion { storage.sequence.log.version }

  public var reach: SequenceVersion { storage.sequence.log.reach }

  public func contains(_ version: SequenceVersion) -> Bool {
    storage.sequence.log.contains(version)
  }

  public func contains(_ version: SequenceVersion, in later: SequenceVersion) -> Bool {
    storage.sequence.log.contains(version, in: later)
  }

  public func shortened(_ version: SequenceVersion) -> SequenceVersion {
    storage.sequence.log.shortened(version)
  }

  public func basis(of delta: Delta?, since version: SequenceVersion) -> SequenceVersion {
    shortened(version)
  }

  /// The edits that a copy at `version` lacks, or nil if it lacks none.
  ///
  /// - Complexity: O(*d* log *d*) for *d* missing runs, plus the elements of these runs.
  public func delta(since version: SequenceVersion) -> Delta? {
    storage.sequence.delta(since: version).map { Delta(edits: $0) }
  }

  public func validate(_ delta: Delta) throws(MissingHistory) {
    _ = try plan(delta)
  }

  private func plan(_ delta: Delta) throws(MissingHistory) -> BatchPlan {
    let sequence = delta.edits
    let plan = try storage.sequence.log.plan(sequence.batch)
    try storage.sequence.log.validate(sequence.batch, known: plan)
    if sequence.drops(more: plan) {
      _ = try storage.sequence.trial(of: sequence, as: plan, cache: HistoryCache())
    }
    return plan
  }

  /// Takes in a delta of another copy.
  ///
  /// - Throws: ``Causality/MissingHistory`` if the delta builds on events that this array has not
  ///   seen, or if the delta contradicts the array. An error leaves the array unchanged.
  /// - Complexity: In proportion to the delta and the edits concurrent with the delta.
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    guard try plan(delta).bringsNews else { return }
    makeStorageUnique()
    try storage.integrate(delta.edits)
  }

  public func leads(
    _ delta: Delta, from base: SequenceVersion, to later: SequenceVersion
  ) -> Bool? {
    storage.sequence.log.leads(delta.edits.batch, from: base, to: later)
  }

  public func sharesHistory(with other: ReplicatingArray) -> Bool {
    storage.sequence.log.sharesEvents(with: other.storage.sequence.log)
  }

  /// Whether the two arrays hold different edits under one identity.
  ///
  /// Merging arrays that contradict each other changes neither array, so keep both arrays. Elements
  /// that are not `Encodable` cannot be told apart.
  ///
  /// The comparison covers all edits that both arrays know, and all their elements that neither
  /// array has dropped.
  ///
  /// - Complexity: O(*n*) in the edits and elements that the smaller array does not share with the
  ///   other in memory, plus O(*s*) in the sessions. An array and its copy share everything except
  ///   new edits and the last edits before them. Arrays read from bytes share nothing.
  public func contradicts(_ other: ReplicatingArray) -> Bool {
    storage !== other.storage
      && storage.sequence.contradicts(other.storage.sequence) { SameEdit.differs($0, $1) }
  }

  public func merged(with other: ReplicatingArray) -> ReplicatingArray {
    var result = self
    result.merge(other)
    return result
  }

  /// Takes in another copy.
  ///
  /// Takes in nothing from an array that contradicts this one (``contradicts(_:)``). The next edit
  /// then opens a session.
  ///
  /// - Complexity: The cost of ``contradicts(_:)``, plus the cost of the merge. If one array has
  ///   seen all events of the other, the merge takes O(*t* log *n*) for *t* tips and *n* events. In
  ///   all other cases, and if this array lacks events and holds a cache of its history, the merge
  ///   takes time in proportion to the new events and the events concurrent with the new ones.
  public mutating func merge(_ other: ReplicatingArray) {
    if storage === other.storage { return }
    let (mine, theirs) = (storage.sequence.log, other.storage.sequence.log)
    if contradicts(other) {
      makeStorageUnique()
      return storage.token.renounce()
    }
    if mine.contains(theirs) { return }
    // The history cache is valid for one log only: see ReplicatingText.merge.
    if storage.history.isEmpty, theirs.containsTips(of: mine) {
      replaceStorage(storage.adopting(other.storage))
      storage.sequence.drop(as: mine, cache: storage.history)
    } else {
      makeStorageUnique()
      storage.merge(other.storage)
    }
  }
}

extension ReplicatingArray.Delta: Equatable where Element: Equatable {}
