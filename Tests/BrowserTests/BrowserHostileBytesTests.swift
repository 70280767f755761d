// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicatingText
import Testing

/// The module for browsers reads bytes of any kind as the library does here, or refuses them with
/// the same words. It refuses numbers that need 64 bits.
@Suite struct BrowserHostileBytesTests {
  /// All truncations and all flipped bits of a small text with a merge in it, with the old checksum
  /// and with a right one.
  @Test func damagedBytes() throws {
    let runs = TwoRuns(devices: 2)
    runs.make("mine", "héllo 👋")
    runs.make("yours", on: 1)
    try runs.send("mine", to: "yours")
    runs.replace("mine", 0..<2, with: "J")
    runs.replace("yours", 5..<8, with: "!")
    try runs.send("yours", to: "mine")
    runs.compare("mine")
    let saved = runs.read("mine").encoded()
    for count in saved.indices { runs.open(Array(saved[..<count]), as: "cut") }
    for bit in 0..<(saved.count * 8) {
      var damaged = saved
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      runs.open(damaged, as: "flipped")
      runs.open(resealed(damaged), as: "resealed")
    }
    try expectNoDifference(runs)
  }

  private func resealed(_ frame: [UInt8]) -> [UInt8] {
    var writer = ByteWriter()
    writer.write(contentsOf: frame.dropLast(4))
    writer.writeFixed(CRC32C.checksum(of: writer.bytes))
    return writer.bytes
  }

  // MARK: Numbers of more than 32 bits

  /// A text whose sessions each made many deletes that hit nothing.
  private func emptyText(sessions: Int, deletes: UInt64, firstSession: UInt64 = 0) -> [UInt8] {
    var writer = ByteWriter()
    writer.writeCount(0)
    writer.writeCount(sessions)
    var place = -1
    for session in 0..<sessions {
      writer.writeIdentifier(1, after: &place)
      writer.writeVarint(firstSession + UInt64(session))
      writer.writeCount(0)
    }
    writer.writeCount(0)
    writer.writeCount(sessions)
    for _ in 0..<sessions { writer.writeCount(0) }
    for _ in 0..<sessions { writer.writeVarint(deletes - 1) }
    for _ in 0..<sessions { writer.writeCount(0) }
    for _ in 0..<sessions { writer.writeVarint((deletes - 1) * 6 + 2) }
    writer.writeString("")
    return Frame.seal(writer, as: ReplicatingText.frameKind)
  }

  @Test func numbersBeyond32Bits() throws {
    let runs = TwoRuns()
    runs.open(emptyText(sessions: 1, deletes: 1 << 28), as: "most of a session")
    runs.open(emptyText(sessions: 2, deletes: 1 << 28), as: "most of all")
    runs.open(emptyText(sessions: 2, deletes: 5, firstSession: (1 << 32) - 2), as: "last sessions")
    runs.open(emptyText(sessions: 3, deletes: 5, firstSession: (1 << 32) - 2), as: "no session")
    for deletes in [(1 << 28) + 1, 1 << 29, 1 << 31, 1 << 32, 1 << 40] as [UInt64] {
      let bytes = emptyText(sessions: 1, deletes: deletes)
      #expect(throws: Never.self) { try ReplicatingText(encoded: bytes) }
      runs.refuseThere(bytes, as: "corrupt")
    }
    runs.refuseThere(emptyText(sessions: 3, deletes: 1 << 28), as: "corrupt")
    runs.open(emptyText(sessions: 1, deletes: (1 << 40) + 1), as: "too many for both")
    try expectNoDifference(runs)
  }

  /// A text with nearly the greatest number of events can still be edited and merged.
  @Test func editsNearTheLimit() throws {
    let runs = TwoRuns()
    runs.open(emptyText(sessions: 2, deletes: (1 << 28) - 100), as: "mine")
    runs.replace("mine", 0..<0, with: "a little more")
    runs.replace("mine", 2..<8, with: "")
    runs.copy("mine", to: "yours")
    runs.replace("mine", 0..<0, with: "x")
    runs.replace("yours", 0..<0, with: "y")
    try runs.send("yours", to: "mine")
    runs.compare("mine")
    runs.merge("mine", into: "yours")
    runs.compare("yours")
    try expectNoDifference(runs)
  }

  /// A text with the greatest number of events takes one more letter, but its bytes are then
  /// refused as corrupt. Merging it with a text that holds another event leaves both as they were.
  @Test func editsAndMergesAtTheLimit() throws {
    let runs = TwoRuns()
    let full = emptyText(sessions: 2, deletes: 1 << 28)
    runs.open(full, as: "typed")
    runs.replace("typed", 0..<0, with: "x")
    runs.compare("typed")
    #expect(runs.read("typed").string == "x")
    runs.refuseThere(runs.read("typed").encoded(), as: "corrupt")
    runs.open(full, as: "full")
    runs.make("letter", "y")
    runs.mergeInVainThere("letter", into: "full")
    runs.mergeInVainThere("full", into: "letter")
    try expectNoDifference(runs)
  }

  /// A delta that would bring a text beyond the limit is refused, and the text is as it was.
  @Test func mergingBeyondTheLimit() throws {
    let runs = TwoRuns(devices: 2)
    runs.open(emptyText(sessions: 2, deletes: 1 << 28), as: "full")
    runs.make("letter", "x", on: 1)
    let delta = try #require(runs.read("letter").delta(since: .init())).encoded()
    runs.refuseDeltaThere(delta, by: "full", as: "missing-history")
    runs.compare("full")
    try expectNoDifference(runs)
  }

  /// Inserts claimed at the greatest possible position go to the end of the text.
  @Test func positionsAtTheLimit() throws {
    let runs = TwoRuns()
    for position in [1 << 28 - 1, 1 << 28] as [Int64] {
      var writer = ByteWriter()
      writer.writeCount(0)
      writer.writeCount(1)
      var place = -1
      writer.writeIdentifier(1, after: &place)
      writer.writeVarint(0)
      writer.writeCount(0)
      writer.writeCount(0)
      writer.writeCount(1)
      writer.writeCount(0)
      writer.writeCount(0)
      writer.writeCount(0)
      writer.writeVarint(1)
      writer.writeSignedVarint(position)
      writer.writeString("a")
      let bytes = Frame.seal(writer, as: ReplicatingText.frameKind)
      if position < 1 << 28 {
        runs.open(bytes, as: "far")
      } else {
        runs.refuseThere(bytes, as: "corrupt")
      }
    }
    try expectNoDifference(runs)
  }
}
