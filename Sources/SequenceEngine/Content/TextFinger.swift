// SPDX-License-Identifier: MIT

/// Where a text was edited last: one leaf, taken out of the tree while edits go
/// on in it, so that they need not walk the tree.
///
/// The tree has the leaf as it was when the finger was put on it. Only whoever
/// edits the text puts the leaf back; who reads it, perhaps one of several
/// threads, takes the difference into account.
struct TextFinger: Sendable {
  /// The leaf as it is.
  var text: GapText
  /// The leaf as the tree knows it.
  let known: TextMeasure
  /// What lies before the leaf.
  let start: TextMeasure
  /// Where the leaf is in the tree; nil if the finger is on none.
  let path: RopePath?

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

  /// By how much the leaf is longer than the tree knows.
  var growth: TextMeasure { text.measure - known }

  /// The part of the document that the leaf holds.
  var scalars: Range<Int> { start.scalars..<(start.scalars + text.scalars) }

  /// Whether the gap is at a place and has room for a word.
  @inline(__always)
  func takesWord(at scalar: Int) -> Bool {
    scalar == start.scalars &+ text.gap && text.room >= 8
  }

  /// Takes ASCII out that lies beside the gap, if something remains.
  @inline(__always)
  mutating func removeASCIIAtGap(_ scalars: Range<Int>) -> Bool {
    let gap = start.scalars &+ text.gap
    let count = scalars.upperBound &- scalars.lowerBound
    guard count < text.scalars else { return false }
    if scalars.upperBound == gap { return text.removeASCIIBeforeGap(count) }
    return scalars.lowerBound == gap && text.removeASCIIAfterGap(count)
  }

  /// Puts text in, if this is the place and there is room.
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

  /// Takes text out, if all of it is here and something remains.
  ///
  /// - Returns: How long it was.
  mutating func remove(_ scalars: Range<Int>) -> TextMeasure? {
    let lower = scalars.lowerBound - start.scalars
    let upper = scalars.upperBound - start.scalars
    let count = text.scalars
    guard lower >= 0, upper <= count, upper - lower < count else { return nil }
    return text.remove(lower..<upper)
  }
}
