// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality

/// The sessions of a graph, by local place, and the place of each session. Sessions have places in
/// the order in which they were added.
///
/// Places are found by a hash table with open addressing and linear probing, at most half full.
/// Filling this table takes a tenth of the time of filling a dictionary. This matters for a text
/// edited in tens of thousands of sessions.
struct SessionTable: Sendable {
  private var ids = SegmentedArray<SessionID>()
  /// A slot holds 1 + a session's place. A free slot holds 0. The array is empty while there are at
  /// most `few` sessions.
  private var slots = SegmentedArray<UInt32>()
  /// The greatest run id of all sessions; nil if there is no session.
  private(set) var newestRun: RunID?

  init() {}

  /// - Returns: Nil if a session occurs twice.
  init?(_ sessions: some Collection<SessionID>) {
    newestRun = sessions.lazy.map { $0.run }.max()
    guard sessions.count > Self.few else {
      for session in sessions {
        guard firstIndex(of: session) == nil else { return nil }
        ids.append(session)
      }
      return
    }
    let mask = Self.slotCount(for: sessions.count) - 1
    var slots = ContiguousArray<UInt32>(repeating: 0, count: mask + 1)
    let areDistinct = slots.withUnsafeMutableBufferPointer { slots in
      for session in sessions {
        var slot = Self.hash(session) & mask
        while slots[slot] != 0 {
          if ids[Int(slots[slot]) - 1] == session { return false }
          slot = (slot + 1) & mask
        }
        ids.append(session)
        slots[slot] = UInt32(truncatingIfNeeded: ids.count)
      }
      return true
    }
    guard areDistinct else { return nil }
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

  /// Adds an unknown session.
  mutating func append(_ session: SessionID) {
    ids.append(session)
    newestRun = Swift.max(newestRun ?? session.run, session.run)
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

  /// Makes free slots for `count` sessions.
  private mutating func makeSlots(for count: Int) {
    slots = SegmentedArray(ContiguousArray(repeating: 0, count: Self.slotCount(for: count)))
  }

  private static func slotCount(for count: Int) -> Int {
    var size = 4 * few
    while size < 2 * count { size *= 2 }
    return size
  }

  /// Up to this number of sessions, comparing with each takes less time than hashing.
  static var few: Int { 8 }

  private func firstSlot(of session: SessionID) -> Int {
    Self.hash(session) & (slots.count - 1)
  }

  @inline(__always)
  private static func hash(_ session: SessionID) -> Int {
    KeyedHash.hash(session.run.rawValue, UInt64(session.number))
  }
}

extension SessionTable: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { ids.count }
  subscript(place: Int) -> SessionID { ids[place] }
}
