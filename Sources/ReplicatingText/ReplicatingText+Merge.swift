// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

extension ReplicatingText: VersionComparing {
  package func versionChange(from old: ReplicatingText) -> ValueChange {
    storage === old.storage ? .none : storage.state.versionChange(from: old.storage.state)
  }
}

extension ReplicatingText: PersistentReplicable {
  /// The events that a text has seen, named by its frontier: the events that no other event builds
  /// on.
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

  /// The edits that a copy at `version` lacks, or nil if it lacks none.
  ///
  /// - Complexity: O(*d* log *d*) for *d* lacking runs and their text. If parts of the history were
  ///   dropped, here or there, and the copy cannot merge the lacking runs without the rest, *d*
  ///   counts the runs of the whole history.
  public func delta(since version: SequenceVersion) -> Delta? {
    storage.log.extract(since: version).map { Delta($0, from: storage.inserted) }
  }

  /// - Throws: ``MissingHistory`` if the delta builds on edits that this text has not seen, or if
  ///   history was dropped that merging the two needs.
  public func validate(_ delta: Delta) throws(MissingHistory) {
    if storage.isUnedited, delta.history != nil { return }
    let delta = delta.unpacked
    switch try storage.acceptance(of: delta) {
    case .nothing, .whole, .renaming: return
    case .news(let plan): try storage.validate(delta, as: plan)
    }
  }

  /// Takes in a delta of another copy.
  ///
  /// - Throws: ``MissingHistory`` if the delta builds on edits that this text has not seen, or if
  ///   history was dropped that merging the two needs (``MissingHistory/Reason/dropped``): see
  ///   ``dropHistory()``. Nothing is changed then.
  /// - Complexity: in proportion to the delta and the edits concurrent with it. In proportion to
  ///   the text and its history if the delta is of a text that dropped history this one never had.
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    // Playing a whole history takes a fraction of the time of adding it.
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

  public func leads(
    _ delta: Delta, from base: SequenceVersion, to later: SequenceVersion
  ) -> Bool? {
    storage.log.leads(delta.batch, from: base, to: later)
  }

  public func sharesHistory(with other: ReplicatingText) -> Bool {
    storage.log.sharesEvents(with: other.storage.log)
  }

  /// Whether the two texts hold different edits under one identity.
  ///
  /// Merging such texts keeps the edits of both, on every device alike: see ``merge(_:)``. There
  /// are exceptions: one of them dropped text or history, or is too large (more than 2^20 edits, or
  /// beyond another limit of FORMAT.md, "Derived sessions"). Merging then takes in the edits with
  /// identities of their own and keeps the receiver's edit under each common identity. So ask
  /// first, and keep both texts.
  ///
  /// The question compares all edits that both know, except text that one of them dropped.
  ///
  /// - Complexity: O(*n*) in the edits and the text that the two do not share in memory, of the
  ///   text that has fewer; plus O(*s*) in the sessions. A text and its copy share everything
  ///   except new edits and the last edits before them. Texts read from bytes share nothing.
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
  /// Merging may need dropped history, if each text has edits that the other lacks. The result then
  /// keeps the text that both show, and the text that one shows and the other never knew. Text that
  /// was typed apart keeps its place behind the common text before it, and no history is left. The
  /// outcome is the same on both sides. To decide otherwise, merge a delta, which is refused in
  /// this case.
  ///
  /// If the two contradict each other, dropped nothing and are not too large (``contradicts(_:)``),
  /// all edits are kept. Edits of a session that was continued twice get other identities from its
  /// first difference on: versions, anchors and steps to undo that name them are of no use with the
  /// merged text.
  ///
  /// - Complexity: O(*t* log *n*) for *t* tips if one of the two has seen everything that the other
  ///   has. Otherwise, and whenever this text lacks an edit and was asked about its history, in
  ///   proportion to the new edits and the edits concurrent with them. O(*n*) in the text and its
  ///   history if one of the two dropped contents that the other did not. O(*n* log *n*) if they
  ///   contradict each other, or if contradicting texts were merged into only one of them. In
  ///   addition, the cost of ``contradicts(_:)``.
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
    // The history index holds for one log alone. Rebuilding it costs more than extending it.
    if storage.history.isEmpty, theirs.containsTips(of: mine) {
      storage = storage.adopting(other.storage)
      storage.forget(as: mine)
      return
    }
    let extract = theirs.news(since: mine.version)
    makeStorageUnique()
    // This text knows all events that the extract builds on. The extract is refused only if a
    // session was continued twice, by a virtual machine that was resumed twice: the histories
    // contradict each other, and this text stays as it is. It also stays as it is if both together
    // have more events than a log may have, which only forged bytes claim.
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
  /// The way in which a delta can be taken in.
  fileprivate enum Acceptance {
    /// It brings nothing new.
    case nothing
    /// Its events are added.
    case news(BatchPlan)
    /// The delta is the whole of another text; the value is the join of both texts.
    case whole(TextStorage)
    /// The delta or this text has sessions that were continued twice; the value is the join of
    /// both.
    case renaming(TextStorage)
  }

  /// Whether this text knows no event, not even a dropped one.
  fileprivate var isUnedited: Bool { state.withLog { $0.isEmpty && $0.base == nil } }

  fileprivate func acceptance(
    of delta: TextBatch
  ) throws(MissingHistory) -> Acceptance {
    if delta.batch.base != nil { return try acceptance(ofWhole: delta) }
    do throws(MissingHistory) {
      let (plan, mustJoin) = try state.withLog { (log) throws(MissingHistory) in
        let plan = try log.plan(delta.batch)
        try log.validate(delta.batch, known: plan)
        return (plan, log.mustJoin(delta.batch))
      }
      if mustJoin { return try acceptance(ofBranches: delta, as: plan) }
      return plan.bringsNews ? .news(plan) : .nothing
    } catch {
      // The delta may bring back the history that is lacking here.
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
