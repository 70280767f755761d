// SPDX-License-Identifier: MIT

/// A stretch of text as UTF-8 with a gap where the last change was, so that the
/// next one beside it moves nothing.
///
/// ```
/// [text before the gap][gap………][text after the gap]
/// start                gapStart gapEnd         end
/// ```
///
/// All unsafe code of the visible text is here. It is a view of memory that a
/// ``GapMemory`` keeps, without a reference to it: counting references took
/// most of the time of an edit. Whoever holds one keeps the memory, and writes
/// only where nobody else reads it. Bytes are raw memory, so what is read is
/// always initialised by what was written before it.
struct GapText: @unchecked Sendable {
  private let start: UnsafeMutablePointer<UInt8>
  private let end: UnsafeMutablePointer<UInt8>
  private var gapStart: UnsafeMutablePointer<UInt8>
  private var gapEnd: UnsafeMutablePointer<UInt8>
  /// Scalars before the gap.
  private var scalarsBefore = 0
  private var pairsBefore = 0
  private var scalarsAfter = 0
  private var pairsAfter = 0

  /// Makes an empty text in memory of `capacity` bytes.
  init(start: UnsafeMutablePointer<UInt8>, capacity: Int) {
    self.start = start
    end = start + capacity
    gapStart = start
    gapEnd = end
  }

  /// Makes an empty text without memory: its room is none, so the address is
  /// never used.
  init() {
    self.init(start: UnsafeMutablePointer(bitPattern: 16).unsafelyUnwrapped, capacity: 0)
  }

  /// How long the text before the gap is.
  private(set) var before: TextMeasure {
    @inline(__always) get {
      TextMeasure(
        scalars: scalarsBefore, continuations: gapStart - start - scalarsBefore,
        pairs: pairsBefore)
    }
    @inline(__always) set {
      gapStart = start + newValue.bytes
      scalarsBefore = newValue.scalars
      pairsBefore = newValue.pairs
    }
  }

  /// How long the text after the gap is.
  private(set) var after: TextMeasure {
    @inline(__always) get {
      TextMeasure(
        scalars: scalarsAfter, continuations: end - gapEnd - scalarsAfter, pairs: pairsAfter)
    }
    @inline(__always) set {
      gapEnd = end - newValue.bytes
      scalarsAfter = newValue.scalars
      pairsAfter = newValue.pairs
    }
  }

  /// How long the text is.
  @inline(__always) var measure: TextMeasure { before + after }

  /// How many scalars the text has.
  @inline(__always) var scalars: Int { scalarsBefore &+ scalarsAfter }

  /// Where the gap is.
  @inline(__always) var gap: Int { scalarsBefore }

  /// How many bytes can be inserted.
  @inline(__always) var room: Int { gapEnd - gapStart }

  // MARK: Editing at the gap

  /// Puts a word in at the gap.
  ///
  /// - Precondition: There is room for eight bytes.
  @inline(__always)
  mutating func insertAtGap(_ word: ASCIIWord) {
    UnsafeMutableRawPointer(gapStart).storeBytes(of: word.bytes.littleEndian, as: UInt64.self)
    gapStart += word.count
    scalarsBefore &+= word.count
  }

  /// Takes out ASCII before the gap.
  ///
  /// - Returns: Whether it could: if not, nothing is changed.
  @inline(__always)
  mutating func removeASCIIBeforeGap(_ count: Int) -> Bool {
    guard gapStart - start == scalarsBefore, count <= scalarsBefore else { return false }
    scalarsBefore &-= count
    gapStart = start + scalarsBefore
    return true
  }

  /// Takes out ASCII after the gap.
  ///
  /// - Returns: Whether it could: if not, nothing is changed.
  @inline(__always)
  mutating func removeASCIIAfterGap(_ count: Int) -> Bool {
    guard end - gapEnd == scalarsAfter, count <= scalarsAfter else { return false }
    gapEnd += count
    scalarsAfter &-= count
    return true
  }

  // MARK: Editing

  /// Puts text in; the gap is behind it then.
  ///
  /// - Precondition: There is room, and `scalar` is within the text.
  mutating func insert(_ utf8: UnsafePointer<UInt8>, _ added: TextMeasure, at scalar: Int) {
    if scalar != scalarsBefore { moveGap(to: scalar) }
    precondition(added.bytes <= room, "\(added.bytes) bytes in a gap of \(room)")
    gapStart.update(from: utf8, count: added.bytes)
    before += added
  }

  /// Takes text out; the gap is in its place then.
  ///
  /// - Precondition: The range is within the text.
  /// - Returns: How long it was.
  mutating func remove(_ scalars: Range<Int>) -> TextMeasure {
    if scalars.upperBound == scalarsBefore {
      let removed = measureBeforeGap(scalars.count)
      before -= removed
      return removed
    }
    if scalars.lowerBound != scalarsBefore { moveGap(to: scalars.lowerBound) }
    precondition(scalars.count <= scalarsAfter, "scalars beyond the end")
    let removed = measureAfterGap(scalars.count)
    after -= removed
    return removed
  }

  /// The next scalars behind the gap.
  @inline(__always)
  private func measureAfterGap(_ scalars: Int) -> TextMeasure {
    after.isASCII ? TextMeasure(ascii: scalars) : measure(after: scalars)
  }

  /// The last scalars before the gap.
  @inline(__always)
  private func measureBeforeGap(_ scalars: Int) -> TextMeasure {
    before.isASCII ? TextMeasure(ascii: scalars) : measure(before: scalars)
  }

  private mutating func moveGap(to scalar: Int) {
    precondition(scalar >= 0 && scalar <= scalars, "scalar \(scalar) of \(scalars)")
    if scalar < scalarsBefore {
      let moved = measureBeforeGap(scalarsBefore - scalar)
      before -= moved
      (gapEnd - moved.bytes).update(from: gapStart, count: moved.bytes)
      after += moved
    } else {
      let moved = measureAfterGap(scalar - scalarsBefore)
      gapStart.update(from: gapEnd, count: moved.bytes)
      before += moved
      after -= moved
    }
  }

  // MARK: Reading

  private var stretchBefore: UTF8Stretch { UTF8Stretch(start: start, count: gapStart - start) }

  private var stretchAfter: UTF8Stretch {
    UTF8Stretch(start: gapEnd, count: end - gapEnd)
  }

  /// The last scalars before the gap, counted from its nearer end.
  private func measure(before scalars: Int) -> TextMeasure {
    scalars < before.scalars / 2
      ? stretchBefore.suffix(scalars, in: .scalars)
      : before - stretchBefore.prefix(before.scalars - scalars, in: .scalars)
  }

  /// The next scalars behind the gap, counted from the nearer end.
  private func measure(after scalars: Int) -> TextMeasure {
    scalars < after.scalars / 2
      ? stretchAfter.prefix(scalars, in: .scalars)
      : after - stretchAfter.suffix(after.scalars - scalars, in: .scalars)
  }

  /// How long the text before a scalar is.
  func measure(upToScalar scalar: Int) -> TextMeasure {
    scalar <= before.scalars
      ? before - measureBeforeGap(before.scalars - scalar)
      : before + measureAfterGap(scalar - before.scalars)
  }

  /// How long the whole scalars are that the first UTF-16 units hold.
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

  /// Puts the same text into other memory, with room for more.
  func copy(start: UnsafeMutablePointer<UInt8>, capacity: Int) -> GapText {
    precondition(capacity >= measure.bytes, "\(measure.bytes) bytes in \(capacity)")
    var copy = GapText(start: start, capacity: capacity)
    (copy.before, copy.after) = (before, after)
    start.update(from: self.start, count: before.bytes)
    copy.gapEnd.update(from: gapEnd, count: after.bytes)
    return copy
  }

  func checkInvariants() {
    precondition(start <= gapStart && gapStart <= gapEnd && gapEnd <= end, "the gap of a leaf")
    precondition(stretchBefore.measure == before, "the text before the gap")
    precondition(stretchAfter.measure == after, "the text after the gap")
  }
}

/// Memory for a ``GapText``, freed with the last reference to it.
final class GapMemory: @unchecked Sendable {
  private let base: UnsafeMutablePointer<UInt8>
  private let capacity: Int

  init(capacity: Int) {
    self.capacity = max(capacity, 16)
    base = .allocate(capacity: self.capacity)
  }

  deinit {
    base.deallocate()
  }

  /// An empty text in this memory.
  var text: GapText { GapText(start: base, capacity: capacity) }

  /// A copy of a text, in this memory.
  ///
  /// - Parameter source: The memory that the text is in. It must stay until all is
  ///   copied, which only its owner's reference tells the compiler.
  func copy(_ text: GapText, from source: GapMemory) -> GapText {
    withExtendedLifetime(source) { text.copy(start: base, capacity: capacity) }
  }
}
