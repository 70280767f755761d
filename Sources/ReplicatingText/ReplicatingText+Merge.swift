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
  /// - Complexity: O(*d* log *d*) for *d* lacking runs and their text.
  public func delta(since version: SequenceVersion) -> Delta? {
    storage.log.extract(since: version).map { Delta($0, from: storage.inserted) }
  }

  /// - Throws: ``MissingHistory`` if the delta builds on edits that this text has not seen, or
  ///   contradicts it.
  public func validate(_ delta: Delta) throws(MissingHistory) {
    if storage.isUnedited, delta.history != nil { return }
    let delta = delta.unpacked
    switch try storage.acceptance(of: delta) {
    case .nothing, .renaming: return
    case .news(let plan): try storage.validate(delta, as: plan)
    }
  }

  /// Takes in a delta of another copy.
  ///
  /// - Throws: ``MissingHistory`` if the delta builds on edits that this text has not seen, or
  ///   contradicts it. Nothing is changed then.
  /// - Complexity: in proportion to the delta and the edits concurrent with it.
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
  /// are exceptions: one of them dropped text, or is too large (more than 2^20 edits, or
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
    // The history index holds for one log alone. Rebuilding it costs more than extending it.
    if storage.history.isEmpty, theirs.containsTips(of: mine) {
      storage = storage.adopting(other.storage)
      storage.forget(as: mine)
      return
    }
    guard let extract = theirs.extract(since: mine.version) else { return }
    makeStorageUnique()
    // This text knows all events that the extract builds on. The extract is refused only if a
    // session was continued twice, by a virtual machine that was resumed twice: the histories
    // contradict each other, and this text stays as it is. It also stays as it is if both together
    // have more events than a log may have, which only forged bytes claim.
    try? storage.integrate(TextBatch(extract, from: other.storage.inserted))
  }
}

extension TextStorage {
  /// The way in which a delta can be taken in.
  fileprivate enum Acceptance {
    /// It brings nothing new.
    case nothing
    /// Its events are added.
    case news(BatchPlan)
    /// The delta or this text has sessions that were continued twice; the value is the join of
    /// both.
    case renaming(TextStorage)
  }

  /// Whether this text knows no event.
  fileprivate var isUnedited: Bool { state.withLog { $0.isEmpty } }

  fileprivate func acceptance(
    of delta: TextBatch
  ) throws(MissingHistory) -> Acceptance {
    let (plan, mustJoin) = try state.withLog { (log) throws(MissingHistory) in
      let plan = try log.plan(delta.batch)
      try log.validate(delta.batch, known: plan)
      return (plan, log.mustJoin(delta.batch))
    }
    if mustJoin { return try acceptance(ofBranches: delta, as: plan) }
    return plan.bringsNews ? .news(plan) : .nothing
  }

  private func acceptance(
    ofBranches delta: TextBatch, as plan: BatchPlan
  ) throws(MissingHistory) -> Acceptance {
    let result = copyLeavingSession()
    try result.integrate(delta, as: plan)
    let joined = Self.joined(contradicting: [result])
    return joined.log == log ? .nothing : .renaming(joined)
  }
}

extension ReplicatingText.Delta {
  /// The text of this delta, which must be a whole history.
  ///
  /// - Parameter history: The history of the delta.
  /// - Throws: ``MissingHistory`` if the history dropped other text than it claims.
  fileprivate func storage(of history: SavedHistory) throws(MissingHistory) -> TextStorage {
    let inserted = InsertedText(utf8[...], gaps: ElementGaps(history.dropped?.ranges ?? []))
    guard let storage = TextStorage(history, inserted: inserted, utf8: utf8[...]) else {
      throw MissingHistory()
    }
    return storage
  }
}
