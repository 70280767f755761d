// SPDX-License-Identifier: MIT

/// Every scalar ever inserted into a text, in the order in which a log learned of them.
///
/// It only grows, except that the text of scalars can be dropped. Copies share all but the last
/// bytes.
@usableFromInline
package struct InsertedText: ~Copyable, Sendable {
  private struct Chunk {
    /// The place of the first scalar among those that are not dropped.
    let firstScalar: Int
    let scalars: Int
    /// The bytes, often a part of a longer appended array.
    let utf8: ArraySlice<UInt8>

    /// The bytes of some of the chunk's scalars, counted from its first.
    func utf8(_ range: Range<Int>) -> ArraySlice<UInt8> {
      let first = utf8.startIndex
      if utf8.count == scalars {
        return utf8[(first + range.lowerBound)..<(first + range.upperBound)]
      }
      let start = byte(first, movedBy: range.lowerBound)
      return utf8[start..<byte(start, movedBy: range.count)]
    }

    private func byte(_ start: Int, movedBy scalars: Int) -> Int {
      var byte = start
      for _ in 0..<scalars {
        repeat { byte += 1 } while byte < utf8.endIndex && utf8[byte] & 0xc0 == 0x80
      }
      return byte
    }
  }

  private static let chunkSize = 1024

  private var sealed = SegmentedArray<Chunk>()
  private var sealedScalars = 0
  private var tail = ByteTail(capacity: 0)
  /// Bytes of the tail that do not begin a scalar.
  private var tailContinuations = 0
  /// The dropped scalars. All other stored properties cover only kept scalars.
  package var gaps = ElementGaps()

  private var tailScalars: Int { tail.count - tailContinuations }

  package init() {}

  /// An equal text that grows apart from this one.
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
  /// - Complexity: O(*m*) amortized.
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

  /// Appends text in chunks that share the array.
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
    sealed.append(lastChunk)
    sealedScalars += tailScalars
    tail.removeAll()
    tailContinuations = 0
  }

  /// The chunk that is not sealed yet.
  private var lastChunk: Chunk {
    Chunk(firstScalar: sealedScalars, scalars: tailScalars, utf8: tail.bytes[...])
  }

  /// Calls `body` with the UTF-8 of some scalars, in pieces that end between scalars.
  ///
  /// - Parameter scalars: By their places among all scalars that are not dropped.
  /// - Complexity: O(log *n* + *m*)
  borrowing func forEachKeptPiece(
    of scalars: Range<Int>, _ body: (ArraySlice<UInt8>) -> Void
  ) {
    guard !scalars.isEmpty else { return }
    var index = self.chunk(of: scalars.lowerBound)
    var next = scalars.lowerBound
    while next < scalars.upperBound {
      let chunk = index < sealed.count ? sealed[index] : lastChunk
      let end = min(scalars.upperBound, chunk.firstScalar + chunk.scalars)
      body(chunk.utf8((next - chunk.firstScalar)..<(end - chunk.firstScalar)))
      next = end
      index += 1
    }
  }

  /// The place of the chunk that holds a scalar.
  ///
  /// A chunk has at most as many scalars as bytes, and most have nearly as many. The place is
  /// therefore seldom far behind the place computed with one byte for each scalar.
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
    forEachPiece(of: scalars) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// Whether some scalars equal some scalars of another text.
  ///
  /// - Complexity: O(*m*); O(*m* / 1024) for parts that both texts share in memory.
  package borrowing func hasSameText(
    _ scalars: Range<Int>, as others: Range<Int>, of other: borrowing InsertedText
  ) -> Bool {
    var stretches: [ArraySlice<UInt8>] = []
    other.forEachPiece(of: others) { stretches.append($0) }
    stretches.reverse()
    var isSame = true
    forEachPiece(of: scalars) { piece in
      var piece = piece
      while isSame, !piece.isEmpty {
        guard let stretch = stretches.popLast() else { return isSame = false }
        let count = min(piece.count, stretch.count)
        isSame = piece.prefix(count).hasSameBytes(as: stretch.prefix(count))
        piece = piece.dropFirst(count)
        if count < stretch.count { stretches.append(stretch.dropFirst(count)) }
      }
    }
    return isSame && stretches.isEmpty
  }
}

extension ArraySlice<UInt8> {
  /// Whether another slice of the same length holds the same bytes.
  fileprivate func hasSameBytes(as other: ArraySlice<UInt8>) -> Bool {
    withUnsafeBufferPointer { one in
      other.withUnsafeBufferPointer { two in
        guard let start = one.baseAddress, let otherStart = two.baseAddress else { return true }
        return UTF8Stretch(start: start, count: one.count)
          .hasSameBytes(as: UTF8Stretch(start: otherStart, count: two.count))
      }
    }
  }
}
