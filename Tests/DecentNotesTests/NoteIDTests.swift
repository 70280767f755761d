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

  @Test func laterIsGreater() {
    let environment = ReplicationEnvironment(milliseconds: { 0 }, random: { .max })
    let other = ReplicationEnvironment(milliseconds: { 0 }, random: { 0 })
    let early = NoteID(milliseconds: 1_700_000_000_000, environment: environment)
    let late = NoteID(milliseconds: 1_700_000_000_001, environment: other)
    #expect(early < late)
    #expect(early.description < late.description)
    #expect(late.milliseconds == 1_700_000_000_001)
  }

  @Test func survivesCoding() throws {
    let ids = [NoteID(rawValue: 0), NoteID(rawValue: .max), NoteID(rawValue: 1 << 64)]
    let data = try JSONEncoder().encode(ids)
    #expect(try JSONDecoder().decode([NoteID].self, from: data) == ids)
  }
}
