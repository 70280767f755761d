// SPDX-License-Identifier: MIT

import Foundation
import ReplicatingTypes
import Testing

@testable import DecentNotes

@Suite struct NoteIDTests {
  @Test(arguments: [0, 1, UInt128.max, 0x0123_4567_89ab_cdef_0123_4567_89ab_cdef])
  func isWrittenWith32DigitsAndReadBack(_ bits: UInt128) {
    let id = NoteID(rawValue: bits)
    #expect(id.description.count == 32)
    #expect(NoteID(id.description) == id)
  }

  @Test(arguments: [
    "", "0", String(repeating: "g", count: 32), String(repeating: "A", count: 32),
    String(repeating: "0", count: 33), "+" + String(repeating: "0", count: 31),
  ])
  func otherTextIsNone(_ text: String) {
    #expect(NoteID(text) == nil)
  }

  /// The id that `add` prints must still mean one note after the next note was added.
  @Test func theFirstDigitsAreChance() {
    let clock: @Sendable () -> UInt64 = { 1_700_000_000_000 }
    let ids = [3, 5].map { number in
      NoteID(from: ReplicationEnvironment(milliseconds: clock, random: { number << 60 }))
    }
    #expect(ids[0].description.prefix(1) == "3")
    #expect(ids[1].description.prefix(1) == "5")
  }

  @Test func survivesCoding() throws {
    let ids = [NoteID(rawValue: 0), NoteID(rawValue: .max), NoteID(rawValue: 1 << 64)]
    let data = try JSONEncoder().encode(ids)
    #expect(try JSONDecoder().decode([NoteID].self, from: data) == ids)
  }
}
