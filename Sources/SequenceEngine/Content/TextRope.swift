// SPDX-License-Identifier: MIT

/// The visible text of a document. Positions count Unicode scalars.
///
/// A text rope is a tree with a ``TextFinger`` at the last edit. Copies made by ``copy()`` share
/// all but the path to the finger's leaf. That path always belongs to one text alone. Edits of the
/// leaf therefore need not check for sharing.
@usableFromInline
package struct TextRope: ~Copyable, Sendable {
  /// The tree, without the changes under the finger.
  private var rope = Rope<TextLeaf>()
  @usableFromInline var finger = TextFinger()

  package init() {}

  init(_ rope: Rope<TextLeaf>) {
    self.rope = rope
  }

  /// The length of the text.
  package var measure: TextMeasure { rope.measure + finger.growth }

  /// A separate text with the same content. Nothing is written to this text, because other threads
  /// may be reading it.
  ///
  /// - Complexity: O(log *n*) for *n* leaves.
  package borrowing func copy() -> TextRope {
    guard let path = finger.path else { return TextRope(rope) }
    let text = finger.text
    var copy = TextRope(rope.copy(along: path) { $0.copy(settling: text) })
    copy.seat(on: path, start: finger.start, room: 0)
    return copy
  }

  // MARK: Editing

  /// Traps if a range goes beyond the text.
  @inline(__always)
  package borrowing func check(_ scalars: Range<Int>) {
    precondition(
      scalars.lowerBound >= 0 && scalars.upperBound <= measure.scalars,
      "\(scalars) is not within 0..<\(measure.scalars)")
  }

  /// Inserts text.
  ///
  /// - Parameter utf8: Well-formed UTF-8.
  /// - Complexity: O(*m*) at the last edit, O(log *n* + *m*) elsewhere for *m* bytes and *n*
  ///   leaves.
  package mutating func insert(_ utf8: ArraySlice<UInt8>, at scalar: Int) {
    utf8.withUnsafeBufferPointer { insert($0, TextMeasure(of: $0), at: scalar) }
  }

  /// Inserts text.
  ///
  /// - Parameters:
  ///   - utf8: Well-formed UTF-8.
  ///   - added: The length of `utf8`.
  mutating func insert(
    _ utf8: UnsafeBufferPointer<UInt8>, _ added: TextMeasure, at scalar: Int
  ) {
    if !finger.insert(utf8, added, at: scalar) { insertElsewhere(utf8, added, at: scalar) }
    checkInvariants()
  }

  /// Inserts a word.
  @inline(__always)
  mutating func insert(_ word: ASCIIWord, at scalar: Int) {
    if !finger.insert(word, at: scalar) {
      word.withUTF8 { insertElsewhere($0, TextMeasure(ascii: word.count), at: scalar) }
    }
    checkInvariants()
  }

  /// Removes text.
  ///
  /// - Complexity: O(1) at the last edit, O(log *n* + *m*) elsewhere for *m* bytes and *n* leaves.
  @inline(__always)
  package mutating func remove(_ scalars: Range<Int>) {
    if !finger.remove(scalars) { removeElsewhere(scalars) }
    checkInvariants()
  }

  @inline(never)
  private mutating func insertElsewhere(
    _ utf8: UnsafeBufferPointer<UInt8>, _ added: TextMeasure, at scalar: Int
  ) {
    precondition(scalar >= 0 && scalar <= measure.scalars, "scalar \(scalar) of a text")
    guard !utf8.isEmpty else { return }
    settle()
    if seat(at: scalar, before: true, room: max(added.bytes, 8)),
      finger.insert(utf8, added, at: scalar)
    {
      return
    }
    unseat()
    insertLeaves(utf8, added, at: scalar)
  }

  /// Inserts text as leaves of its own. The tree must be up to date.
  private mutating func insertLeaves(
    _ utf8: UnsafeBufferPointer<UInt8>, _ added: TextMeasure, at scalar: Int
  ) {
    if scalar > 0 {
      let (path, start, leaf) = leaf(at: scalar, before: true)
      if scalar < start.scalars + leaf.scalars {
        rope.splitLeaf(at: path) { $0.splitOff(from: scalar - start.scalars) }
      }
    }
    var end = scalar
    utf8.forEachStretch(atMost: TextLeaf.capacity * 3 / 4, of: added) { utf8, measure in
      rope.insert(TextLeaf(utf8, measure), at: end)
      end += measure.scalars
    }
    rope.joinSmallMembers(along: leaf(at: end, before: true).path)
    seat(at: end, before: true, room: 0)
  }

  @inline(never)
  private mutating func removeElsewhere(_ scalars: Range<Int>) {
    precondition(scalars.lowerBound >= 0 && scalars.upperBound <= measure.scalars, "\(scalars)")
    guard !scalars.isEmpty else { return }
    settle()
    if seat(at: scalars.lowerBound, before: false, room: 0), finger.remove(scalars) { return }
    unseat()
    rope.remove(scalars)
    seat(at: scalars.lowerBound, before: true, room: 0)
  }

  // MARK: The finger

  /// Brings the tree up to date.
  private mutating func settle() {
    guard let path = finger.path else { return }
    let text = finger.text
    rope.update(path) { $0.settle(text) }
    if finger.growth.bytes < 0, text.measure.bytes <= TextLeaf.capacity / 4 {
      rope.joinSmallMembers(along: path)
    }
    unseat()
  }

  /// Takes the finger away. The tree must be up to date.
  private mutating func unseat() {
    finger = TextFinger()
  }

  /// Puts the finger on the leaf of a position. A leaf without room for `room` bytes is split,
  /// unless these bytes would fill more than half of a leaf.
  ///
  /// - Parameter isBefore: Whether the leaf may end at the position.
  /// - Returns: False if there is no text, or no room for `room` bytes.
  @discardableResult
  private mutating func seat(at scalar: Int, before isBefore: Bool, room: Int) -> Bool {
    guard rope.measure.scalars > 0 else {
      unseat()
      return false
    }
    while true {
      let (path, start, leaf) = leaf(at: scalar, before: isBefore)
      if leaf.bytes + room <= TextLeaf.capacity {
        seat(on: path, start: start, room: room)
        return true
      }
      if room > TextLeaf.capacity / 2 { return false }
      rope.splitLeaf(at: path) { $0.splitOff() }
    }
  }

  /// The leaf that a position belongs to, as it is in the tree: the path of the leaf, the measure
  /// of the text before the leaf, and the measure of the leaf.
  private borrowing func leaf(
    at scalar: Int, before isBefore: Bool
  ) -> (path: RopePath, start: TextMeasure, measure: TextMeasure) {
    var (path, start) = (RopePath(), TextMeasure.zero)
    let leaf = rope.root.findLeaf(at: scalar, before: isBefore, path: &path, start: &start)
    return (path, start, leaf)
  }

  private mutating func seat(on path: RopePath, start: TextMeasure, room: Int) {
    let text = rope.access(path) {
      $0.makeOwn(room: room)
      return $0.text
    }
    finger = TextFinger(on: text, start: start, path: path)
  }

  @usableFromInline
  borrowing func checkInvariants() {
    #if DECENT_INVARIANTS
      finger.text.checkInvariants()
      let copy = copy()
      precondition(copy.rope.measure == measure, "the measure of a text")
      copy.rope.checkInvariants()
    #endif
  }

  // MARK: Reading

  /// The UTF-8 of some scalars.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* scalars and *n* leaves.
  package borrowing func utf8(_ scalars: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    if scalars == 0..<measure.scalars { bytes.reserveCapacity(measure.bytes) }
    let (leaf, growth) = (finger.scalars, finger.growth.scalars)
    let start = finger.start.scalars
    if scalars.lowerBound < start { rope.write(scalars.clamped(to: 0..<start), to: &bytes) }
    let here = scalars.clamped(to: leaf)
    if !here.isEmpty {
      finger.text.write((here.lowerBound - start)..<(here.upperBound - start), to: &bytes)
    }
    if scalars.upperBound > leaf.upperBound {
      let rest = scalars.clamped(to: leaf.upperBound..<measure.scalars)
      rope.write((rest.lowerBound - growth)..<(rest.upperBound - growth), to: &bytes)
    }
    return bytes
  }

  /// The UTF-16 offset of a scalar.
  ///
  /// - Complexity: O(log *n*) for *n* leaves.
  package borrowing func utf16Offset(ofScalar scalar: Int) -> Int {
    if scalar < finger.start.scalars { return rope.utf16Offset(ofScalar: scalar) }
    if scalar <= finger.scalars.upperBound {
      let offset = scalar - finger.start.scalars
      return finger.start.utf16 + finger.text.measure(upToScalar: offset).utf16
    }
    let growth = finger.growth
    return rope.utf16Offset(ofScalar: scalar - growth.scalars) + growth.utf16
  }

  /// The number of whole scalars before a UTF-16 offset. An offset between the halves of a
  /// surrogate pair counts as the offset before the pair.
  ///
  /// - Complexity: O(log *n*) for *n* leaves.
  package borrowing func scalarOffset(ofUTF16 offset: Int) -> Int {
    let start = finger.start
    if offset < start.utf16 { return rope.scalarOffset(ofUTF16: offset) }
    if offset <= start.utf16 + finger.text.measure.utf16 {
      return start.scalars + finger.text.measure(upToUTF16: offset - start.utf16).scalars
    }
    let growth = finger.growth
    return rope.scalarOffset(ofUTF16: offset - growth.utf16) + growth.scalars
  }
}
