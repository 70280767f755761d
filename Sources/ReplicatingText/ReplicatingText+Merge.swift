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
  /// The events that a text has seen, named by their frontier: the events that no other event
  /// builds on.
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

  /// The edits that a copy at `version` lacks, or nil if the copy lacks none.
  ///
  /// - Complexity: O(*d* log *d*) for *d* missing runs, plus O(*m*) for *m* bytes of their text.
  public func delta(since version: SequenceVersion) -> Delta? {
    storage.log.extract(since: version).map { Delta($0, from: storage.inserted) }
  }

  /// - Throws: ``Causality/MissingHistory`` if the delta builds on edits that this text has not
  ///   seen, or contradicts this text.
  public func validate(_ delta: Delta) throws(MissingHistory) {
    if storage.isUnedited, delta.history != nil { return }
    let delta = delta.unpacked
    let plan = try storage.plan(of: delta)
    if plan.bringsNews { try storage.validate(delta, as: plan) }
  }

  /// Takes in a delta of another copy.
  ///
  /// - Throws: ``Causality/MissingHistory`` if the delta builds on edits that this text has not
  ///   seen, or contradicts this text. Nothing is changed then.
  /// - Complexity: in proportion to the delta and the edits concurrent with the delta.
  public mutating func merge(delta: Delta) throws(MissingHistory) {
    // Replaying a whole history takes a fraction of the time of merging it as a delta.
    if storage.isUnedited, let history = delta.history,
      let whole = TextStorage(
        history, inserted: InsertedText(delta.utf8[...], gaps: ElementGaps()), utf8: delta.utf8[...]
      )
    {
      storage = storage.adopting(whole)
      return
    }
    let delta = delta.unpacked
    let plan = try storage.plan(of: delta)
    guard plan.bringsNews else { return }
    makeStorageUnique()
    try storage.integrate(delta, as: plan)
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
  /// Merging such texts changes neither of them: keep both. The comparison covers all edits that
  /// both texts know, and all their text that neither text has dropped.
  ///
  /// - Complexity: O(*n* + *s*) for *s* sessions, where *n* counts edits and bytes of the smaller
  ///   text, but none in memory that both texts share. A text and its copy share everything except
  ///   new edits and the last edits before the new edits. Texts read from bytes share nothing.
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
  /// A text that contradicts this text (``contradicts(_:)``) changes nothing. After a merge of such
  /// a text, the next edit opens a new session.
  ///
  /// - Complexity: The cost of ``contradicts(_:)``, plus time in proportion to the new edits and
  ///   the edits concurrent with the new edits. Instead of that time, O(*t* log *n*) for *t* tips
  ///   and *n* edits is added if one text has seen all edits of the other, and no call has indexed
  ///   the history of this text (``string(at:)``). If only one of the two texts has dropped some
  ///   text, O(*n*) is added.
  public mutating func merge(_ other: ReplicatingText) {
    if storage === other.storage { return }
    if storage.contradicts(other.storage) { return leaveSession() }
    let (mine, theirs) = (storage.log, other.storage.log)
    if mine.contains(theirs) { return }
    // The history index is valid for one log only. A text with an index keeps its log, because
    // extending the index costs less than rebuilding it.
    if storage.history.isEmpty, theirs.containsTips(of: mine) {
      storage = storage.adopting(other.storage)
      storage.forget(as: mine)
      return
    }
    guard let extract = theirs.extract(since: mine.version) else { return }
    makeStorageUnique()
    // This text knows all events that the extract builds on. So only forged bytes lead to an error,
    // for example to more events than the limit. After an error, the text is unchanged.
    try? storage.integrate(TextBatch(extract, from: other.storage.inserted))
  }
}

extension TextStorage {
  /// Whether this text knows no event.
  fileprivate var isUnedited: Bool { state.withLog { $0.isEmpty } }

  /// Whether the two texts hold different edits under one identity.
  fileprivate func contradicts(_ other: TextStorage) -> Bool {
    log.contradicts(other.log) { mine, theirs in
      inserted.hasSameText(mine, as: theirs, of: other.inserted)
    }
  }

  /// The plan by which the events of a delta are added.
  fileprivate func plan(of delta: TextBatch) throws(MissingHistory) -> BatchPlan {
    try state.withLog { (log) throws(MissingHistory) in
      let plan = try log.plan(delta.batch)
      try log.validate(delta.batch, known: plan)
      return plan
    }
  }
}
