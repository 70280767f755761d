// SPDX-License-Identifier: MIT

/// A gap buffer of UTF-8. The gap is at the last change, so that a change beside it moves nothing.
///
/// ```
/// [text before the gap][gap………][text after the gap]
/// start                gapStart gapEnd
/// ```
///
/// All unsafe writing of the visible text is here. The value is a view of a ``GapMemory`` without a
/// reference to it: counting references took most of the time of an edit. The holder of the value
/// keeps the memory alive, and writes only while no other holder reads. The memory is not
/// initialized. Each byte is read only after it was written.
@usableFromInline
struct GapText: @unchecked Sendable {
  @usableFromInline let start: UnsafeMutablePointer<UInt8>
  private let capacity: Int
  /// The length of the text before the gap.
  @usableFromInline var before = TextMeasure.zero
  /// The length of the text after the gap.
  @usableFromInline var after = TextMeasure.zero

  /// Makes an empty text in memory of `capacity` bytes.
  init(start: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.start = start
    self.capacity = capacity
  }

  /// Makes an empty text without memory. It has no room, so the address is never used.
  init() {
    // Every address but 0 makes a pointer.
    self.init(start: UnsafeMutablePointer(bitPattern: 16).unsafelyUnwrapped, capacity: 0)
  }

  @inline(__always) private var gapStart: UnsafeMutablePointer<UInt8> { start + before.bytes }

  @inline(__always) private var gapEnd: UnsafeMutablePointer<UInt8> {
    start + (capacity &- after.bytes)
  }

  /// The length of the text.
  @inline(__always) var measure: TextMeasure { before + after }

  /// The number of scalars of the text.
  @inlinable var scalars: Int {
    @inline(__always) get { before.scalars &+ after.scalars }
  }

  /// The position of the gap, in scalars.
  @inlinable var gap: Int {
    @inline(__always) get { before.scalars }
  }

  /// The number of bytes that can be inserted.
  @inline(__always) var room: Int { capacity &- before.bytes &- after.bytes }

  // MARK: Editing at the gap

  /// Inserts up to eight ASCII characters at the gap.
  ///
  /// - Parameter word: The characters, the first in the lowest byte.
  /// - Precondition: There is room for eight bytes.
  @inlinable
  @inline(__always)
  mutating func type(_ word: UInt64, count: Int) {
    UnsafeMutableRawPointer(start + before.bytes)
      .storeBytes(of: word.littleEndian, as: UInt64.self)
    before.scalars &+= count
  }

  /// Removes the character before the gap.
  ///
  /// - Precondition: The character is ASCII.
  @inlinable
  @inline(__always)
  mutating func backspace() {
    before.scalars &-= 1
  }

  /// Removes the character after the gap.
  ///
  /// - Precondition: The character is ASCII.
  @inlinable
  @inline(__always)
  mutating func deleteForward() {
    after.scalars &-= 1
  }

  // Callers read the next two properties right after an edit. Inlined, the properties read single
  // stored numbers. A function call would wait for the whole value to be stored and copied.

  /// The number of ASCII scalars right before the gap, or a lower bound if there are many.
  @inline(__always) var asciiBeforeGap: Int {
    before.isASCII ? before.scalars : stretchBefore.asciiSuffix
  }

  /// The number of ASCII scalars right after the gap, or a lower bound if there are many.
  @inline(__always) var asciiAfterGap: Int {
    after.isASCII ? after.scalars : stretchAfter.asciiPrefix
  }

  /// Calls `body` with the last `count` bytes before the gap, which are typed ASCII.
  func withTyped(_ count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    body(UnsafeBufferPointer(start: gapStart - count, count: count))
  }

  // MARK: Editing

  /// Inserts text, and moves the gap to the end of that text.
  ///
  /// - Precondition: There is room for `utf8`, and `scalar` is within the text.
  mutating func insert(_ utf8: UnsafePointer<UInt8>, _ added: TextMeasure, at scalar: Int) {
    if scalar != before.scalars { moveGap(to: scalar) }
    precondition(added.bytes <= room, "\(added.bytes) bytes in a gap of \(room)")
    gapStart.update(from: utf8, count: added.bytes)
    before += added
  }

  /// Inserts a word, and moves the gap to the end of the word.
  ///
  /// - Precondition: There is room for eight bytes, and `scalar` is within the text.
  @inline(__always)
  mutating func insert(_ word: ASCIIWord, at scalar: Int) {
    if scalar != before.scalars { moveGap(to: scalar) }
    type(word.bytes, count: word.count)
  }

  /// Removes text, and moves the gap to the place of that text.
  ///
  /// - Precondition: The range is within the text.
  mutating func remove(_ scalars: Range<Int>) {
    if scalars.upperBound == before.scalars {
      before -= measureBeforeGap(scalars.count)
      return
    }
    if scalars.lowerBound != before.scalars { moveGap(to: scalars.lowerBound) }
    precondition(scalars.count <= after.scalars, "scalars beyond the end")
    after -= measureAfterGap(scalars.count)
  }

  /// The measure of the first scalars after the gap.
  @inline(__always)
  private func measureAfterGap(_ scalars: Int) -> TextMeasure {
    after.isASCII ? TextMeasure(ascii: scalars) : stretchAfter.first(scalars, of: after)
  }

  /// The measure of the last scalars before the gap.
  @inline(__always)
  private func measureBeforeGap(_ scalars: Int) -> TextMeasure {
    before.isASCII ? TextMeasure(ascii: scalars) : stretchBefore.last(scalars, of: before)
  }

  /// Appends another text. The memory of the other text must stay alive until the call returns.
  ///
  /// - Precondition: There is room for the other text.
  mutating func append(_ other: GapText) {
    insert(other.start, other.before, at: scalars)
    insert(other.gapEnd, other.after, at: scalars)
  }

  /// - Precondition: `scalar` is within the text.
  mutating func moveGap(to scalar: Int) {
    precondition(scalar >= 0 && scalar <= scalars, "scalar \(scalar) of \(scalars)")
    if scalar < before.scalars {
      let moved = measureBeforeGap(before.scalars - scalar)
      before -= moved
      (gapEnd - moved.bytes).update(from: gapStart, count: moved.bytes)
      after += moved
    } else {
      let moved = measureAfterGap(scalar - before.scalars)
      gapStart.update(from: gapEnd, count: moved.bytes)
      before += moved
      after -= moved
    }
  }

  // MARK: Reading

  /// The text before the gap, valid until the next change.
  var utf8BeforeGap: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: start, count: before.bytes)
  }

  /// The text after the gap, valid until the next change.
  var utf8AfterGap: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: gapEnd, count: after.bytes)
  }

  @inline(__always) private var stretchBefore: UTF8Stretch {
    UTF8Stretch(start: start, count: before.bytes)
  }

  @inline(__always) private var stretchAfter: UTF8Stretch {
    UTF8Stretch(start: gapEnd, count: after.bytes)
  }

  /// The length of the text before a scalar.
  func measure(upToScalar scalar: Int) -> TextMeasure {
    scalar <= before.scalars
      ? before - measureBeforeGap(before.scalars - scalar)
      : before + measureAfterGap(scalar - before.scalars)
  }

  /// The length of the longest prefix of whole scalars that has at most `byte` bytes.
  func measure(upToByte byte: Int) -> TextMeasure {
    byte <= before.bytes
      ? TextMeasure(of: utf8BeforeGap.wholeScalars(atMost: byte))
      : before + TextMeasure(of: utf8AfterGap.wholeScalars(atMost: byte - before.bytes))
  }

  /// The length of the longest prefix of whole scalars that has at most `offset` UTF-16 units.
  func measure(upToUTF16 offset: Int) -> TextMeasure {
    if offset <= before.utf16 {
      if before.isASCII { return TextMeasure(ascii: offset) }
      return offset < before.utf16 / 2
        ? stretchBefore.prefix(offset, in: .utf16)
        : before - stretchBefore.suffix(before.utf16 - offset, in: .utf16)
    }
    let rest = offset - before.utf16
    if after.isASCII { return before + TextMeasure(ascii: rest) }
    return rest < after.utf16 / 2
      ? before + stretchAfter.prefix(rest, in: .utf16)
      : measure - stretchAfter.suffix(after.utf16 - rest, in: .utf16)
  }

  /// Appends the UTF-8 of some scalars to an array.
  func write(_ scalars: Range<Int>, to utf8: inout [UInt8]) {
    precondition(
      scalars.lowerBound >= 0 && scalars.upperBound <= measure.scalars, "\(scalars) of a leaf")
    let lower = measure(upToScalar: scalars.lowerBound).bytes
    let upper = measure(upToScalar: scalars.upperBound).bytes
    let (bytesBefore, bytes) = (before.bytes, measure.bytes)
    let head = (lower..<upper).clamped(to: 0..<bytesBefore)
    let tail = (lower..<upper).clamped(to: bytesBefore..<bytes)
    utf8.append(contentsOf: UnsafeBufferPointer(start: start + head.lowerBound, count: head.count))
    utf8.append(
      contentsOf: UnsafeBufferPointer(
        start: gapEnd + (tail.lowerBound - bytesBefore), count: tail.count))
  }

  /// Copies this text into the memory of an empty text.
  func copy(into empty: GapText) -> GapText {
    precondition(empty.capacity >= measure.bytes, "\(measure.bytes) bytes in \(empty.capacity)")
    var copy = empty
    (copy.before, copy.after) = (before, after)
    copy.start.update(from: start, count: before.bytes)
    copy.gapEnd.update(from: gapEnd, count: after.bytes)
    return copy
  }

  func checkInvariants() {
    precondition(room >= 0, "the gap of a leaf")
    precondition(stretchBefore.measure == before, "the text before the gap")
    precondition(stretchAfter.measure == after, "the text after the gap")
  }
}

/// Memory for a ``GapText`` in one allocation, freed with the last reference.
///
/// The bytes are changed only after ``isUnique()`` found no other reference.
struct GapMemory: @unchecked Sendable {
  /// The header is the capacity.
  private var buffer: ManagedBuffer<Int, UInt8>

  init(capacity: Int) {
    let capacity = max(capacity, 16)
    buffer = .create(minimumCapacity: capacity) { _ in capacity }
  }

  /// Whether there is no other reference to the memory.
  mutating func isUnique() -> Bool { isKnownUniquelyReferenced(&buffer) }

  /// An empty text in this memory.
  var text: GapText {
    buffer.withUnsafeMutablePointers { GapText(start: $1, capacity: $0.pointee) }
  }

  /// A copy of a text, in this memory.
  ///
  /// - Parameter source: The memory of the text. The call keeps `source` alive until the copy is
  ///   made.
  func copy(_ text: GapText, from source: GapMemory) -> GapText {
    let empty = self.text
    return withExtendedLifetime(source.buffer) { text.copy(into: empty) }
  }
}
