// SPDX-License-Identifier: MIT

import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import SequenceEngine

/// The effects of many new events are written in the order of the document, and only inserts that
/// stay.
@Suite struct EffectsTests {
  private func session(_ number: UInt32) -> SessionID {
    SessionID(run: RunID(rawValue: 1), number: number)
  }

  /// Types and deletes near one place, and now and then elsewhere.
  private func edit(
    _ replica: inout Replica, by number: UInt32, times: Int, _ random: inout SeededGenerator
  ) {
    var place = 0
    for _ in 0..<times {
      let count = replica.document.count
      if random.oneIn(4) { place = random.below(count + 1) }
      place = min(place, count)
      let length = 1 + random.below(3)
      if random.oneIn(3), place >= length {
        // A backspace begins at the last element that it deletes.
        replica.edit(
          OperationRun(kind: .deleteBackward, position: place - 1, length: length),
          by: session(number))
        place -= length
      } else {
        replica.edit(
          OperationRun(kind: .insert, position: place, length: length), by: session(number))
        place += length
      }
    }
  }

  /// Whether each operation is at or behind the one before, and every element inserted is shown.
  private func areInOrderAndStay(_ operations: [DocumentOperation], in replica: Replica) -> Bool {
    let shown = Set(replica.document)
    var next = 0
    return operations.allSatisfy { operation in
      switch operation {
      case .insert(let elements, let position):
        defer { next = position + elements.count }
        return position >= next && elements.allSatisfy { shown.contains(replica.elements[$0]) }
      case .delete(let range):
        defer { next = range.lowerBound }
        return range.lowerBound >= next
      }
    }
  }

  @Test(arguments: [1, 2, 3] as [UInt64])
  func manyEffectsAreInOrderAndStay(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(200) {
      var mine = Replica()
      edit(&mine, by: 1, times: 1 + random.below(10), &random)
      var theirs = mine
      // Now and then a message continues one that was merged before.
      for part in 0..<(1 + random.below(3)) {
        if part == 0 || random.oneIn(2) {
          edit(&mine, by: 1, times: 1 + random.below(10), &random)
        }
        edit(&theirs, by: 2, times: 100, &random)
        let operations = try mine.merge(theirs)
        guard areInOrderAndStay(operations, in: mine) else {
          Issue.record("schedule \(schedule): \(operations)")
          return
        }
      }
      try theirs.merge(mine)
      #expect(mine.document == theirs.document && mine.log == theirs.log)
    }
  }

  /// A message may continue a run that an earlier message began, and delete from it.
  @Test func whatWasWrittenAndWhatIsNewOfOneRunStayApart() throws {
    var mine = Replica()
    mine.edit(OperationRun(kind: .insert, position: 0, length: 1), by: session(1))
    var theirs = mine
    mine.edit(OperationRun(kind: .insert, position: 0, length: 1), by: session(1))
    theirs.edit(OperationRun(kind: .insert, position: 1, length: 2), by: session(2))
    #expect(try mine.merge(theirs) == [.insert(elements: 2..<4, at: 2)])
    theirs.edit(OperationRun(kind: .insert, position: 3, length: 2), by: session(2))
    theirs.edit(OperationRun(kind: .deleteBackward, position: 3, length: 2), by: session(2))
    let operations = try mine.merge(theirs)
    #expect(operations == [.delete(3..<4), .insert(elements: 5..<6, at: 3)])
    try theirs.merge(mine)
    #expect(mine.document == theirs.document)
  }
}
