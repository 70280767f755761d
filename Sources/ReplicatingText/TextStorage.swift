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

  init() {
    log = SequenceLog()
    inserted = InsertedText()
    rope = TextRope()
    token = SessionToken()
  }

  /// Makes what a history shows.
  ///
  /// - Parameters:
  ///   - inserted: What it inserts.
  ///   - utf8: The same.
  convenience init(_ history: SavedHistory, inserted: InsertedText, utf8: ArraySlice<UInt8>) {
    let (log, draft) = history.played()
    var shown: [UInt8] = []
    shown.reserveCapacity(utf8.count)
    let isASCII = utf8.count == inserted.count
    for elements in draft.elements {
      if isASCII {
        let start = utf8.startIndex + elements.lowerBound
        shown += utf8[start..<(start + elements.count)]
      } else {
        inserted.forEachPiece(of: elements) { shown += $0 }
      }
    }
    self.init(log, inserted: inserted, shown: shown[...])
  }

  /// Believes what a history shows.
  ///
  /// - Parameter shown: The text, in well-formed UTF-8.
  init(_ log: SequenceLog, inserted: InsertedText, shown: ArraySlice<UInt8>) {
    self.log = log
    self.inserted = inserted
    rope = TextRope()
    token = SessionToken()
    rope.insert(shown, at: 0)
  }

  private init(_ other: TextStorage, token: consuming SessionToken) {
    log = other.log
    inserted = other.inserted
    rope = other.rope
    self.token = token
  }

  /// A copy that goes on with the session of this storage.
  func copyTakingSession() -> TextStorage {
    TextStorage(self, token: token.handOver())
  }

  /// The same contents as `other`, for a text that goes on with the session of
  /// this storage.
  func adopting(_ other: TextStorage) -> TextStorage {
    let known = ownCount
    let adopted = TextStorage(other, token: token.handOver())
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
    apply(integration.operations)
    renounceSession(ifBeyond: known)
  }

  /// Positions are within the text, unless bytes that were believed were wrong:
  /// then there is no right answer, and only stopping would be worse.
  private func apply(_ operations: [DocumentOperation]) {
    for operation in operations {
      let count = rope.measure.scalars
      switch operation {
      case .insert(let elements, let position):
        rope.insert(inserted.utf8(elements)[...], at: min(position, count))
      case .delete(let range):
        rope.remove(range.clamped(to: 0..<count))
      }
    }
  }

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
