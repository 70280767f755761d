// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import SequenceEngine

/// The parts of a text: its history, everything that was ever typed, and the shown text.
///
/// All changes follow the rules of ``SessionStorage``.
@usableFromInline
final class TextStorage: SessionStorage, @unchecked Sendable {
  @usableFromInline @exclusivity(unchecked) var state: TextState
  @usableFromInline @exclusivity(unchecked) var token: SessionToken
  /// The cache that answers questions about positions and past versions. It is no part of the
  /// state.
  let history: HistoryCache
  /// Whether the last event of the log is an edit made here, by the session that the token had at
  /// that time.
  @exclusivity(unchecked) private var isEditedLast = false

  init() {
    state = TextState()
    history = HistoryCache()
    token = SessionToken()
  }

  /// Makes the text that a history shows.
  ///
  /// - Parameters:
  ///   - inserted: The text that the history inserts.
  ///   - utf8: The bytes of `inserted`, without dropped scalars.
  /// - Returns: Nil if `inserted` lacks other text than the history says.
  convenience init?(
    _ history: SavedHistory, inserted: consuming InsertedText, utf8: ArraySlice<UInt8>
  ) {
    let (log, draft) = history.played()
    if history.dropped != nil,
      log.droppedElements(notAmong: draft.elements) != inserted.gaps.ranges
    {
      return nil
    }
    var shown: [UInt8] = []
    if inserted.gaps.isEmpty {
      shown = draft.text(of: utf8, scalars: inserted.count)
    } else {
      for elements in draft.elements {
        inserted.forEachPiece(of: elements) { bytes, _ in shown += bytes }
      }
    }
    self.init(log, inserted: inserted, shown: shown[...])
  }

  /// Makes a text from a log and the text that the log shows, without checking that the two agree.
  ///
  /// - Parameter shown: The text that the log shows, in well-formed UTF-8.
  init(_ log: SequenceLog, inserted: consuming InsertedText, shown: ArraySlice<UInt8>) {
    state = TextState(log, inserted: inserted, showing: TextRope(showing: shown))
    history = HistoryCache()
    token = SessionToken()
  }

  /// Makes a text that has no history and is only for reading.
  convenience init(showing string: String) {
    self.init(showing: TextRope(showing: Array(string.utf8)[...]))
  }

  /// Makes a text that has no history and is only for reading.
  init(showing rope: consuming TextRope) {
    state = TextState(showing: rope)
    history = HistoryCache()
    token = SessionToken()
  }

  /// Reads the tracker that the next merge continues. The caller has just made this storage.
  func readTracker(from reader: inout ByteReader) throws(DecodingFailure) {
    try log.readTracker(from: &reader)
  }

  private init(
    _ other: TextStorage, token: consuming SessionToken, history: consuming HistoryCache
  ) {
    state = other.state.copy()
    self.history = history
    self.token = token
  }

  private(set) var log: SequenceLog {
    _read { yield state.log }
    _modify { yield &state.log }
  }

  private(set) var inserted: InsertedText {
    _read { yield state.inserted }
    _modify { yield &state.inserted }
  }

  private(set) var rope: TextRope {
    _read { yield state.rope }
    _modify { yield &state.rope }
  }

  /// A copy that continues the session of this storage.
  @usableFromInline
  func copyTakingSession() -> TextStorage {
    TextStorage(self, token: token.handOver(), history: HistoryCache(history.take()))
  }

  /// The same contents as `other`, in a storage that continues the session of this storage.
  func adopting(_ other: TextStorage) -> TextStorage {
    replaced { token in
      TextStorage(other, token: token, history: HistoryCache(other.history.take()))
    }
  }

  /// A copy without a session: the first edit of the copy opens one.
  func copyLeavingSession() -> TextStorage {
    TextStorage(self, token: SessionToken(), history: HistoryCache())
  }

  // MARK: Local edits

  /// Types or deletes at the place of the last edit, as most edits do.
  ///
  /// Only one text may refer to the storage.
  ///
  /// - Parameter scalars: Need not be within the text.
  /// - Returns: False if the edit is elsewhere. Nothing is changed then.
  @inlinable
  @inline(__always)
  func typeOn(_ scalars: Range<Int>, _ word: UInt64, count: Int) -> Bool {
    token.goesOn && state.typeOn(scalars, word, count: count)
  }

  /// Prepares the storage for an edit, which must follow at once.
  @inline(__always)
  func makeReady() {
    if !isEditedLast || !token.goesOn { beginEdits() }
  }

  @inline(never)
  private func beginEdits() {
    let session = token.claim { log.graph.count(of: $0) > 0 }
    if isEditedLast, !session.isNew { return }
    log.beginEdits(by: session.id)
    isEditedLast = true
  }

  /// Traps if a range goes beyond the text.
  func check(_ scalars: Range<Int>) {
    state.check(scalars)
  }

  /// Deletes some scalars, then types up to eight ASCII characters in their place.
  func replace(_ scalars: Range<Int>, with word: ASCIIWord) {
    state.replace(scalars, with: word)
  }

  /// Deletes some scalars, then types text in their place.
  ///
  /// - Parameter utf8: Well-formed UTF-8.
  func replace(_ scalars: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>) {
    state.replace(scalars, with: utf8)
  }

  // MARK: Edits of others

  /// Takes in the new events of a delta.
  func integrate(_ delta: TextBatch) throws(MissingHistory) {
    try integrate(delta, as: try log.plan(delta.batch))
  }

  /// Takes in the new events of a delta.
  ///
  /// - Parameter plan: The plan of the delta for this storage, or for the storage that was copied
  ///   to make this storage.
  /// - Throws: ``MissingHistory`` if the delta drops other text than it says.
  func integrate(
    _ delta: TextBatch, as plan: BatchPlan
  ) throws(MissingHistory) {
    try takeIn { () throws(MissingHistory) in
      guard delta.drops(more: plan) else {
        let integration = log.integrate(
          delta.batch, as: plan, documentLength: rope.measure.scalars)
        return take(delta, integration)
      }
      let cache = HistoryCache(history.take())
      let trial = try trial(of: delta, as: plan, cache: cache)
      history.put(cache.take())
      log = trial.log
      take(delta, trial.integration)
      inserted.drop(trial.dropped)
    }
  }

  private func take(_ delta: TextBatch, _ integration: SequenceLog.Integration) {
    isEditedLast = false
    if integration.newElements == [0..<integration.elementCount], delta.gaps.isEmpty {
      inserted.append(delta.utf8[...])
    } else {
      append(integration.newElements, of: delta)
    }
    state.apply(integration.operations)
  }

  /// Drops the text that is deleted at a version.
  ///
  /// - Parameter tips: The version's tips, by their places in the log.
  func dropDeleted(upTo tips: [Int]) {
    inserted.drop(log.drop(upTo: tips, cache: history))
  }

  /// Drops the text that another log dropped. This text knows all edits of that log.
  func forget(as log: SequenceLog) {
    if let tips = try? self.log.places(of: log.dropped) { dropDeleted(upTo: tips) }
  }

  private func append(_ elements: [Range<Int>], of delta: TextBatch) {
    if elements.isEmpty { return }
    let content = InsertedText(delta.utf8[...], gaps: delta.gaps)
    for elements in elements { inserted.append(elements, of: content) }
  }

  /// The session of the last edit made here, if the next edit would continue the session.
  var session: SessionID? { token.current }

  @usableFromInline
  func editCount(of session: SessionID) -> Int { log.graph.count(of: session) }
}
