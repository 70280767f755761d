// SPDX-License-Identifier: MIT

import Causality
import SequenceEngine

/// Joins of texts that contradict each other.
extension TextStorage {
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
