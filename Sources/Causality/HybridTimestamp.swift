// SPDX-License-Identifier: MIT

import BinaryCoding

/// A hybrid logical time: 48 bits of milliseconds since 1970 and 16 bits of
/// counter.
///
/// The time of a new edit follows the wall clock, but is always greater than the time of the
/// replaced edit. (Kulkarni et al., "Logical Physical Clocks", OPODIS 2014,
/// doi:10.1007/978-3-319-14472-6_2.)
public struct HybridTimestamp: Hashable, Comparable, Sendable {
  /// The milliseconds in the upper 48 bits, and the counter in the lower 16 bits.
  public let rawValue: UInt64

  /// The least time. No edit has this time.
  public static let zero = HybridTimestamp(rawValue: 0)

  /// Makes a time from its bits.
  public init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// The first time within a millisecond. Milliseconds beyond 48 bits become the greatest value of
  /// 48 bits.
  public init(milliseconds: UInt64) {
    rawValue = min(milliseconds, 0xffff_ffff_ffff) << 16
  }

  /// Milliseconds since 1970.
  public var milliseconds: UInt64 { rawValue >> 16 }

  /// The next time. The greatest time is its own successor.
  public var successor: HybridTimestamp {
    HybridTimestamp(rawValue: rawValue == .max ? .max : rawValue + 1)
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}

extension HybridTimestamp: BinaryCodable {
  public func encode(to writer: inout ByteWriter) {
    writer.writeFixed(rawValue)
  }

  public init(from reader: inout ByteReader) throws(DecodingFailure) {
    self.init(rawValue: try reader.readFixed())
  }
}
