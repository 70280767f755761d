// SPDX-License-Identifier: MIT

/// The distance between the clocks of a schedule.
enum ClockSpread: String, CaseIterable, Sendable {
  /// All clocks start at the same millisecond, so that many times are equal.
  case equal
  /// The clocks start within seconds of each other.
  case close
  /// The clocks start anywhere between 1970 and 2090.
  case decades

  private static let year: UInt64 = 31_557_600_000
  private static let firstTime = 50 * year
  private static let lastTime = 200 * year

  /// The first time of a clock, in milliseconds since 1970.
  func start(_ random: inout SeededGenerator) -> UInt64 {
    switch self {
    case .equal: Self.firstTime
    case .close: Self.firstTime + UInt64(random.below(5_000))
    case .decades: UInt64(random.below(Int(120 * Self.year)))
    }
  }

  /// The next time of a clock: a later time, the same time, or an earlier time after the clock was
  /// set back.
  func move(_ milliseconds: UInt64, _ random: inout SeededGenerator) -> UInt64 {
    let move: Int64 =
      switch random.below(16) {
      case 0..<6: 0
      case 6..<12: Int64(random.below(4))
      case 12..<14: -Int64(random.below(3_600_000))
      case 14: Int64(random.below(3_600_000))
      default:
        self == .decades ? Int64(random.below(Int(60 * Self.year))) - Int64(30 * Self.year) : 1
      }
    return UInt64(min(max(Int64(milliseconds) + move, 0), Int64(Self.lastTime)))
  }
}
