// SPDX-License-Identifier: MIT

import BinaryCoding

/// One run of a program: its start time and random bits, 128 together.
///
/// Later runs compare as greater, as far as their clocks agree.
public struct RunID: Hashable, Comparable, Sendable {
  /// 48 bits of milliseconds since 1970, then 80 random bits.
  public let rawValue: UInt128

  /// Makes the id that `rawValue` stands for.
  public init(rawValue: UInt128) {
    self.rawValue = rawValue
  }

  /// Makes an id for a run that starts at `milliseconds` since 1970.
  init(milliseconds: UInt64, random: () -> UInt64) {
    let low = UInt128(random()) << 16 | UInt128(random() & 0xffff)
    rawValue = UInt128(milliseconds & 0xffff_ffff_ffff) << 80 | low
  }

  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
