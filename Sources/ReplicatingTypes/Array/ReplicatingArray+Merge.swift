// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

extension ReplicatingArray: DeltaReplicable {
  /// What an array has seen: the events that no other event builds on.
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

  /// What a copy at `version` lacks, or nil if it lacks nothing.
  ///
  /// - Complexity: O(*d* log *d*) for *d* lacking runs and their elements.
  public func delta(since version: SequenceVersion) -> Delta? {
    storage.sequence.delta(since: version).map { Delta(edits: $0) }
  }

  public func validate(_ delta: Delta) throws(MissingHistory) {
    try storage.sequence.log.validate(delta.edits.batch)
  }

  /// Takes in what another copy has sent.
  ///
  /// - Complexity: in proportion to the delta and the edits concurrent with it.
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    try validate(delta)
    guard storage.sequence.log.lacksEvents(of: delta.edits.batch) else { return }
    if storage.sequence.log.mustJoin(delta.edits.batch) {
      var sequence = storage.sequence.copy()
      try sequence.integrate(delta.edits)
      return adopt(.joined(sequence, sequence))
    }
    makeStorageUnique()
    try storage.integrate(delta.edits)
  }

  public func sharesHistory(with other: ReplicatingArray) -> Bool {
    storage.sequence.log.sharesEvents(with: other.storage.sequence.log)
  }

  /// Whether the two hold different edits under one identity.
  ///
  /// Merging arrays that do keeps the edits of both, on every device alike: see ``merge(_:)``.
  /// Elements that are not `Encodable` cannot be told apart.
  ///
  /// All edits that both know are compared.
  ///
  /// - Complexity: O(*n*) in the edits and elements, of the one that has fewer, that the two do not
  ///   share in memory; besides O(*s*) in the sessions. An array and its copy share all but what is
  ///   new and the last edits before it. Arrays read from bytes share nothing.
  public func contradicts(_ other: ReplicatingArray) -> Bool {
    storage !== other.storage && storage.sequence.contradicts(other.storage.sequence)
  }

  public func merged(with other: ReplicatingArray) -> ReplicatingArray {
    var result = self
    result.merge(other)
    return result
  }

  /// Takes in another copy.
  ///
  /// If the two contradict each other and have at most 2^20 edits, all are kept, those of sessions
  /// that were continued twice under other identities: versions, anchors and steps to undo that
  /// name them are of no use with the merged array.
  ///
  /// - Complexity: O(*t* log *n*) for *t* tips if one of the two has seen all that the other
  ///   has; else in proportion to what is new and what is concurrent with it. So always if this
  ///   array was asked about its history and lacks something. O(*n* log *n*) if the two contradict
  ///   each other, or if contradicting ones were merged into one of them alone. Besides
  ///   as ``contradicts(_:)`` says.
  public mutating func merge(_ other: ReplicatingArray) {
    if storage === other.storage { return }
    let (mine, theirs) = (storage.sequence.log, other.storage.sequence.log)
    if mine.mustJoin(theirs, contradicts: { contradicts(other) }) {
      return adopt(.joined(storage.sequence, other.storage.sequence))
    }
    if mine.containsTips(of: theirs) { return }
    // What is known of the history holds for one log: see ReplicatingText.merge.
    if storage.history.isEmpty, theirs.containsTips(of: mine) {
      replaceStorage(storage.adopting(other.storage))
    } else {
      makeStorageUnique()
      storage.merge(other.storage)
    }
  }

  /// Goes on with a sequence of which sessions were continued twice. These must not be continued:
  /// the next edit opens one.
  private mutating func adopt(_ joined: consuming ElementSequence<Element>) {
    if joined.log == storage.sequence.log { return }
    replaceStorage(ArrayStorage(joined, token: SessionToken(), history: HistoryCache()))
  }
}

extension ReplicatingArray.Delta: Equatable where Element: Equatable {}
