// SPDX-License-Identifier: MIT

import Causality
import ReplicatingTypes

/// The name of a version of a note's text: 128 bits, written as 32 hexadecimal digits.
///
/// A version is all edits that the author of one edit had seen right after making it. The name
/// follows from that edit alone, so it means the same on every device that has the edit. The first
/// digits tell versions apart.
public struct VersionID: Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt128

  /// The version after an edit.
  ///
  /// Names are printed and typed again later, so the name of a version must never change. Each half
  /// mixes the four numbers of an edit, one after the other, as SplitMix64 does (Steele, Lea and
  /// Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014,
  /// doi:10.1145/2660193.2660195). The seed is 1 for the first half, and 2 for the second half.
  init(after edit: Dot) {
    let run = edit.session.run.rawValue
    let numbers = (
      UInt64(truncatingIfNeeded: run >> 64), UInt64(truncatingIfNeeded: run),
      UInt64(edit.session.number), UInt64(edit.number)
    )
    rawValue = UInt128(Self.mix(numbers, 1)) << 64 | UInt128(Self.mix(numbers, 2))
  }

  private static func mix(_ numbers: (UInt64, UInt64, UInt64, UInt64), _ seed: UInt64) -> UInt64 {
    mix(mix(mix(mix(seed, numbers.0), numbers.1), numbers.2), numbers.3)
  }

  private static func mix(_ state: UInt64, _ number: UInt64) -> UInt64 {
    var bits = (state ^ number) &+ 0x9e37_79b9_7f4a_7c15
    bits = (bits ^ bits >> 30) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ bits >> 27) &* 0x94d0_49bb_1331_11eb
    return bits ^ bits >> 31
  }
}

extension VersionID: CustomStringConvertible {
  public var description: String { IdentifierText.text(of: rawValue) }
}
