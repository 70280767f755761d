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

  public func contains(_ version: SequenceVersion) -> Bool {
    storage.sequence.log.contains(version)
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
    makeStorageUnique()
    try storage.integrate(delta.edits)
  }

  public func sharesHistory(with other: ReplicatingArray) -> Bool {
    storage.sequence.log.sharesEvents(with: other.storage.sequence.log)
  }

  /// Whether the two hold different edits under one identity.
  ///
  /// Merging arrays that do takes in what has an identity of its own, and keeps of the other edits
  /// those of the receiver: ask first, and keep both arrays.
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
  /// - Complexity: O(*t* log *n*) for *t* tips if one of the two has seen all that the other
  ///   has; else in proportion to what is new and what is concurrent with it. So always if this
  ///   array was asked about its history and lacks something.
  public mutating func merge(_ other: ReplicatingArray) {
    let (mine, theirs) = (storage.sequence.log, other.storage.sequence.log)
    if storage === other.storage || mine.containsTips(of: theirs) { return }
    // What is known of the history holds for one log: see ReplicatingText.merge.
    if storage.history.isEmpty, theirs.containsTips(of: mine) {
      replaceStorage(storage.adopting(other.storage))
    } else {
      makeStorageUnique()
      storage.merge(other.storage)
    }
  }
}

extension ReplicatingArray.Delta: Equatable where Element: Equatable {}
