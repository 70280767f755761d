// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// Indexes between any two others.
@Suite struct FractionalIndexTests {
  private static let ids: [UInt128] = [0, 1, 1 << 127, .max]

  /// Whether a document put between two others stands there with any id.
  private func isBetween(
    _ before: FractionalIndex.Key?, _ after: FractionalIndex.Key?, now: UInt64 = 7
  ) -> Bool {
    let index = FractionalIndex(between: before, and: after, now: now)
    return Self.ids.allSatisfy { id in
      let key = FractionalIndex.Key(index, of: id)
      return before.map { $0 < key } ?? true && after.map { key < $0 } ?? true
    }
  }

  @Test func thereIsRoomBetweenAnyTwoKeys() {
    let bytes: [UInt8] = [0, 1, 0x40, 0x41, 0xff]
    var indexes: [[UInt8]] = [[]]
    for start in 0..<15 { indexes += bytes.map { indexes[start] + [$0] } }
    indexes += [[UInt8](repeating: 0, count: 30), [UInt8](repeating: 0xff, count: 30)]
    indexes += [0, 7, .max].flatMap { number in
      [.time, .last].map { FractionalIndex($0, number).bytes }
    }
    let keys = indexes.flatMap { bytes in
      Self.ids.map { FractionalIndex.Key(FractionalIndex(bytes: bytes), of: $0) }
    }.sorted()
    var narrow = 0
    for (place, low) in keys.enumerated() {
      if !isBetween(nil, low) || !isBetween(low, nil) { narrow += 1 }
      for high in keys[(place + 1)...] where low < high && !isBetween(low, high) { narrow += 1 }
    }
    #expect(narrow == 0)
    #expect(keys.count > 300)
  }

  /// Two devices chose the same index for two documents.
  @Test func aThirdGoesBetweenTwoOfOneIndex() {
    let index = FractionalIndex(bytes: [0x41])
    let keys = [6, 5].map { FractionalIndex.Key(index, of: $0) }
    #expect(keys[0] < keys[1])
    #expect(isBetween(keys[0], keys[1]))
  }

  @Test func indexesOfLaterTimesComeFirst() {
    let times: [UInt64] = [.max, 1_790_000_000_000, 256, 255, 1, 0]
    let indexes = times.map { FractionalIndex(ofTime: $0) }
    let keys = indexes.flatMap { index in
      Self.ids.reversed().map { FractionalIndex.Key(index, of: $0) }
    }
    #expect(keys == keys.sorted())
  }

  @Test func firstAndLastIndexesDoNotGrow() {
    let home = FractionalIndex.Key(FractionalIndex(ofTime: 1_790_000_000_000), of: Self.ids[0])
    var (first, last) = (home, home)
    var most = 0
    for number in 0..<10_000 {
      let id = UInt128(number) << 100
      // The clock stands still, or is set back.
      let now = UInt64(1_790_000_000_000 - number % 3 * 1_000_000)
      let indexes = [
        FractionalIndex(between: nil, and: first, now: now),
        FractionalIndex(between: last, and: nil, now: now),
      ]
      let keys = indexes.map { FractionalIndex.Key($0, of: id) }
      #expect(keys[0] < first && last < keys[1])
      (first, last) = (keys[0], keys[1])
      most = max(most, indexes.map(\.bytes.count).max() ?? 0)
    }
    #expect(most == 9)
  }

  /// A gap is filled always at its lower end, always at its upper end, at a random end, or between the
  /// last two.
  @Test(arguments: 0..<4) func indexesInOneGapStayShort(_ side: Int) {
    var random = TestRun.generator(seed: 5)
    func id() -> UInt128 { UInt128(random.next()) << 64 | UInt128(random.next()) }
    var low = FractionalIndex.Key(FractionalIndex(ofTime: 1_790_000_000_000), of: id())
    var high = FractionalIndex.Key(FractionalIndex(ofTime: 1_789_999_999_000), of: id())
    for number in 1...10_000 {
      let index = FractionalIndex(between: low, and: high, now: 0)
      let key = FractionalIndex.Key(index, of: id())
      let isInside = low < key && key < high
      let isShort = index.bytes.count <= (side < 2 ? 32 + number / 100 : 32 + number / 4)
      guard isInside, isShort else {
        Issue.record("move \(number): \(index.bytes.count) bytes, inside: \(isInside)")
        return
      }
      let isLower = [true, false, random.oneIn(2), number.isMultiple(of: 2)][side]
      if isLower { high = key } else { low = key }
    }
  }

  /// Two devices that do not sync add to one list.
  @Test func lastIndexesStandByTheirTimes() {
    func last(_ before: FractionalIndex, _ now: UInt64) -> FractionalIndex {
      FractionalIndex(between: FractionalIndex.Key(before, of: 7), and: nil, now: now)
    }
    let start = last(FractionalIndex(ofTime: 5), 10)
    let (mine, theirs) = (last(start, 20), last(start, 15))
    let (mineNext, theirsNext) = (last(mine, 21), last(theirs, 30))
    let keys = [start, theirs, mine, mineNext, theirsNext].map { FractionalIndex.Key($0, of: 7) }
    #expect(keys == keys.sorted() && Set(keys).count == 5)
    // The clock is set back.
    #expect(FractionalIndex.Key(mine, of: 7) < FractionalIndex.Key(last(mine, 3), of: 7))
  }

  /// Keys from elsewhere may leave no room.
  @Test func keysWithoutRoomStopNothing() {
    let keys = [[0x41], [0x41, 0], []].map { FractionalIndex.Key(bytes: $0) }
    #expect(!FractionalIndex(between: keys[0], and: keys[1], now: 7).bytes.isEmpty)
    #expect(!FractionalIndex(between: keys[2], and: keys[0], now: 7).bytes.isEmpty)
    #expect(!FractionalIndex(between: nil, and: keys[2], now: 7).bytes.isEmpty)
  }

  @Test func indexesAreSavedAsBytes() throws {
    let index = FractionalIndex(bytes: [0, 0x40, 0xff])
    let register = ReplicatingRegister(index)
    #expect(try ReplicatingRegister<FractionalIndex>(encoded: register.encoded()).value == index)
  }

  @Test func keysAsTextsCompareAsKeys() {
    let indexes: [[UInt8]] = [[], [0], [0, 9], [0x9f], [0xa0], [0xff, 0xff]]
    let keys = indexes.map { FractionalIndex.Key(FractionalIndex(bytes: $0), of: 1 << 120) }
    #expect(keys.sorted().map(\.description) == keys.map(\.description).sorted())
    #expect(keys.map { FractionalIndex.Key($0.description) } == keys)
    #expect(keys.map(\.index.bytes) == indexes)
    #expect(FractionalIndex.Key("")?.bytes == [])
    for text in ["0", "0G", "A0", " 00", "00 "] { #expect(FractionalIndex.Key(text) == nil) }
  }
}
