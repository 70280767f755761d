// SPDX-License-Identifier: MIT

import SequenceEngine

extension ReplicatingText {
  /// The text of a version, with U+FFFD for each scalar whose text was dropped.
  ///
  /// - Throws: ``Causality/MissingHistory`` if the version has seen edits that this text has not,
  ///   or shows more than 2^24 scalars whose text was dropped.
  /// - Complexity: O(*m* + *d* log *n*) for *m* bytes of text, *n* edits in the history, and *d*
  ///   runs of edits since the version. If the history is not indexed yet, the call indexes it in
  ///   O(*n*).
  public func string(at version: SequenceVersion) throws(MissingHistory) -> String {
    let rope = try storage.rope(at: version)
    return String(decoding: rope.utf8(0..<rope.measure.scalars), as: UTF8.self)
  }

  /// A session: the edits of one value in one run of a program, as long as the value is not copied
  /// or reloaded.
  public typealias Session = EditSession

  /// The sessions that edited the text. If session B has seen all edits of session A, then A stands
  /// before B. Each session has a version for ``string(at:)``.
  ///
  /// - Complexity: O(*r* log *r*) for *r* runs in the history.
  public var sessions: [Session] { storage.log.editSessions }
}

extension TextStorage {
  /// The differences between two versions, in scalars. A nil version stands for the present.
  func changes(
    from old: SequenceVersion?, to new: SequenceVersion?
  ) throws(MissingHistory) -> [SequenceChange] {
    let changes = try log.changes(from: old, to: new, cache: history)
    if inserted.gaps.isEmpty { return changes }
    try refuseGaps(in: changes.flatMap { $0.removed + $0.inserted })
    return changes
  }

  /// The limit on dropped scalars that are shown at a time. Without a limit, a few forged bytes
  /// could claim any number of dropped scalars.
  private static let maximumGap = 1 << 24

  /// Throws if too many of `elements` have lost their text.
  func refuseGaps(in elements: [Range<Int>]) throws(MissingHistory) {
    guard inserted.gaps.count(in: elements) <= Self.maximumGap else {
      throw MissingHistory(.dropped)
    }
  }

  /// The text shown at a version.
  func rope(at version: SequenceVersion) throws(MissingHistory) -> TextRope {
    rope.undoing(try changes(from: version, to: nil), inserted)
  }
}

extension TextRope {
  /// The text before the changes that led to this text. The changes lie within this text, unless
  /// the device's own bytes of the text were wrong.
  ///
  /// - Parameter inserted: The text of all elements.
  /// - Complexity: O(*c* log *n*) for *c* changes in *n* bytes of text, plus the changed text. The
  ///   result shares all other text with this text.
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
