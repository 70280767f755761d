// SPDX-License-Identifier: MIT

import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// Undoing in random histories, against lists of what must happen.
@Suite struct ArrayUndoModelTests {
  /// Alone, each step undone shows the elements before it, and each redone those after.
  @Test(arguments: [1, 2] as [UInt64])
  func aloneUndoingGoesBackThroughAllArrays(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(150) {
      var array = ReplicatingArray<Int>()
      var undo = ArrayUndo(limit: 1_000)
      // Elements between steps, and which of them are shown.
      var all: [[Int]] = [[]]
      var shown = 0
      for step in 0..<(20 + random.below(40)) {
        switch random.below(12) {
        case 0..<5:
          let before = array.version
          undo.edit(&array, at: UInt64(step) * 1_000) { edit(&$0, with: step, &random) }
          if array.version != before {
            all = all[...shown] + [array.values]
            shown += 1
          }
        case 5..<8:
          for _ in 0...random.below(8) {
            try undo.undo(&array)
            shown = max(0, shown - 1)
          }
        case 8, 9:
          for _ in 0...random.below(8) {
            try undo.redo(&array)
            shown = min(all.count - 1, shown + 1)
          }
        case 10: array = try ReplicatingArray(encoded: array.encoded())
        default: undo = try ArrayUndo(encoded: undo.encoded())
        }
        if array.values == all[shown] { continue }
        Issue.record("schedule \(schedule), step \(step): \(array.values), not of \(all)")
        return
      }
      #expect(undo.canUndo == (shown > 0) && undo.canRedo == (shown < all.count - 1))
    }
  }

  private func edit(
    _ array: inout ReplicatingArray<Int>, with number: Int, _ random: inout SeededGenerator
  ) {
    let start = random.below(array.count + 1)
    let end = random.oneIn(2) ? start : min(array.count, start + random.below(4))
    let count = random.oneIn(4) ? 0 : random.below(4)
    array.replaceSubrange(start..<end, with: repeatElement(number, count: count))
  }

  @Test(arguments: [3, 4] as [UInt64])
  func amongOthersOnlyOnesOwnEditsAreUndone(seed: UInt64) throws {
    var random = TestRun.generator(seed: seed)
    for schedule in 0..<TestRun.length(200) {
      var people = OneWhoUndoes(&random)
      for step in 0..<(30 + random.below(50)) {
        guard let fault = try people.step(&random) else { continue }
        Issue.record("schedule \(schedule), step \(step): \(fault)")
        return
      }
      people.checkThatCopiesAreAlike()
    }
  }
}

/// Several people who insert each number once, so that each can be followed; the first
/// also undoes and redoes.
private struct OneWhoUndoes {
  private struct Step {
    var inserted: Set<Int> = []
    var removed: Set<Int> = []
  }

  private var arrays: [ReplicatingArray<Int>]
  private var undo = ArrayUndo(limit: 1_000)
  private var undos: [Step] = []
  private var redos: [Step] = []
  private var next = 0
  private var time: UInt64 = 0

  init(_ random: inout SeededGenerator) {
    arrays = [ReplicatingArray<Int>](repeating: [], count: 2 + random.below(3))
  }

  mutating func step(_ random: inout SeededGenerator) throws -> String? {
    let (index, other) = (random.below(arrays.count), random.below(arrays.count))
    switch random.below(12) {
    case 0..<4: edit(index, &random)
    case 4: arrays[index].merge(arrays[other])
    case 5, 6: arrays[0].merge(arrays[index])
    case 7:
      if let delta = arrays[other].delta(since: arrays[index].version) {
        try arrays[index].merge(delta: delta)
      }
    case 8: arrays[index] = try ReplicatingArray(encoded: arrays[index].encoded())
    case 9: return try reverse(from: \.redos, to: \.undos) { try $0.redo(&$1) }
    default: return try reverse(from: \.undos, to: \.redos) { try $0.undo(&$1) }
    }
    return nil
  }

  func checkThatCopiesAreAlike() {
    let all = arrays.reduce(arrays[0]) { $0.merged(with: $1) }
    for array in arrays {
      let result = array.merged(with: all)
      #expect(result == all && result.values == all.values)
    }
  }

  private mutating func edit(_ index: Int, _ random: inout SeededGenerator) {
    let count = arrays[index].count
    let place = random.below(count + 1)
    let inserted = next..<(next + random.pick([0, 1, 2, 5]))
    next = inserted.upperBound
    let range = place..<(random.oneIn(2) ? place : min(count, place + random.below(5)))
    guard !inserted.isEmpty || !range.isEmpty else { return }
    guard index == 0 else { return arrays[index].replaceSubrange(range, with: inserted) }
    let before = arrays[0].values
    time += 1_000
    undo.edit(&arrays[0], at: time) { $0.replaceSubrange(range, with: inserted) }
    undos.append(Step(inserted: Set(inserted), removed: Set(before[range])))
    redos = []
  }

  private mutating func reverse(
    from steps: WritableKeyPath<Self, [Step]>, to others: WritableKeyPath<Self, [Step]>,
    _ body: (inout ArrayUndo, inout ReplicatingArray<Int>) throws -> [ReplicatingArray<Int>.Change]
  ) throws -> String? {
    let before = arrays[0].values
    var done = Step()
    while done.inserted.isEmpty, done.removed.isEmpty, let step = self[keyPath: steps].popLast() {
      done = Step(inserted: step.removed, removed: step.inserted.intersection(before))
    }
    let changes = try body(&undo, &arrays[0])
    let after = arrays[0].values
    var told = before
    for change in changes.reversed() { told.replaceSubrange(change.old, with: change.elements) }
    if told != after || changes.contains(where: { Array(after[$0.new]) != $0.elements }) {
      return "\(before) became \(after), but \(changes) was told"
    }
    if done.inserted.isEmpty && done.removed.isEmpty {
      return changes.isEmpty ? nil : "did \(changes), though nothing was left"
    }
    self[keyPath: others].append(done)
    let kept = before.filter { !done.removed.contains($0) }
    if kept != after.filter({ !done.inserted.contains($0) }) {
      return "\(before) became \(after), removing \(done.removed), putting back \(done.inserted)"
    }
    let missing = done.inserted.subtracting(after)
    return missing.isEmpty && after.count == Set(after).count
      ? nil : "\(before) became \(after), without \(missing) or with some twice"
  }
}
