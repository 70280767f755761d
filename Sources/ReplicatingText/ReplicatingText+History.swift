// SPDX-License-Identifier: MIT

import SequenceEngine

extension ReplicatingText {
  /// The text as it was at a version, with U+FFFD for each scalar whose text was
  /// dropped.
  ///
  /// - Throws: ``MissingHistory`` if the version has seen what this text has not, lies before
  ///   ``earliestVersion``, or shows more than 2^24 scalars whose text was dropped.
  /// - Complexity: O(*n*) in the text, and O(*d* log *n*) for *d* runs of edits that only one
  ///   of the two has seen; before that, O(*n*) in the history if this is the
  ///   first question about it.
  public func string(at version: SequenceVersion) throws(MissingHistory) -> String {
    let rope = try storage.rope(at: version)
    return String(decoding: rope.utf8(0..<rope.measure.scalars), as: UTF8.self)
  }

  /// What one author did in one go: one value edited without being copied or reloaded, in one
  /// run of a program.
  public typealias Session = EditSession

  /// Who edited the text, in order: what a log of its history shows. Each entry has
  /// the version to look at with ``string(at:)``.
  ///
  /// Of history that was dropped they know nothing: sessions that lie in it are not among them,
  /// and the others count only what they did since.
  ///
  /// - Complexity: O(*r* log *r*) in the runs of the history.
  public var sessions: [Session] { storage.log.editSessions }
}

extension TextStorage {
  /// What differs between two versions, in scalars; nil stands for the present.
  func changes(
    from old: SequenceVersion?, to new: SequenceVersion?
  ) throws(MissingHistory) -> [SequenceChange] {
    let changes = try log.changes(from: old, to: new, cache: history)
    if inserted.gaps.isEmpty { return changes }
    try refuseGaps(in: changes.flatMap { $0.removed + $0.inserted })
    return changes
  }

  /// How many scalars without text are shown at a time: a few bytes can claim any
  /// number.
  private static let maximumGap = 1 << 24

  /// Throws if too many of some elements have no text any more.
  func refuseGaps(in elements: [Range<Int>]) throws(MissingHistory) {
    guard inserted.gaps.count(in: elements) <= Self.maximumGap else {
      throw MissingHistory(.dropped)
    }
  }

  /// What was shown at a version.
  func rope(at version: SequenceVersion) throws(MissingHistory) -> TextRope {
    rope.undoing(try changes(from: version, to: nil), inserted)
  }
}

extension TextRope {
  /// The text before some changes that led to this one. Positions are within it, unless
  /// a device's own bytes were believed that were wrong.
  ///
  /// - Parameter inserted: What all elements are.
  /// - Complexity: O(*c* log *n*) and the text changed; the rest is shared.
  borrowing func undoing(
    _ changes: [SequenceChange], _ inserted: borrowing InsertedText
  ) -> TextRope {
    var rope = copy()
    for change in changes.reversed() {
      let range = change.new.clamped(to: 0..<rope.measure.scalars)
      rope.remove(range)
      var position = range.lowerBound
      for elements in change.removed {
        rope.insert(inserted.utf8(elements)[...], at: position)
        position += elements.count
      }
    }
    return rope
  }
}
