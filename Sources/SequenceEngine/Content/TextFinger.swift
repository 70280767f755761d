// SPDX-License-Identifier: MIT

/// The leaf of the last edit of a text, taken out of the tree. Edits that continue in this leaf
/// need not walk the tree.
///
/// The tree keeps the leaf as it was when the finger was put on the leaf. Only an edit of the text
/// puts the leaf back. A reader takes the difference into account and writes nothing.
@usableFromInline
struct TextFinger: Sendable {
  /// The leaf with the edits.
  @usableFromInline var text: GapText
  /// The measure of the leaf in the tree.
  let known: TextMeasure
  /// The measure of the text before the leaf.
  @usableFromInline let start: TextMeasure
  /// The path of the leaf in the tree; nil if the finger is on no leaf.
  let path: RopePath?
  /// The pad that counts the typing that the log does not contain yet.
  @usableFromInline var pad = TypingPad.closed

  /// A finger on no leaf.
  init() {
    text = GapText()
    known = .zero
    start = .zero
    path = nil
  }

  init(on text: GapText, start: TextMeasure, path: RopePath) {
    self.text = text
    self.start = start
    self.path = path
    known = text.measure
  }

  /// The growth of the leaf since it was taken out of the tree.
  var growth: TextMeasure { text.measure - known }

  /// The part of the document that the leaf holds.
  var scalars: Range<Int> { start.scalars..<(start.scalars + text.scalars) }

  // MARK: Typing on

  /// Inserts up to eight ASCII characters, if that continues typing.
  @inlinable
  @inline(__always)
  mutating func typeOn(_ word: UInt64, count: Int, at scalar: Int) -> Bool {
    guard scalar == start.scalars &+ text.gap, text.gap <= pad.typingEnd else { return false }
    text.type(word, count: count)
    return true
  }

  /// Removes the scalar at a place, if that continues deleting.
  @inlinable
  @inline(__always)
  mutating func deleteOn(at scalar: Int) -> Bool {
    let gap = start.scalars &+ text.gap
    if scalar &+ 1 == gap, text.before.scalars > pad.beforeEnd {
      text.backspace()
      pad.turnBackward()
    } else if scalar == gap, text.after.scalars > pad.afterEnd {
      text.deleteForward()
      pad.turnForward()
    } else {
      return false
    }
    return true
  }

  /// The number of scalars typed on the pad; negative if scalars were deleted.
  @inlinable var typed: Int { pad.typed(in: text) }

  /// Whether the deletes on the pad, if there are any, are backspaces.
  var isBackward: Bool { pad.isBackward }

  /// Lets edits continue the last edit, if the gap is where `next` needs it.
  @inline(__always)
  mutating func openPad(for next: OperationLog.Continuation) {
    if path != nil, next.gap == start.scalars + text.gap { pad = TypingPad(on: text, for: next) }
  }

  /// Ends continued typing. The log and the inserted text must already contain all typing.
  mutating func closePad() {
    pad = .closed
  }

  // MARK: Editing

  /// Inserts a word, if the position is in this leaf and there is room.
  @inline(__always)
  mutating func insert(_ word: ASCIIWord, at scalar: Int) -> Bool {
    let offset = scalar - start.scalars
    guard offset >= 0, offset <= text.scalars, text.room >= 8 else { return false }
    text.insert(word, at: offset)
    return true
  }

  /// Inserts text, if the position is in this leaf and there is room.
  mutating func insert(
    _ utf8: UnsafeBufferPointer<UInt8>, _ added: TextMeasure, at scalar: Int
  ) -> Bool {
    let offset = scalar - start.scalars
    guard offset >= 0, offset <= text.scalars, added.bytes <= text.room,
      let source = utf8.baseAddress
    else { return false }
    text.insert(source, added, at: offset)
    return true
  }

  /// Removes text, if all of it is in this leaf and some of the leaf remains.
  @inline(__always)
  mutating func remove(_ scalars: Range<Int>) -> Bool {
    let lower = scalars.lowerBound - start.scalars
    let upper = scalars.upperBound - start.scalars
    let count = text.scalars
    guard lower >= 0, upper <= count, upper - lower < count else { return false }
    text.remove(lower..<upper)
    return true
  }
}
