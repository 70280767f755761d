// SPDX-License-Identifier: MIT

/// Random numbers that a seed repeats: Steele, Lea and Flood, "Fast Splittable
/// Pseudorandom Number Generators", OOPSLA 2014.
struct Generator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func number(below limit: Int) -> Int {
    Int.random(in: 0..<limit, using: &self)
  }

  /// A letter, or now and then a space.
  mutating func letter() -> String {
    let letters = Array("etaoinshrdlu eeta oi")
    return String(letters[number(below: letters.count)])
  }
}
