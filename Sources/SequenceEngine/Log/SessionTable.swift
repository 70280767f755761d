// SPDX-License-Identifier: MIT

import Causality

/// The sessions of a graph by local place, in the order in which they were added, and the place of
/// each.
///
/// The places are found through a hash table with open addressing and linear probing, at most half
/// full. It takes a tenth of the time of a dictionary to fill, which counts for a text of which each
/// start of a program opened a session.
struct SessionTable: Sendable {
  private var ids = SegmentedArray<SessionID>()
  /// The place of a session plus one; 0 in a slot that is free. Empty if the sessions are few.
  private var slots = SegmentedArray<UInt32>()

  init() {}

  /// - Returns: Nil if a session stands twice.
  init?(_ sessions: some Collection<SessionID>) {
    guard sessions.count > Self.few else {
      for session in sessions {
        guard firstIndex(of: session) == nil else { return nil }
        ids.append(session)
      }
      return
    }
    let (seeds, mask) = (Self.seeds, Self.slotCount(for: sessions.count) - 1)
    var slots = ContiguousArray<UInt32>(repeating: 0, count: mask + 1)
    for session in sessions {
      var slot = Self.hash(session, seeds) & mask
      while slots[slot] != 0 {
        if ids[Int(slots[slot]) - 1] == session { return nil }
        slot = (slot + 1) & mask
      }
      ids.append(session)
      slots[slot] = UInt32(truncatingIfNeeded: ids.count)
    }
    self.slots = SegmentedArray(slots)
  }

  /// The place of a session, if it is known.
  func place(of session: SessionID) -> Int? {
    if slots.isEmpty { return firstIndex(of: session) }
    var slot = firstSlot(of: session)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if ids[place] == session { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  /// Adds a session that is not known.
  mutating func append(_ session: SessionID) {
    ids.append(session)
    if count > Self.few, 2 * count > slots.count {
      makeSlots(for: 2 * count)
      for place in indices { index(place) }
    } else if !slots.isEmpty {
      index(count - 1)
    }
  }

  private mutating func index(_ place: Int) {
    var slot = firstSlot(of: ids[place])
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(truncatingIfNeeded: place + 1)
  }

  /// Makes the slots for so many sessions, all of them free.
  private mutating func makeSlots(for count: Int) {
    slots = SegmentedArray(ContiguousArray(repeating: 0, count: Self.slotCount(for: count)))
  }

  private static func slotCount(for count: Int) -> Int {
    var size = 4 * few
    while size < 2 * count { size *= 2 }
    return size
  }

  /// So many sessions are compared sooner than hashed.
  static var few: Int { 8 }

  // MARK: Hashing

  private func firstSlot(of session: SessionID) -> Int {
    Self.hash(session, Self.seeds) & (slots.count - 1)
  }

  @inline(__always)
  private static func hash(_ session: SessionID, _ seeds: Seeds) -> Int {
    let run = session.run.rawValue
    let half = fold(
      UInt64(truncatingIfNeeded: run) ^ seeds.0, UInt64(truncatingIfNeeded: run >> 64) ^ seeds.1)
    return Int(truncatingIfNeeded: fold(half ^ UInt64(session.number) ^ seeds.2, seeds.3))
  }

  @inline(__always)
  private static func fold(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }

  /// Other numbers in each process: nobody can choose ids that share a slot.
  private static let seeds: Seeds = (seed(1), seed(2), seed(3), seed(4) | 1)

  private typealias Seeds = (UInt64, UInt64, UInt64, UInt64)

  private static func seed(_ number: Int) -> UInt64 {
    UInt64(truncatingIfNeeded: number.hashValue)
  }
}

extension SessionTable: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { ids.count }
  subscript(place: Int) -> SessionID { ids[place] }
}
