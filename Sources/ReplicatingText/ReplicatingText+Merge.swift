// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

extension ReplicatingText: PersistentReplicable {
  /// What a text has seen: the events that no other event builds on.
  public typealias Version = SequenceVersion

  public var version: SequenceVersion { storage.log.version }

  public func contains(_ version: SequenceVersion) -> Bool {
    storage.log.contains(version)
  }

  /// What a copy at `version` lacks, or nil if it lacks nothing.
  ///
  /// - Complexity: O(*d* log *d*) for *d* lacking runs and their text.
  public func delta(since version: SequenceVersion) -> Delta? {
    storage.log.extract(since: version).map { Delta($0, from: storage.inserted) }
  }

  public func validate(_ delta: Delta) throws(MissingHistory) {
    try storage.validate(delta)
  }

  /// Takes in what another copy has sent.
  ///
  /// - Complexity: in proportion to the delta and the edits concurrent with it.
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    let plan = try storage.log.plan(delta.batch)
    guard plan.bringsNews else { return }
    makeStorageUnique()
    try storage.integrate(delta, as: plan)
  }

  public func merged(with other: ReplicatingText) -> ReplicatingText {
    var result = self
    result.merge(other)
    return result
  }

  /// Takes in another copy.
  ///
  /// - Complexity: O(1) if one of the two has seen all that the other has; else in
  ///   proportion to what is new and what is concurrent with it. So always if
  ///   this text was asked about its history. O(*n*) in the history if one of the two
  ///   dropped text that the other did not.
  public mutating func merge(_ other: ReplicatingText) {
    let (mine, theirs) = (storage.log, other.storage.log)
    if storage === other.storage || mine.contains(theirs) { return }
    // What is known of the history holds for one log, and costs more to find
    // again than to go on with.
    if storage.history.isEmpty, theirs.containsTips(of: mine) {
      storage = storage.adopting(other.storage)
      if let tips = try? storage.log.places(of: mine.dropped) {
        storage.dropDeletedText(upTo: tips)
      }
      return
    }
    guard let extract = theirs.extract(since: mine.version) else { return }
    makeStorageUnique()
    // All that the extract builds on is known here. It can only be refused if a
    // session was continued twice, by a process that was duplicated in memory:
    // the two histories contradict each other, and this one stays as it is.
    try? storage.integrate(Delta(extract, from: other.storage.inserted))
  }
}
