// SPDX-License-Identifier: MIT

import BinaryCoding

/// The id of a run of a program, 128 bits: start time, mark of the device, and random bits. A
/// long-running program has a run for each minute in which it opens sessions or sets registers.
///
/// A later run compares as greater, if the clocks of the runs agree.
public struct RunID: Hashable, Comparable, Sendable {
  // Two halves, unlike one number of 128 bits, need no padding in the types that hold a run.
  private let high: UInt64
  private let low: UInt64

  /// 48 bits of milliseconds since 1970, 16 random bits, 24 bits of ``device``, 40 random bits.
  public var rawValue: UInt128 { UInt128(high) << 64 | UInt128(low) }

  /// The start of the run in milliseconds since 1970, by the clock of the environment.
  public var milliseconds: UInt64 { high >> 16 }

  /// The mark of the run's device; random bits if the environment of the run has no mark.
  public var device: DeviceMark { DeviceMark(of: UInt128(low >> Self.bitsBelowDevice)) }

  /// The number of bits below the ``device``.
  static let bitsBelowDevice: UInt64 = 40

  /// Makes the id with the given bits.
  public init(rawValue: UInt128) {
    high = UInt64(rawValue >> 64)
    low = UInt64(truncatingIfNeeded: rawValue)
  }

  /// Makes an id for a run that starts at `milliseconds` since 1970.
  init(milliseconds: UInt64, device: DeviceMark?, random: () -> UInt64) {
    var below = UInt128(random()) << 16 | UInt128(random() & 0xffff)
    if let device {
      below &= ~((1 << DeviceMark.bitCount - 1) << UInt128(Self.bitsBelowDevice))
      below |= UInt128(device.rawValue) << UInt128(Self.bitsBelowDevice)
    }
    self.init(rawValue: UInt128(Self.milliseconds(of: milliseconds)) << 80 | below)
  }

  /// Makes the id of a run whose edits fill in first contents. The run starts at 1 millisecond, and
  /// 16 bits of the id are a checksum of other bits. If a wrong clock starts another run at that
  /// millisecond, the run is mistaken for a filling run with a chance of 1 in 65,536.
  ///
  /// - Parameter hash: The hash of the contents.
  init(fillingIn hash: UInt64) {
    self.init(rawValue: 1 << 80 | UInt128(hash) << 16 | UInt128(Self.mark(of: hash)))
  }

  /// Whether the edits of the run fill in first contents.
  package var isOfFilling: Bool {
    milliseconds == 1
      && low & 0xffff == Self.mark(of: UInt64(truncatingIfNeeded: rawValue >> 16))
  }

  private static func mark(of hash: UInt64) -> UInt64 {
    (hash &* 0x9e37_79b9_7f4a_7c15) >> 48 ^ 0xffff
  }

  /// The lowest 48 bits of a time in milliseconds, which an id contains.
  static func milliseconds(of time: UInt64) -> UInt64 { time & 0xffff_ffff_ffff }

  public static func < (left: Self, right: Self) -> Bool {
    left.high == right.high ? left.low < right.low : left.high < right.high
  }
}
