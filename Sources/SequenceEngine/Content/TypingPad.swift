// SPDX-License-Identifier: MIT

/// How far typing may go on, and how much was typed.
///
/// Most edits carry the last one on: they type ASCII behind what was typed last, or
/// delete on where was deleted last. Such an edit changes the leaf under the
/// ``TextFinger`` and nothing else. Log and inserted text do not know of it yet:
///
/// ```
/// [known to the log][typed since][gap …][text after the gap]
/// ```
///
/// They are *settled*, brought up to date, by whoever changes the text in any other
/// way, before that: see ``TextState``. Who only reads settles a copy, for others may be
/// reading, too: nothing is ever written for a reader's sake.
@usableFromInline
struct TypingPad: Sendable {
  /// How many scalars the leaf had when log and inserted text were up to date; -1 if they
  /// still are.
  @usableFromInline let settled: Int
  /// Up to how many scalars before the gap a word may still be typed there.
  @usableFromInline let typingEnd: Int
  /// Down to how many scalars before the gap they may be deleted.
  @usableFromInline var beforeEnd: Int
  /// Down to how many scalars after the gap they may be deleted.
  @usableFromInline var afterEnd: Int

  private init(
    settled: Int, typingEnd: Int = -1, beforeEnd: Int = .max, afterEnd: Int = .max
  ) {
    self.settled = settled
    self.typingEnd = typingEnd
    self.beforeEnd = beforeEnd
    self.afterEnd = afterEnd
  }

  /// On which nothing may be typed.
  static var closed: TypingPad { TypingPad(settled: -1) }

  /// On which the last edit may be carried on, at the gap.
  ///
  /// - Parameters:
  ///   - text: The leaf, of which the log knows all. Something of it must remain.
  ///   - next: What carries the last edit on.
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

  /// Lets no delete go on but backspaces, for this is one.
  @inlinable
  @inline(__always)
  mutating func turnBackward() {
    afterEnd = .max
  }

  /// Lets no backspace go on, for this was no backspace.
  @inlinable
  @inline(__always)
  mutating func turnForward() {
    beforeEnd = .max
  }

  /// Whether what was deleted, if anything was, was deleted by backspaces.
  var isBackward: Bool { afterEnd == .max }

  /// How many scalars were typed since, or, below zero, deleted.
  ///
  /// - Parameter text: The leaf as it is.
  @inlinable func typed(in text: GapText) -> Int {
    settled < 0 ? 0 : text.scalars &- settled
  }
}
