// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Merging whole texts of which at least one dropped history.
extension TextStorage {
  /// What two texts make together, for a session to go on with.
  ///
  /// Where each knows all that the other dropped, both have the bases of the other in their
  /// past, and the one that dropped less has all that the joint text needs: it takes in the
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

  /// A copy that drops all that another did, of which it knows everything.
  private func forgetting(as other: TextStorage) -> TextStorage {
    let result = copyLeavingSession()
    result.forget(as: other.log)
    return result
  }

  /// Drops all that a log did of which everything is known.
  func forget(as log: SequenceLog) {
    if let tips = try? self.log.places(of: log.dropped) { dropDeletedText(upTo: tips) }
    if let tips = try? self.log.places(of: log.floor) { dropHistory(upTo: tips) }
  }

  // MARK: Without a common history

  /// What two texts show, without the history of either: see ``JoinedBases``.
  ///
  /// - Returns: Nil if it could not be saved.
  static func collapsed(_ one: TextStorage, _ two: TextStorage) -> TextStorage? {
    let (one, two) = (one.withoutHistory, two.withoutHistory)
    guard let first = one.log.base, let second = two.log.base,
      let joined = JoinedBases(first, second)
    else { return nil }
    var utf8: [UInt8] = []
    for piece in joined.pieces {
      let isOne = piece.isFirst != joined.isSwapped
      // All that is left of them is what they show.
      utf8 += isOne ? one.inserted.utf8(piece.places) : two.inserted.utf8(piece.places)
    }
    var inserted = InsertedText()
    inserted.append(utf8[...])
    return TextStorage(SequenceLog(after: joined.base), inserted: inserted, shown: utf8[...])
  }

  // MARK: Contradicting histories

  /// Whether merging another text takes ``joined(contradicting:)``.
  func mustJoin(_ other: TextStorage) -> Bool {
    log.mustJoin(other.log) { contradicts(other) }
  }

  /// Whether the two hold different edits under one identity.
  func contradicts(_ other: TextStorage) -> Bool {
    let isWhole = inserted.gaps.isEmpty && other.inserted.gaps.isEmpty
    return log.contradicts(other.log) { mine, theirs in
      // What was dropped cannot be compared.
      !isWhole || inserted.hasSameText(mine, as: theirs, of: other.inserted)
    }
  }

  /// What texts make together that dropped nothing and may contradict each other, or one of which
  /// sessions were continued twice: see ``ContradictionJoin``.
  static func joined(contradicting texts: [TextStorage]) -> TextStorage {
    var join = ContradictionJoin()
    for text in texts { join.add(text.log, elements: text.inserted.hashes()) }
    var inserted = InsertedText()
    for piece in join.pieces {
      texts[piece.source].inserted.forEachPiece(of: piece.elements) { inserted.append($0) }
    }
    let (log, draft) = join.played()
    var shown: [UInt8] = []
    for elements in draft.elements { inserted.forEachPiece(of: elements) { shown += $0 } }
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
    forEachPiece(of: 0..<count) { utf8 in
      var rest = utf8
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
  /// The text that a delta is the whole of.
  ///
  /// - Parameter history: That of the delta.
  /// - Throws: ``MissingHistory`` if it dropped other text than it says.
  func storage(of history: SavedHistory) throws(MissingHistory) -> TextStorage {
    try TextStorage.playing(history, utf8)
  }
}

extension TextStorage {
  /// Plays a whole history.
  ///
  /// - Throws: ``MissingHistory`` if it dropped other text than it says.
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
