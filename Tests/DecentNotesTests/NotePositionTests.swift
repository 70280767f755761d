// SPDX-License-Identifier: MIT

import ReplicatingTypes
import ReplicationLaws
import TestInputs
import Testing

@testable import DecentNotes
@testable import NotesCore

/// Positions between any two others.
@Suite struct NotePositionTests {
  private static let ids = [0, 1, 1 << 127, .max].map { NoteID(rawValue: $0) }

  /// Whether a note put between two others stands there with any id.
  private func isBetween(_ before: OrderKey?, _ after: OrderKey?, now: UInt64 = 7) -> Bool {
    let position = NotePosition(between: before, and: after, now: now)
    return Self.ids.allSatisfy { id in
      let key = OrderKey(position, of: id)
      return before.map { $0 < key } ?? true && after.map { key < $0 } ?? true
    }
  }

  @Test func thereIsRoomBetweenAnyTwoKeys() {
    let bytes: [UInt8] = [0, 1, 0x40, 0x41, 0xff]
    var positions: [[UInt8]] = [[]]
    for start in 0..<15 { positions += bytes.map { positions[start] + [$0] } }
    positions += [[UInt8](repeating: 0, count: 30), [UInt8](repeating: 0xff, count: 30)]
    positions += [0, 7, .max].flatMap { number in
      [.time, .last].map { NotePosition($0, number).bytes }
    }
    let keys = positions.flatMap { bytes in
      Self.ids.map { OrderKey(NotePosition(bytes: bytes), of: $0) }
    }.sorted()
    var narrow = 0
    for (index, low) in keys.enumerated() {
      if !isBetween(nil, low) || !isBetween(low, nil) { narrow += 1 }
      for high in keys[(index + 1)...] where low < high && !isBetween(low, high) { narrow += 1 }
    }
    #expect(narrow == 0)
    #expect(keys.count > 300)
  }

  /// Two devices chose the same position for two notes.
  @Test func aThirdNoteGoesBetweenTwoOfOnePosition() {
    let position = NotePosition(bytes: [0x41])
    let keys = [6, 5].map { OrderKey(position, of: NoteID(rawValue: $0)) }
    #expect(keys[0] < keys[1])
    #expect(isBetween(keys[0], keys[1]))
  }

  @Test func positionsOfTimesStandAsListsDo() {
    let times: [UInt64] = [.max, 1_790_000_000_000, 256, 255, 1, 0]
    let positions = times.map { NotePosition(ofTime: $0) }
    let keys = positions.flatMap { position in
      Self.ids.reversed().map { OrderKey(position, of: $0) }
    }
    #expect(keys == keys.sorted())
  }

  @Test func firstAndLastPositionsDoNotGrow() {
    let home = OrderKey(NotePosition(ofTime: 1_790_000_000_000), of: Self.ids[0])
    var (first, last) = (home, home)
    var most = 0
    for number in 0..<10_000 {
      let id = NoteID(rawValue: UInt128(number) << 100)
      // The clock stands still, or is set back.
      let now = UInt64(1_790_000_000_000 - number % 3 * 1_000_000)
      let positions = [
        NotePosition(between: nil, and: first, now: now),
        NotePosition(between: last, and: nil, now: now),
      ]
      let keys = positions.map { OrderKey($0, of: id) }
      #expect(keys[0] < first && last < keys[1])
      (first, last) = (keys[0], keys[1])
      most = max(most, positions.map(\.bytes.count).max() ?? 0)
    }
    #expect(most == 9)
  }

  /// A gap is filled always at its lower end, always at its upper end, or at a random end.
  @Test(arguments: [0, 1, 2]) func positionsInOneGapGrowByTwoBitsAMove(_ side: Int) {
    var random = TestRun.generator(seed: 5)
    func id() -> NoteID { NoteID(rawValue: UInt128(random.next()) << 64 | UInt128(random.next())) }
    var low = OrderKey(NotePosition(ofTime: 1_790_000_000_000), of: id())
    var high = OrderKey(NotePosition(ofTime: 1_789_999_999_000), of: id())
    for number in 1...10_000 {
      let position = NotePosition(between: low, and: high, now: 0)
      let key = OrderKey(position, of: id())
      let isInside = low < key && key < high
      let isShort = position.bytes.count <= 32 + number / 4
      guard isInside, isShort else {
        Issue.record("move \(number): \(position.bytes.count) bytes, inside: \(isInside)")
        return
      }
      if side == 0 || side == 2 && random.oneIn(2) { high = key } else { low = key }
    }
  }

  @Test func positionsAreSavedAsBytes() throws {
    let position = NotePosition(bytes: [0, 0x40, 0xff])
    var index = NotebookIndex()
    index.positions[NoteID(rawValue: 7)] = position
    #expect(try NotebookIndex(encoded: index.encoded()).positions[NoteID(rawValue: 7)] == position)
  }
}
