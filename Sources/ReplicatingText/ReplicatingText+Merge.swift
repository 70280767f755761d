// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

extension ReplicatingText: PersistentReplicable {
  /// What a text has seen: the events that no other event builds on.
  public typealias Version = SequenceVersion

  public var version: SequenceVersion { storage.log.version }

  public var reach: SequenceVersion { storage.log.reach }

  public func contains(_ version: SequenceVersion) -> Bool {
    storage.log.contains(version)
  }

  public func contains(_ version: SequenceVersion, in later: SequenceVersion) -> Bool {
    storage.log.contains(version, in: later)
  }

  public func shortened(_ version: SequenceVersion) -> SequenceVersion {
    storage.log.shortened(version)
  }

  public func basis(of delta: Delta?, since version: SequenceVersion) -> SequenceVersion {
    shortened(version)
  }

  /// What a copy at `version` lacks, or nil if it lacks nothing.
  ///
  /// - Complexity: O(*d* log *d*) for *d* lacking runs and their text; those of the whole history
  ///   if parts of it were dropped, here or there, and the copy cannot take in what it lacks
  ///   without the rest.
  public func delta(since version: SequenceVersion) -> Delta? {
    storage.log.extract(since: version).map { Delta($0, from: storage.inserted) }
  }

  /// - Throws: ``MissingHistory`` if the delta builds on something this text has not seen, or if
  ///   history was dropped that is needed to bring the two together.
  public func validate(_ delta: Delta) throws(MissingHistory) {
    if storage.isUnedited, delta.history != nil { return }
    let delta = delta.unpacked
    switch try storage.acceptance(of: delta) {
    case .nothing, .whole, .renaming: return
    case .news(let plan): try storage.validate(delta, as: plan)
    }
  }

  /// Takes in what another copy has sent.
  ///
  /// - Throws: ``MissingHistory`` if the delta builds on something this text has not seen, or if
  ///   history was dropped that is needed to bring the two together
  ///   (``MissingHistory/Reason/dropped``): see ``dropHistory()``. Nothing is changed then.
  /// - Complexity: in proportion to the delta and the edits concurrent with it; to the text and
  ///   its history if the delta is of one that dropped what this one never had.
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    // To play a whole history takes a fraction of the time of adding it.
    if storage.isUnedited, let history = delta.history {
      storage = storage.adopting(try delta.storage(of: history))
      return
    }
    let delta = delta.unpacked
    switch try storage.acceptance(of: delta) {
    case .nothing: return
    case .news(let plan):
      makeStorageUnique()
      try storage.integrate(delta, as: plan)
    case .whole(let joined):
      storage = storage.adopting(joined)
    case .renaming(let joined):
      storage = joined
    }
  }

  public func sharesHistory(with other: ReplicatingText) -> Bool {
    storage.log.sharesEvents(with: other.storage.log)
  }

  /// Whether the two hold different edits under one identity.
  ///
  /// Merging texts that do keeps the edits of both, on every device alike: see ``merge(_:)``. Where
  /// one of them dropped text or history, or has more than 2^20 edits, it takes in what has an
  /// identity of its own, and keeps of the other edits those of the receiver: ask first then, and
  /// keep both texts.
  ///
  /// All edits that both know are compared, except text that one of them dropped.
  ///
  /// - Complexity: O(*n*) in the edits and the text, of the one that has fewer, that the two do not
  ///   share in memory; besides O(*s*) in the sessions. A text and its copy share all but what is
  ///   new and the last edits before it. Texts read from bytes share nothing.
  public func contradicts(_ other: ReplicatingText) -> Bool {
    storage !== other.storage && storage.contradicts(other.storage)
  }

  public func merged(with other: ReplicatingText) -> ReplicatingText {
    var result = self
    result.merge(other)
    return result
  }

  /// Takes in another copy.
  ///
  /// If each of the two has edits that the other lacks, and history was dropped that is needed
  /// to bring them together, both are kept: what both show, and what one shows and the other
  /// never knew. Text that was typed apart then stands as it did behind what both have before
  /// it, and nothing is left of the history. The outcome is the same on both sides. To decide
  /// otherwise, merge a delta, which is refused then.
  ///
  /// If the two contradict each other, dropped nothing and have at most 2^20 edits, all are kept,
  /// those of sessions that were continued twice under other identities: versions, anchors and
  /// steps to undo that name them are of no use with the merged text.
  ///
  /// - Complexity: O(*t* log *n*) for *t* tips if one of the two has seen all that the other
  ///   has; else in proportion to what is new and what is concurrent with it. So always if this
  ///   text was asked about its history and lacks something. O(*n*) in the text and its history
  ///   if one of the two dropped what the other did not; O(*n* log *n*) if they contradict each
  ///   other, or if contradicting ones were merged into one of them alone. Besides as
  ///   ``contradicts(_:)`` says.
  public mutating func merge(_ other: ReplicatingText) {
    if storage === other.storage { return }
    if storage.mustJoin(other.storage) {
      let joined = TextStorage.joined(contradicting: [storage, other.storage])
      // A session that was continued twice must not be continued: the next edit opens one.
      if joined.log != storage.log { storage = joined }
      return
    }
    let (mine, theirs) = (storage.log, other.storage.log)
    if mine.contains(theirs) { return }
    if mine.base != nil || theirs.base != nil { return mergeWhole(other) }
    // What is known of the history holds for one log, and costs more to find
    // again than to go on with.
    if storage.history.isEmpty, theirs.containsTips(of: mine) {
      storage = storage.adopting(other.storage)
      storage.forget(as: mine)
      return
    }
    let extract = theirs.news(since: mine.version)
    makeStorageUnique()
    // All that the extract builds on is known here. It can only be refused if a
    // session was continued twice, by a process that was duplicated in memory:
    // the two histories contradict each other, and this one stays as it is. So it does
    // if both have more events than a log may, which only forged bytes claim.
    try? storage.integrate(TextBatch(extract, from: other.storage.inserted))
  }

  /// Takes in another copy, if one of the two dropped history.
  private mutating func mergeWhole(_ other: ReplicatingText) {
    do throws(MissingHistory) {
      storage = storage.adopting(try TextStorage.joined(storage, other.storage))
    } catch {
      // Histories that contradict each other stay apart, as above.
      guard error.reason == .dropped,
        let collapsed = TextStorage.collapsed(storage, other.storage)
      else { return }
      storage = storage.adopting(collapsed)
    }
  }
}

extension TextStorage {
  /// How a delta can be taken in.
  fileprivate enum Acceptance {
    /// It brings nothing new.
    case nothing
    /// Its events are added.
    case news(BatchPlan)
    /// It is the whole of another text, and this is what the two make together.
    case whole(TextStorage)
    /// Of it or of this text sessions were continued twice, and this is what the two make together.
    case renaming(TextStorage)
  }

  /// Whether nothing is known, be it dropped.
  fileprivate var isUnedited: Bool { log.isEmpty && log.base == nil }

  fileprivate func acceptance(
    of delta: TextBatch
  ) throws(MissingHistory) -> Acceptance {
    if delta.batch.base != nil { return try acceptance(ofWhole: delta) }
    do throws(MissingHistory) {
      let plan = try log.plan(delta.batch)
      try log.validate(delta.batch, known: plan)
      if log.mustJoin(delta.batch) { return try acceptance(ofBranches: delta, as: plan) }
      return plan.bringsNews ? .news(plan) : .nothing
    } catch {
      // It may bring the history back that is lacking here.
      guard error.reason == .dropped, delta.batch.isWhole else { throw error }
      return try acceptance(ofWhole: delta)
    }
  }

  private func acceptance(
    ofBranches delta: TextBatch, as plan: BatchPlan
  ) throws(MissingHistory) -> Acceptance {
    let result = copyLeavingSession()
    try result.integrate(delta, as: plan)
    let joined = Self.joined(contradicting: [result])
    return joined.log == log ? .nothing : .renaming(joined)
  }

  private func acceptance(
    ofWhole delta: TextBatch
  ) throws(MissingHistory) -> Acceptance {
    let other = try delta.storage()
    return log.contains(other.log) ? .nothing : .whole(try Self.joined(self, other))
  }
}
