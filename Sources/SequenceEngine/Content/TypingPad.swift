// SPDX-License-Identifier: MIT

/// The limits of continued typing, and the amount typed.
///
/// Most edits continue the last one: they type ASCII right after the last typing, or delete at the
/// last delete. Such an edit changes only the leaf under the ``TextFinger``. The log and the
/// inserted text do not contain the edit yet:
///
/// ```
/// [known to the log][typed since][gap …][text after the gap]
/// ```
///
/// The log and the inserted text are *settled*, that is, brought up to date, before any other
/// change of the text: see ``TextState``. A reader settles a copy, and never writes to the text,
/// because other threads may be reading too.
@usableFromInline
struct TypingPad: Sendable {
  /// The number of scalars in the leaf when the pad was opened; -1 if the pad is closed. The log
  /// and the inserted text contain these scalars.
  @usableFromInline let settled: Int
  /// A word may be typed while at most this many scalars are before the gap.
  @usableFromInline let typingEnd: Int
  /// A scalar before the gap may be deleted while more than this many scalars are before the gap.
  @usableFromInline var beforeEnd: Int
  /// A scalar after the gap may be deleted while more than this many scalars are after the gap.
  @usableFromInline var afterEnd: Int

  private init(
    settled: Int, typingEnd: Int = -1, beforeEnd: Int = .max, afterEnd: Int = .max
  ) {
    self.settled = settled
    self.typingEnd = typingEnd
    self.beforeEnd = beforeEnd
    self.afterEnd = afterEnd
  }

  /// A pad that allows no typing.
  static var closed: TypingPad { TypingPad(settled: -1) }

  /// Makes a pad that lets edits continue the last edit at the gap.
  ///
  /// - Parameters:
  ///   - text: The leaf. The log contains all of its text. Deletes on the pad never empty the leaf.
  ///   - next: The edit that would continue the last one.
  @inline(__always)
  init(on text: GapText, for next: OperationLog.Continuation) {
    let most = text.scalars - 1
    switch next.kind {
    case .insert:
      self.init(settled: text.scalars, typingEnd: text.room < 8 ? -1 : text.gap + text.room - 8)
    case .deleteForward:
      self.init(
        settled: text.scalars,
        beforeEnd: next.mayTurn ? text.gap - min(text.asciiBeforeGap, most) : .max,
        afterEnd: text.after.scalars - min(text.asciiAfterGap, most))
    case .deleteBackward:
      self.init(settled: text.scalars, beforeEnd: text.gap - min(text.asciiBeforeGap, most))
    }
  }

  /// Allows only backspaces from now on, because the current delete is a backspace.
  @inlinable
  @inline(__always)
  mutating func turnBackward() {
    afterEnd = .max
  }

  /// Allows only forward deletes from now on, because the current delete is a forward delete.
  @inlinable
  @inline(__always)
  mutating func turnForward() {
    beforeEnd = .max
  }

  /// Whether the deletes, if there were any, were backspaces.
  var isBackward: Bool { afterEnd == .max }

  /// The number of scalars typed since the pad was opened; negative if scalars were deleted.
  ///
  /// - Parameter text: The current leaf.
  @inlinable func typed(in text: GapText) -> Int {
    settled < 0 ? 0 : text.scalars &- settled
  }
}
