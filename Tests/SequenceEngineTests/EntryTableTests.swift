// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// The table of entries against a plain array.
@Suite struct EntryTableTests {
  private func number(_ random: inout SeededGenerator) -> Int {
    // Numbers around the limits of packing, now and then.
    random.oneIn(300)
      ? random.pick([1 << 30 - 1, 1 << 30, 1 << 32 - 1, 1 << 32, 1 << 60]) : random.below(1_000)
  }

  private func entry(_ random: inout SeededGenerator) -> OperationLog.Entry {
    OperationLog.Entry(
      start: number(&random),
      kind: random.pick([.insert, .deleteForward, .deleteBackward]),
      position: number(&random), firstElement: number(&random),
      documentLength: number(&random))
  }

  private func isSame(_ left: OperationLog.Entry, _ right: OperationLog.Entry) -> Bool {
    left.start == right.start && left.kind == right.kind && left.position == right.position
      && left.firstElement == right.firstElement && left.documentLength == right.documentLength
  }

  @Test func anEntryThatFitsAgainIsKeptOnce() {
    let small = OperationLog.Entry(
      start: 0, kind: .insert, position: 0, firstElement: 0, documentLength: 0)
    var large = small
    large.position = 1 << 30
    var table = EntryTable()
    table.append(small)
    let byteCount = table.byteCount
    table[0] = large
    #expect(table.byteCount > byteCount && isSame(table[0], large))
    table[0] = small
    #expect(table.byteCount == byteCount && isSame(table[0], small))
  }

  /// A table begins at any place with some entries of another table. One of them may differ or be
  /// outsize.
  @Test func likeEntriesAreThoseOfTheSameKindPositionAndLength() {
    var random = TestRun.generator(seed: 2)
    for run in 0..<TestRun.length(300) {
      let count = 2 + random.below(200)
      var (one, two) = ([OperationLog.Entry](), [OperationLog.Entry]())
      for _ in 0..<random.below(130) { two.append(entry(&random)) }
      let (other, odd, change) = (two.count, random.below(count), random.below(4))
      var (start, otherStart) = (0, 7)
      for place in 0..<count {
        var entry = entry(&random)
        (entry.start, entry.position) = (start, random.below(1_000))
        one.append(entry)
        entry.start = otherStart
        if place == odd, change == 1 { entry.position += 1 }
        if place == odd, change == 2 { otherStart += 1 }
        two.append(entry)
        if place == odd, change == 3 { one[place].documentLength = 1 << 40 }
        (start, otherStart) = (start + 1 + place % 3, otherStart + 1 + place % 3)
      }
      var tables = (EntryTable(), EntryTable())
      for entry in one { tables.0.append(entry) }
      for entry in two { tables.1.append(entry) }
      let found = tables.0.likeCount(from: 0, tables.1, from: other, most: count - 1)
      // Outsize entries are left to a slower comparison.
      let isOutsize = one.map { ($0.firstElement | $0.documentLength) >> 32 != 0 }
      let isOdd = two[other...].map { ($0.firstElement | $0.documentLength) >> 32 != 0 }
      let expected = (0..<(count - 1)).first { place in
        isOutsize[place] || isOutsize[place + 1] || isOdd[place] || isOdd[place + 1]
          || place == odd && (change == 1 || change == 2)
      }
      #expect(found == expected ?? (count - 1), "run \(run)")
    }
  }

  @Test func copiesGrowAndChangeApart() {
    var random = TestRun.generator(seed: 1)
    var copies: [(table: EntryTable, model: [OperationLog.Entry])] = [(EntryTable(), [])]
    for step in 0..<TestRun.length(5_000) {
      if random.oneIn(200) {
        let copy = random.pick(copies)
        if copies.count < 3 { copies.append(copy) } else { copies[random.below(3)] = copy }
      }
      let index = random.below(copies.count)
      let entry = entry(&random)
      if random.oneIn(4), !copies[index].model.isEmpty {
        let place = random.below(copies[index].model.count)
        copies[index].table[place] = entry
        copies[index].model[place] = entry
      } else {
        copies[index].table.append(entry)
        copies[index].model.append(entry)
      }
      guard step % 100 == 0 || step < 300 else { continue }
      for (table, model) in copies {
        #expect(table.count == model.count)
        #expect(model.indices.allSatisfy { isSame(table[$0], model[$0]) }, "step \(step)")
        #expect(model.indices.allSatisfy { table.start(ofEntry: $0) == model[$0].start })
      }
    }
  }
}
