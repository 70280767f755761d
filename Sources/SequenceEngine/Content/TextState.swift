// SPDX-License-Identifier: MIT

/// The parts of a text: its history, all text ever typed, and the shown text.
///
/// Continued typing changes only the shown text. `settle()` updates the history and the inserted
/// text later, together. Until then, ``log`` and ``inserted`` compute them. ``TypingPad`` explains
/// why that is safe.
@usableFromInline
package struct TextState: ~Copyable, Sendable {
  @usableFromInline var settledLog: SequenceLog
  @usableFromInline var settledInserted: InsertedText
  @usableFromInline var shown: TextRope

  /// - Parameters:
  ///   - inserted: The elements that the log's events insert.
  ///   - rope: The text that the log shows.
  package init(
    _ log: SequenceLog = SequenceLog(), inserted: consuming InsertedText = InsertedText(),
    showing rope: consuming TextRope = TextRope()
  ) {
    settledLog = log
    settledInserted = inserted
    shown = rope
  }

  /// A separate state with the same content. Nothing is written to this state, because other
  /// threads may be reading it.
  ///
  /// - Complexity: O(log *n*) for *n* bytes.
  package borrowing func copy() -> TextState {
    TextState(log, inserted: inserted.copy(), showing: shown.copy())
  }

  // MARK: Parts

  /// The history. Changing the history settles the typing first.
  @inlinable package var log: SequenceLog {
    _read {
      if shown.finger.typed == 0 { yield settledLog } else { yield typedLog }
    }
    _modify {
      settle()
      yield &settledLog
    }
  }

  /// Calls `body` with the history in place. The accessor of ``log`` chooses between two logs. The
  /// compiler copies the chosen log, which retains some twenty arrays.
  package borrowing func withLog<Result, Failure: Error>(
    _ body: (borrowing SequenceLog) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if shown.finger.typed == 0 { try body(settledLog) } else { try body(typedLog) }
  }

  /// The text of every scalar ever inserted. Changing that text settles the typing first.
  @inlinable package var inserted: InsertedText {
    _read {
      if shown.finger.typed <= 0 { yield settledInserted } else { yield typedInserted }
    }
    _modify {
      settle()
      yield &settledInserted
    }
  }

  /// The shown text. Changing the shown text settles the typing first.
  @inlinable package var rope: TextRope {
    _read { yield shown }
    _modify {
      settle()
      yield &shown
    }
  }

  /// The number of events, including one for each scalar of the typing that is not settled yet.
  ///
  /// - Complexity: O(1)
  package var eventCount: Int { settledLog.operations.count + abs(shown.finger.typed) }

  /// Traps if a range goes beyond the shown text.
  package borrowing func check(_ scalars: Range<Int>) {
    shown.check(scalars)
  }

  // MARK: Typing

  /// Adds the typing to the log and the inserted text, and closes the pad.
  @usableFromInline
  @inline(__always)
  mutating func settle() {
    let typed = shown.finger.typed
    if typed != 0 {
      settledLog.carryOn(typed, isBackward: shown.finger.isBackward)
      if typed > 0 { settledInserted.appendTyped(typed, in: shown) }
    }
    shown.finger.closePad()
  }

  /// Opens the pad, so that the next edit may continue the last one.
  @inline(__always)
  mutating func openPad() {
    shown.finger.openPad(for: settledLog.operations.continuation)
    checkInvariants()
  }

  @usableFromInline var typedLog: SequenceLog {
    var log = settledLog
    log.carryOn(shown.finger.typed, isBackward: shown.finger.isBackward)
    return log
  }

  @usableFromInline var typedInserted: InsertedText {
    var inserted = settledInserted.copy()
    inserted.appendTyped(shown.finger.typed, in: shown)
    return inserted
  }

  @usableFromInline
  borrowing func checkInvariants() {
    #if DECENT_INVARIANTS
      let typed = shown.finger.typed
      precondition(settledLog.elementCount == settledInserted.count, "elements without text")
      let gap = shown.finger.start.scalars + shown.finger.text.gap
      precondition(typed == 0 || typedLog.operations.continuation.gap == gap, "typed elsewhere")
    #endif
  }
}

extension InsertedText {
  /// Adds the last `count` characters that were typed into `rope`. They are ASCII.
  fileprivate mutating func appendTyped(_ count: Int, in rope: borrowing TextRope) {
    rope.finger.text.withTyped(count) { append($0, TextMeasure(ascii: count)) }
  }
}
