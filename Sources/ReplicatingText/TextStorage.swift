// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// What a text consists of: its history, what was ever typed, and what is
/// shown of it.
///
/// Changed only while one text refers to it, by that text's mutating methods. No
/// two of them overlap, which the compiler proves where a text is used: checking
/// it again for each property at run time took a quarter of the time of an edit.
final class TextStorage: @unchecked Sendable {
  @exclusivity(unchecked) private(set) var log: SequenceLog
  @exclusivity(unchecked) private(set) var inserted: InsertedText
  @exclusivity(unchecked) private(set) var rope: TextRope
  @exclusivity(unchecked) private var token: SessionToken
  /// What answers questions about positions and past versions; no part of the
  /// state.
  let history: HistoryCache

  init() {
    log = SequenceLog()
    inserted = InsertedText()
    rope = TextRope()
    token = SessionToken()
    history = HistoryCache()
  }

  /// Text to be read only, without any history.
  init(showing rope: TextRope) {
    log = SequenceLog()
    inserted = InsertedText()
    self.rope = rope
    token = SessionToken()
    history = HistoryCache()
  }

  private init(
    _ other: TextStorage, token: consuming SessionToken, history: consuming HistoryCache
  ) {
    log = other.log
    inserted = other.inserted
    rope = other.rope
    self.token = token
    self.history = history
  }

  /// A copy that goes on with the session of this storage.
  func copyTakingSession() -> TextStorage {
    TextStorage(self, token: token.handOver(), history: HistoryCache(history.take()))
  }

  /// The same contents as `other`, for a text that goes on with the session of
  /// this storage.
  func adopting(_ other: TextStorage) -> TextStorage {
    let known = ownCount
    let adopted = TextStorage(
      other, token: token.handOver(), history: HistoryCache(other.history.share()))
    adopted.renounceSession(ifBeyond: known)
    return adopted
  }

  // MARK: Local edits

  /// Deletes some scalars, then types text in their place.
  func replace(_ scalars: Range<Int>, with piece: TextPiece) {
    let session = token.claim { log.graph.count(of: $0) > 0 }.id
    if !scalars.isEmpty {
      log.recordEdit(
        OperationRun(
          kind: .deleteForward, position: scalars.lowerBound, length: scalars.count),
        by: session, documentLength: rope.measure.scalars)
      rope.remove(scalars)
    }
    guard !piece.isEmpty else { return }
    log.recordEdit(
      OperationRun(
        kind: .insert, position: scalars.lowerBound, length: piece.scalarCount),
      by: session, documentLength: rope.measure.scalars)
    inserted.append(piece.utf8[...])
    rope.insert(piece.utf8[...], at: scalars.lowerBound)
  }

  // MARK: Edits of others

  /// Takes in the events of a delta that are new.
  func integrate(_ delta: ReplicatingText.Delta) throws(MissingHistory) {
    let known = ownCount
    let integration = try log.integrate(delta.batch, documentLength: rope.measure.scalars)
    var content = InsertedText()
    content.append(delta.utf8[...])
    for elements in integration.newElements {
      content.forEachPiece(of: elements) { inserted.append($0) }
    }
    for operation in integration.operations {
      switch operation {
      case .insert(let elements, let position):
        rope.insert(inserted.utf8(elements)[...], at: position)
      case .delete(let range):
        rope.remove(range)
      }
    }
    renounceSession(ifBeyond: known)
  }

  /// The session of the last edit made here, if the next would continue it.
  var session: SessionID? { token.current }

  /// How many edits the session has that the next edit would continue.
  private var ownCount: Int? {
    token.current.map { log.graph.count(of: $0) }
  }

  /// Gives the session up if it has more edits than were made here: a copy of
  /// this process, as a restored virtual machine is, must have gone on with it.
  private func renounceSession(ifBeyond known: Int?) {
    if let known, ownCount != known { token.renounce() }
  }
}
