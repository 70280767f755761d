// SPDX-License-Identifier: MIT

/// One stretch that two versions of a document show differently.
package struct SequenceChange: Equatable, Sendable {
  /// The range of the stretch in the first version.
  package var old: Range<Int>
  /// The range of the stretch in the second version.
  package var new: Range<Int>
  /// The elements of `old`, numbered in the order in which the log learned of them.
  package var removed: [Range<Int>] = []
  /// The elements of `new`, numbered in the same way.
  package var inserted: [Range<Int>] = []
}

/// Neighbouring elements that are visible at only one of two versions.
struct ChangedPiece {
  var elements: Range<Int>
  var isInserted: Bool
  /// The number of elements that the first version shows before the piece.
  var old: Int
  /// The number of elements that the second version shows before the piece.
  var new: Int

  /// Whether the piece stands before another piece in the document.
  ///
  /// Along the document, `old` and `new` never fall, and each piece increases one of them.
  func precedes(_ other: ChangedPiece) -> Bool {
    old == other.old ? new < other.new : old < other.old
  }
}

/// Joins adjacent pieces into changes.
struct ChangeBuilder {
  private(set) var changes: [SequenceChange] = []
  private var isInserted = false

  /// Begins a piece.
  mutating func begin(_ piece: ChangedPiece) {
    isInserted = piece.isInserted
    if let last = changes.last, last.old.upperBound == piece.old, last.new.upperBound == piece.new {
      return
    }
    changes.append(
      SequenceChange(old: piece.old..<piece.old, new: piece.new..<piece.new))
  }

  /// Adds elements of the piece.
  mutating func add(_ elements: Range<Int>) {
    let last = changes.count - 1
    if isInserted {
      let new = changes[last].new
      changes[last].new = new.lowerBound..<(new.upperBound + elements.count)
      changes[last].inserted.append(joining: elements)
    } else {
      let old = changes[last].old
      changes[last].old = old.lowerBound..<(old.upperBound + elements.count)
      changes[last].removed.append(joining: elements)
    }
  }
}

extension [Range<Int>] {
  /// Adds a range, or extends the last range by it.
  fileprivate mutating func append(joining range: Range<Int>) {
    if let last, last.upperBound == range.lowerBound {
      self[count - 1] = last.lowerBound..<range.upperBound
    } else {
      append(range)
    }
  }
}
