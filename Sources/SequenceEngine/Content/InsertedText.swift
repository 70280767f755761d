// SPDX-License-Identifier: MIT

/// Every scalar ever inserted into a text, in the order in which a log learned
/// of them.
///
/// It only grows. Copies share all but the last chunk.
package struct InsertedText: Sendable {
  private struct Chunk {
    var firstScalar: Int
    var scalars = 0
    var utf8: [UInt8] = []

    /// The bytes of some of its scalars, counted from its first.
    func utf8(_ range: Range<Int>) -> ArraySlice<UInt8> {
      if utf8.count == scalars { return utf8[range] }
      let start = byte(0, movedBy: range.lowerBound)
      return utf8[start..<byte(start, movedBy: range.count)]
    }

    private func byte(_ start: Int, movedBy scalars: Int) -> Int {
      var byte = start
      for _ in 0..<scalars {
        repeat { byte += 1 } while byte < utf8.count && utf8[byte] & 0xc0 == 0x80
      }
      return byte
    }
  }

  private static let chunkSize = 1024

  private var sealed = SegmentedArray<Chunk>()
  private var last = Chunk(firstScalar: 0)

  package init() {}

  /// How many scalars there are.
  package var count: Int { last.firstScalar + last.scalars }

  /// Adds text at the end.
  ///
  /// - Parameter utf8: Well-formed UTF-8.
  /// - Complexity: O(*m*) amortized.
  package mutating func append(_ utf8: ArraySlice<UInt8>) {
    var rest = utf8
    while !rest.isEmpty {
      if last.utf8.count + 4 > Self.chunkSize {
        sealed.append(last)
        last = Chunk(firstScalar: count)
      }
      let cut = TextLeaf.cut(rest, atMost: Self.chunkSize - last.utf8.count)
      last.scalars += TextMeasure(of: rest[..<cut]).scalars
      if last.utf8.isEmpty { last.utf8 = Array(rest[..<cut]) } else { last.utf8 += rest[..<cut] }
      rest = rest[cut...]
    }
  }

  /// Calls `body` with the UTF-8 of some scalars, in pieces that end between
  /// scalars.
  ///
  /// - Complexity: O(log *n* + *m*)
  package func forEachPiece(of scalars: Range<Int>, _ body: (ArraySlice<UInt8>) -> Void) {
    guard !scalars.isEmpty else { return }
    var index = self.chunk(of: scalars.lowerBound)
    var next = scalars.lowerBound
    while next < scalars.upperBound {
      let chunk = index < sealed.count ? sealed[index] : last
      let end = min(scalars.upperBound, chunk.firstScalar + chunk.scalars)
      body(chunk.utf8((next - chunk.firstScalar)..<(end - chunk.firstScalar)))
      next = end
      index += 1
    }
  }

  /// The place of the chunk that holds a scalar.
  ///
  /// No chunk has more scalars than bytes, and most have nearly as many: the
  /// place is seldom far behind where it would be then.
  private func chunk(of scalar: Int) -> Int {
    if last.firstScalar <= scalar { return sealed.count }
    let first = scalar / Self.chunkSize
    var step = 1
    while first + step < sealed.count, sealed[first + step].firstScalar <= scalar { step *= 2 }
    let candidates = (first + step / 2)..<min(first + step, sealed.count)
    return candidates.last(inPrefixWhere: { sealed[$0].firstScalar <= scalar })
  }

  /// The UTF-8 of some scalars.
  package func utf8(_ scalars: Range<Int>) -> [UInt8] {
    var bytes: [UInt8] = []
    forEachPiece(of: scalars) { bytes.append(contentsOf: $0) }
    return bytes
  }
}
