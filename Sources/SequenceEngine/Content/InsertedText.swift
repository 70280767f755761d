// SPDX-License-Identifier: MIT

/// Every scalar ever inserted into a text, in the order in which a log learned of them.
///
/// An inserted text only grows, except that the text of scalars can be dropped. Copies share all
/// but the last bytes.
@usableFromInline
package struct InsertedText: ~Copyable, Sendable {
  private struct Chunk {
    /// The place of the first scalar among all kept scalars.
    let firstScalar: Int
    let scalars: Int
    /// The bytes, often a part of a longer appended array.
    let utf8: ArraySlice<UInt8>
  }

  private static let chunkSize = 1024

  private var sealed = SegmentedArray<Chunk>()
  private var sealedScalars = 0
  private var tail = ByteTail(capacity: 0)
  /// The number of bytes of the tail that do not begin a scalar.
  private var tailContinuations = 0
  /// The dropped scalars. All other stored properties cover only kept scalars.
  package var gaps = ElementGaps()

  private var tailScalars: Int { tail.count - tailContinuations }

  package init() {}

  /// A separate text with the same content.
  ///
  /// - Complexity: O(1)
  package borrowing func copy() -> InsertedText {
    var copy = InsertedText()
    copy.sealed = sealed
    copy.sealedScalars = sealedScalars
    copy.tail = tail.copy()
    copy.tailContinuations = tailContinuations
    copy.gaps = gaps
    return copy
  }

  /// The number of scalars, including dropped ones.
  package var count: Int { sealedScalars + tailScalars + gaps.count }

  /// Adds text at the end.
  ///
  /// - Parameter utf8: Well-formed UTF-8.
  /// - Complexity: O(*m*) amortized for *m* bytes.
  package mutating func append(_ utf8: ArraySlice<UInt8>) {
    if utf8.count > Self.chunkSize { return appendMany(Array(utf8), TextMeasure(of: utf8)) }
    utf8.withUnsafeBufferPointer { append($0, TextMeasure(of: $0)) }
  }

  /// Adds text at the end.
  ///
  /// - Parameters:
  ///   - utf8: Well-formed UTF-8.
  ///   - added: The length of `utf8`.
  mutating func append(_ utf8: UnsafeBufferPointer<UInt8>, _ added: TextMeasure) {
    if utf8.count + tail.count <= Self.chunkSize {
      tail.append(utf8)
      tailContinuations += added.continuations
    } else if utf8.count > Self.chunkSize {
      appendMany(Array(utf8), added)
    } else {
      let first = utf8.wholeScalars(atMost: Self.chunkSize - tail.count)
      let rest = UnsafeBufferPointer(rebasing: utf8[first.count...])
      let measure = added.isASCII ? TextMeasure(ascii: first.count) : TextMeasure(of: first)
      append(first, measure)
      seal()
      append(rest, added - measure)
    }
  }

  /// Adds a word at the end.
  mutating func append(_ word: ASCIIWord) {
    if tail.room >= 8, tail.count <= Self.chunkSize - 8 {
      tail.append(word)
    } else {
      word.withUTF8 { append($0, TextMeasure(ascii: word.count)) }
    }
  }

  /// Appends text in chunks that share the array `utf8`.
  private mutating func appendMany(_ utf8: [UInt8], _ added: TextMeasure) {
    var rest = utf8[...]
    while !rest.isEmpty {
      if tail.count + 4 > Self.chunkSize { seal() }
      let cut = TextLeaf.cut(rest, atMost: Self.chunkSize - tail.count)
      let stretch = rest[..<cut]
      let measure = added.isASCII ? TextMeasure(ascii: stretch.count) : TextMeasure(of: stretch)
      if tail.count == 0, cut < rest.endIndex {
        sealed.append(Chunk(firstScalar: sealedScalars, scalars: measure.scalars, utf8: stretch))
        sealedScalars += measure.scalars
      } else {
        stretch.withUnsafeBufferPointer { tail.append($0) }
        tailContinuations += measure.continuations
      }
      rest = rest[cut...]
    }
  }

  private mutating func seal() {
    sealed.append(
      Chunk(firstScalar: sealedScalars, scalars: tailScalars, utf8: tail.bytes[...]))
    sealedScalars += tailScalars
    tail.removeAll()
    tailContinuations = 0
  }

  /// Calls `body` with the UTF-8 of some kept scalars, piece by piece, and with the number of
  /// scalars of each piece. Pieces end between scalars. The bytes are valid until `body` returns.
  ///
  /// - Parameter scalars: The places of the scalars among all kept scalars.
  /// - Complexity: O(log *n* + *m*) for *m* of *n* scalars.
  @inline(__always)
  borrowing func forEachKeptPiece(
    of scalars: Range<Int>, _ body: (_ utf8: UnsafeBufferPointer<UInt8>, _ scalars: Int) -> Void
  ) {
    precondition(scalars.upperBound <= sealedScalars + tailScalars, "\(scalars) of a text")
    guard !scalars.isEmpty else { return }
    var chunk = self.chunk(of: scalars.lowerBound)
    var next = scalars.lowerBound
    while next < scalars.upperBound {
      withChunk(chunk) { utf8, places in
        let piece = next..<min(scalars.upperBound, places.upperBound)
        body(utf8.scalars(piece, among: places), piece.count)
        next = piece.upperBound
      }
      chunk += 1
    }
  }

  /// Calls `body` with the UTF-8 of a chunk, and the places of its scalars among all kept scalars.
  /// The tail is the chunk after the sealed ones.
  @inline(__always)
  private borrowing func withChunk(
    _ index: Int, _ body: (_ utf8: UnsafeBufferPointer<UInt8>, _ places: Range<Int>) -> Void
  ) {
    if index == sealed.count {
      return body(tail.utf8, sealedScalars..<(sealedScalars + tailScalars))
    }
    sealed.withElement(at: index) { chunk in
      let places = chunk.firstScalar..<(chunk.firstScalar + chunk.scalars)
      chunk.utf8.withUnsafeBufferPointer { body($0, places) }
    }
  }

  /// The place of the chunk that holds a scalar.
  ///
  /// A chunk has at most `chunkSize` scalars, and mostly nearly as many. The search begins at the
  /// place that the chunk would have if all chunks had `chunkSize` scalars. The chunk is at that
  /// place or after it, seldom far after it.
  private borrowing func chunk(of scalar: Int) -> Int {
    if sealedScalars <= scalar { return sealed.count }
    let first = scalar / Self.chunkSize
    var step = 1
    while first + step < sealed.count, sealed[first + step].firstScalar <= scalar { step *= 2 }
    let candidates = (first + step / 2)..<min(first + step, sealed.count)
    return candidates.last(inPrefixWhere: { sealed[$0].firstScalar <= scalar })
  }

  /// The UTF-8 of some scalars.
  package borrowing func utf8(_ scalars: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    forEachPiece(of: scalars) { utf8, _ in bytes.append(contentsOf: utf8) }
    return bytes
  }

  /// Whether some kept scalars equal some kept scalars of another text.
  ///
  /// - Parameters:
  ///   - scalars: The places of the scalars among all kept scalars.
  ///   - others: The places of equally many scalars among all kept scalars of the other text.
  /// - Complexity: O(*m*) for *m* scalars; O(*m* / 1024) for parts that both texts share in memory.
  borrowing func hasSameKeptText(
    _ scalars: Range<Int>, as others: Range<Int>, of other: borrowing InsertedText
  ) -> Bool {
    var isSame = true
    var next = others.lowerBound
    forEachKeptPiece(of: scalars) { utf8, count in
      var rest = utf8[...]
      if isSame {
        other.forEachKeptPiece(of: next..<(next + count)) { theirs, _ in
          isSame = isSame && rest.prefix(theirs.count).hasSameBytes(as: theirs)
          rest = rest.dropFirst(theirs.count)
        }
      }
      isSame = isSame && rest.isEmpty
      next += count
    }
    return isSame
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// The bytes of some scalars.
  ///
  /// - Parameter places: The places of all scalars in this buffer.
  @inline(__always)
  fileprivate func scalars(_ scalars: Range<Int>, among places: Range<Int>) -> Self {
    let skipped = scalars.lowerBound - places.lowerBound
    if count == places.count {
      return Self(rebasing: self[skipped..<(skipped + scalars.count)])
    }
    let start = byte(0, movedBy: skipped)
    return Self(rebasing: self[start..<byte(start, movedBy: scalars.count)])
  }

  private func byte(_ start: Int, movedBy scalars: Int) -> Int {
    var byte = start
    for _ in 0..<scalars {
      repeat { byte += 1 } while byte < count && self[byte] & 0xc0 == 0x80
    }
    return byte
  }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
  /// Whether other bytes are the same.
  fileprivate func hasSameBytes(as other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard count == other.count else { return false }
    guard let start = Base(rebasing: self).baseAddress, let otherStart = other.baseAddress else {
      return true
    }
    return UTF8Stretch(start: start, count: count)
      .hasSameBytes(as: UTF8Stretch(start: otherStart, count: count))
  }
}
