// SPDX-License-Identifier: MIT

import BinaryCoding

/// One edit: the session that made the edit, and the number of the edit in the session.
///
/// (Preguiça et al., "Dotted Version Vectors", arXiv:1011.5808.)
public struct Dot: Hashable, Comparable, Sendable {
  /// The session that made the edit.
  public let session: SessionID
  /// The number of the edit in its session, from 0.
  public let number: Int

  /// The greatest number an edit may have: 2^40, or 2^28 where `Int` has 32 bits. Readers refuse
  /// greater numbers, so that no sum over the sessions of a file or an event batch overflows.
  public static let maximumNumber = Int.bitWidth > 32 ? 1 << 40 : 1 << 28

  /// Makes a dot from its parts.
  public init(session: SessionID, number: Int) {
    self.session = session
    self.number = number
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.session == right.session ? left.number < right.number : left.session < right.session
  }
}

extension Dot: BinaryCodable {
  public func encode(to writer: inout ByteWriter) {
    session.encode(to: &writer)
    writer.writeCount(number)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    let session = try SessionID(from: &reader)
    self.init(session: session, number: try reader.readInt(limit: Dot.maximumNumber))
  }
}

extension ByteReader {
  /// Reads a list of dots: a count, and then the dots in strictly ascending order.
  package mutating func readAscendingDots() throws(DecodingFailure) -> [Dot] {
    var dots: [Dot] = []
    for _ in 0..<(try readCount(itemSize: 3)) {
      let dot = try Dot(from: &self)
      guard dots.last.map({ $0 < dot }) ?? true else { throw corrupt("events out of order") }
      dots.append(dot)
    }
    return dots
  }
}
