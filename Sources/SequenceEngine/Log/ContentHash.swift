// SPDX-License-Identifier: MIT

/// A hash of 128 bits that is the same on every device. FORMAT.md defines it under "Derived
/// sessions".
///
/// The mixing is that of MurmurHash3 (x64, 128 bits), with each word given to both halves. The hash
/// tells apart texts that people type; it is no defence against forgers.
package struct ContentHash: Hashable, Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  package init() {}

  /// Hashes bytes.
  package init(_ bytes: [UInt8]) {
    combine(UInt64(bytes.count))
    for start in stride(from: 0, to: bytes.count, by: 8) {
      combine(bytes[start..<min(start + 8, bytes.count)])
    }
  }

  /// The 128 bits.
  package var rawValue: UInt128 { UInt128(Self.mixed(high)) << 64 | UInt128(Self.mixed(low)) }

  /// Adds a word.
  package mutating func combine(_ word: UInt64) {
    low ^= Self.rotated(word &* Self.first, by: 31) &* Self.second
    low = (Self.rotated(low, by: 27) &+ high) &* 5 &+ 0x52dc_e729
    high ^= Self.rotated(word &* Self.second, by: 33) &* Self.first
    high = (Self.rotated(high, by: 31) &+ low) &* 5 &+ 0x3849_5ab5
  }

  /// Adds up to eight bytes as one word, the first lowest.
  mutating func combine(_ bytes: ArraySlice<UInt8>) {
    combine(bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) })
  }

  /// Adds a number of 128 bits, the lower half first.
  package mutating func combine(_ value: UInt128) {
    combine(UInt64(truncatingIfNeeded: value))
    combine(UInt64(truncatingIfNeeded: value >> 64))
  }

  private static let first: UInt64 = 0x87c3_7b91_1142_53d5
  private static let second: UInt64 = 0x4cf5_ad43_2745_937f

  private static func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 {
    word << bits | word >> (64 - bits)
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    var word = (word ^ word >> 33) &* 0xff51_afd7_ed55_8ccd
    word = (word ^ word >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return word ^ word >> 33
  }
}
