// SPDX-License-Identifier: MIT

/// The distinct identifiers of a frame, and the place of each identifier.
///
/// The places are found by a hash table with open addressing and linear probing, at most half full.
/// If a text had tens of thousands of sessions, each with an identifier of its own, a `Dictionary`
/// would take a fifth of the time of saving.
struct IdentifierPlaces: Sendable {
  private(set) var identifiers: [UInt128] = []
  /// The hash table. A slot holds 1 + the place of an identifier. A free slot holds 0. The table is
  /// empty if there are at most ``few`` identifiers.
  private var slots: [UInt32] = []

  /// The greatest number of identifiers for which comparing takes less time than hashing.
  private static let few = 8

  /// The place of an identifier. A new identifier is added at the end.
  ///
  /// - Complexity: O(1) amortized.
  mutating func place(of identifier: UInt128) -> Int {
    if slots.isEmpty {
      if let place = identifiers.lastIndex(of: identifier) { return place }
    } else {
      let slot = slot(of: identifier)
      if slots[slot] > 0 { return Int(slots[slot]) - 1 }
    }
    identifiers.append(identifier)
    if identifiers.count > Self.few, 2 * identifiers.count > slots.count {
      fillSlots()
    } else if !slots.isEmpty {
      slots[slot(of: identifier)] = UInt32(truncatingIfNeeded: identifiers.count)
    }
    return identifiers.count - 1
  }

  /// The slot of an identifier, or the free slot for a new identifier.
  private func slot(of identifier: UInt128) -> Int {
    let mask = slots.count - 1
    var slot = KeyedHash.hash(identifier, 0) & mask
    while slots[slot] > 0, identifiers[Int(slots[slot]) - 1] != identifier {
      slot = (slot + 1) & mask
    }
    return slot
  }

  private mutating func fillSlots() {
    slots = [UInt32](repeating: 0, count: max(4 * Self.few, 4 * slots.count))
    for place in identifiers.indices {
      slots[slot(of: identifiers[place])] = UInt32(truncatingIfNeeded: place + 1)
    }
  }
}
