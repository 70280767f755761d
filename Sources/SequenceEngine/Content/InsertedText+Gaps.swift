// SPDX-License-Identifier: MIT

/// Scalars whose text was dropped.
extension InsertedText {
  /// The text of each dropped scalar: U+FFFD, the replacement character.
  private static let placeholder: [UInt8] = [0xef, 0xbf, 0xbd]

  /// Makes a text with gaps.
  ///
  /// - Parameter utf8: The text between the gaps, well-formed.
  package init(_ utf8: ArraySlice<UInt8>, gaps: ElementGaps) {
    self.init()
    append(utf8)
    self.gaps = gaps
  }

  /// Calls `body` with the UTF-8 of some scalars, piece by piece, and with the number of scalars of
  /// each piece. Pieces end between scalars. A dropped scalar is U+FFFD. The bytes are valid until
  /// `body` returns.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* of *n* scalars.
  package borrowing func forEachPiece(
    of scalars: Range<Int>, _ body: (_ utf8: UnsafeBufferPointer<UInt8>, _ scalars: Int) -> Void
  ) {
    if gaps.isEmpty { return forEachKeptPiece(of: scalars, body) }
    let many = (0..<min(scalars.count, 256)).flatMap { _ in Self.placeholder }
    gaps.forEachPart(of: scalars) { part, isDropped in
      guard isDropped else { return forEachKeptPiece(of: part, body) }
      var left = part.count
      while left > 0 {
        let count = min(left, many.count / Self.placeholder.count)
        many[..<(count * Self.placeholder.count)].withUnsafeBufferPointer { body($0, count) }
        left -= count
      }
    }
  }

  /// Calls `body` with the UTF-8 of the kept scalars in a range, in pieces as
  /// ``forEachPiece(of:_:)`` does.
  ///
  /// - Complexity: O(log *n* + *m*) for *m* of *n* scalars.
  package borrowing func forEachPiece(
    keptOf scalars: Range<Int>, _ body: (_ utf8: UnsafeBufferPointer<UInt8>, _ scalars: Int) -> Void
  ) {
    gaps.forEachPart(of: scalars) { part, isDropped in
      if !isDropped { forEachKeptPiece(of: part, body) }
    }
  }

  /// Whether some scalars equal some scalars of another text. Compares only the scalars that both
  /// texts keep.
  ///
  /// - Complexity: O(*m* + *g* log *n*) for *m* scalars and *g* gaps among them, where both texts
  ///   have *n* gaps. Each gap of one text alone adds a search within at most 1024 bytes.
  package borrowing func hasSameText(
    _ scalars: Range<Int>, as others: Range<Int>, of other: borrowing InsertedText
  ) -> Bool {
    guard scalars.count == others.count else { return false }
    if gaps.isEmpty, other.gaps.isEmpty { return hasSameKeptText(scalars, as: others, of: other) }
    for part in gaps.keptParts(of: scalars, others, besides: other.gaps) {
      guard hasSameKeptText(part.mine, as: part.theirs, of: other) else { return false }
    }
    return true
  }

  /// Adds scalars of another text at the end.
  package mutating func append(_ scalars: Range<Int>, of other: borrowing InsertedText) {
    let next = count
    other.gaps.forEachPart(of: scalars) { part, isDropped in
      if !isDropped {
        other.forEachKeptPiece(of: part) { append($0, TextMeasure(of: $0, scalars: $1)) }
      }
    }
    for range in other.gaps.picked([scalars], first: next).ranges { gaps.append(range) }
  }

  /// Drops the text of scalars.
  ///
  /// - Parameter scalars: The scalars to drop; some may be dropped already.
  /// - Complexity: O(*n*) for a text of *n* scalars.
  package mutating func drop(_ scalars: [Range<Int>]) {
    let all = gaps.union(scalars)
    if all == gaps { return }
    var rest = InsertedText()
    for kept in all.ranges.gaps(upTo: count) {
      forEachPiece(keptOf: kept) { rest.append($0, TextMeasure(of: $0, scalars: $1)) }
    }
    rest.gaps = all
    self = rest
  }
}
