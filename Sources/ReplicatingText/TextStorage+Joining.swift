// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Joins of whole texts: texts that dropped history, and texts that contradict each other.
extension TextStorage {
  /// The join of two texts, for a session to continue.
  ///
  /// If each text knows all edits that the other dropped, both have the other's base in their past.
  /// The text that dropped less then has all history that the joint text needs: it takes in the
  /// other's news.
  ///
  /// - Throws: ``MissingHistory`` if each has edits that the other lacks, and they need history
  ///   that was dropped.
  static func joined(
    _ one: TextStorage, _ two: TextStorage
  ) throws(MissingHistory) -> TextStorage {
    if one.log.containsTips(of: two.log) { return one.forgetting(as: two) }
    if two.log.containsTips(of: one.log) { return two.forgetting(as: one) }
    guard one.log.reachesBase(of: two.log), two.log.reachesBase(of: one.log) else {
      throw MissingHistory(.dropped)
    }
    let (deeper, other) = one.log.isDeeper(than: two.log) ? (one, two) : (two, one)
    let result = deeper.copyLeavingSession()
    let news = other.log.news(since: deeper.log.version)
    try result.integrate(TextBatch(news, from: other.inserted))
    return result
  }

  /// A copy that also drops everything that `other` dropped. This text knows all edits of `other`.
  private func forgetting(as other: TextStorage) -> TextStorage {
    let result = copyLeavingSession()
    result.forget(as: other.log)
    return result
  }

  /// Drops everything that a log dropped. This text knows all edits of that log.
  func forget(as log: SequenceLog) {
    if let tips = try? self.log.places(of: log.dropped) { dropDeletedText(upTo: tips) }
    if let tips = try? self.log.places(of: log.floor) { dropHistory(upTo: tips) }
  }

  // MARK: Without a common history

  /// The shown contents of two texts, without the history of either: see ``JoinedBases``.
  ///
  /// - Returns: Nil if the result could not be saved.
  static func collapsed(_ one: TextStorage, _ two: TextStorage) -> TextStorage? {
    let (one, two) = (one.withoutHistory, two.withoutHistory)
    guard let first = one.log.base, let second = two.log.base,
      let joined = JoinedBases(first, second)
    else { return nil }
    var utf8: [UInt8] = []
    for piece in joined.pieces {
      let isOne = piece.isFirst != joined.isSwapped
      // The two texts have no other contents left than the shown ones.
      utf8 += isOne ? one.inserted.utf8(piece.places) : two.inserted.utf8(piece.places)
    }
    var inserted = InsertedText()
    inserted.append(utf8[...])
    return TextStorage(SequenceLog(after: joined.base), inserted: inserted, shown: utf8[...])
  }

  // MARK: Contradicting histories

  /// Whether merging another text uses ``joined(contradicting:)``.
  func mustJoin(_ other: TextStorage) -> Bool {
    log.mustJoin(other.log) { contradicts(other) }
  }

  /// Whether the two texts hold different edits under one identity.
  func contradicts(_ other: TextStorage) -> Bool {
    let isWhole = inserted.gaps.isEmpty && other.inserted.gaps.isEmpty
    return log.contradicts(other.log) { mine, theirs in
      // Dropped text cannot be compared.
      !isWhole || inserted.hasSameText(mine, as: theirs, of: other.inserted)
    }
  }

  /// The join of texts that dropped nothing and may contradict each other, or of a text whose
  /// sessions were continued twice: see ``ContradictionJoin``.
  static func joined(contradicting texts: [TextStorage]) -> TextStorage {
    var join = ContradictionJoin()
    for text in texts { join.add(text.log, elements: text.inserted.hashes()) }
    var inserted = InsertedText()
    for piece in join.pieces {
      inserted.append(piece.elements, of: texts[piece.source].inserted)
    }
    let (log, draft) = join.played()
    var shown: [UInt8] = []
    for elements in draft.elements {
      inserted.forEachPiece(of: elements) { bytes, _ in shown += bytes }
    }
    return TextStorage(log, inserted: inserted, shown: shown[...])
  }

  private var withoutHistory: TextStorage {
    let result = copyLeavingSession()
    result.dropHistory(upTo: log.graph.frontier)
    return result
  }
}

extension InsertedText {
  /// A hash of each scalar.
  fileprivate borrowing func hashes() -> [UInt128] {
    var hashes: [UInt128] = []
    forEachPiece(of: 0..<count) { utf8, _ in
      var rest = utf8[...]
      while let first = rest.first {
        let length = max(1, (~first).leadingZeroBitCount)
        hashes.append(ContentHash(Array(rest.prefix(length))).rawValue)
        rest = rest.dropFirst(length)
      }
    }
    return hashes
  }
}

extension ReplicatingText.Delta {
  /// The text of this delta, which must be a whole history.
  ///
  /// - Parameter history: The history of the delta.
  /// - Throws: ``MissingHistory`` if the history dropped other text than it claims.
  func storage(of history: SavedHistory) throws(MissingHistory) -> TextStorage {
    try TextStorage.playing(history, utf8)
  }
}

extension TextStorage {
  /// Plays a whole history.
  ///
  /// - Throws: ``MissingHistory`` if it dropped other text than it claims.
  static func playing(
    _ history: SavedHistory, _ utf8: [UInt8]
  ) throws(MissingHistory) -> TextStorage {
    let inserted = InsertedText(utf8[...], gaps: ElementGaps(history.dropped?.ranges ?? []))
    guard let storage = TextStorage(history, inserted: inserted, utf8: utf8[...]) else {
      throw MissingHistory()
    }
    return storage
  }
}
