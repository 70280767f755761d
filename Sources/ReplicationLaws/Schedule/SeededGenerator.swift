// SPDX-License-Identifier: MIT

import BinaryCoding

/// A random source whose numbers all follow from its seed.
///
/// (SplitMix64: Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators", OOPSLA 2014, doi:10.1145/2660193.2660195.)
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Makes the generator of a seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    return Self.mix(state)
  }

  /// A number from 0 to `bound` - 1.
  ///
  /// - Precondition: `bound` is positive.
  public mutating func below(_ bound: Int) -> Int {
    require(bound > 0, "no number is below \(bound)")
    return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
  }

  /// Whether an event with a chance of one in `count` happens. `count` must be positive.
  public mutating func oneIn(_ count: Int) -> Bool {
    below(count) == 0
  }

  /// A random element of `choices`.
  ///
  /// - Precondition: `choices` is not empty.
  public mutating func pick<Choice>(_ choices: [Choice]) -> Choice {
    choices[below(choices.count)]
  }

  /// The same values in a random order.
  public mutating func shuffled<Choice>(_ choices: [Choice]) -> [Choice] {
    var result = choices
    for place in result.indices.dropFirst() {
      result.swapAt(place, below(place + 1))
    }
    return result
  }

  /// The seed of one of many independent runs.
  static func seed(_ seed: UInt64, run: Int) -> UInt64 {
    mix(seed ^ mix(UInt64(truncatingIfNeeded: run) &+ 0x9e37_79b9_7f4a_7c15))
  }

  private static func mix(_ value: UInt64) -> UInt64 {
    var bits = value
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
