// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// The table of entries against a plain array.
@Suite struct EntryTableTests {
  private func number(_ random: inout SeededGenerator) -> Int {
    // Around the limits of what can be packed, now and then.
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
        #expect(table.count == model.count && table.isEmpty == model.isEmpty)
        #expect(model.indices.allSatisfy { isSame(table[$0], model[$0]) }, "step \(step)")
        #expect(model.indices.allSatisfy { table.start(ofEntry: $0) == model[$0].start })
      }
    }
  }
}
