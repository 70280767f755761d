// SPDX-License-Identifier: MIT

/// A map from keys of 64 bits to small numbers, in a hash table with open addressing. A search
/// makes millions of entries.
struct PackedTable {
  private var keys: [UInt64]
  /// For each place of the table, 1 + the number of the key there. A free place holds 0.
  private var numbers: [UInt32]
  private(set) var count = 0

  init() {
    keys = Array(repeating: 0, count: 1024)
    numbers = Array(repeating: 0, count: 1024)
  }

  /// The number of a key; nil if the key is absent.
  ///
  /// - Precondition: A new number is not nil, and from 0 to 2^32 - 2.
  subscript(key: UInt64) -> Int? {
    get {
      let place = place(of: key)
      return numbers[place] == 0 ? nil : Int(numbers[place]) - 1
    }
    set {
      guard let newValue else { preconditionFailure("nothing is removed from a packed table") }
      let place = place(of: key)
      if numbers[place] == 0 { count += 1 }
      keys[place] = key
      numbers[place] = UInt32(newValue + 1)
      if count * 2 > keys.count { grow() }
    }
  }

  /// Adds a key with the number 0. Returns false if the key is known, and changes nothing then.
  mutating func insert(_ key: UInt64) -> Bool {
    let place = place(of: key)
    guard numbers[place] == 0 else { return false }
    keys[place] = key
    numbers[place] = 1
    count += 1
    if count * 2 > keys.count { grow() }
    return true
  }

  private func place(of key: UInt64) -> Int {
    let mask = keys.count - 1
    // (Knuth's multiplicative hashing; the upper bits are the mixed ones.)
    let mixed = (key ^ key >> 32) &* 0x9e37_79b9_7f4a_7c15
    var place = Int(truncatingIfNeeded: mixed >> 24) & mask
    while numbers[place] != 0, keys[place] != key { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    var larger = PackedTable()
    larger.keys = Array(repeating: 0, count: keys.count * 2)
    larger.numbers = Array(repeating: 0, count: keys.count * 2)
    for (key, number) in zip(keys, numbers) where number != 0 {
      let place = larger.place(of: key)
      larger.keys[place] = key
      larger.numbers[place] = number
    }
    keys = larger.keys
    numbers = larger.numbers
  }
}
