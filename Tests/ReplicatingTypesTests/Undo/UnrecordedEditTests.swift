// SPDX-License-Identifier: MIT

import Causality
import TestInputs
import Testing

@testable import ReplicatingTypes

/// Edits of this device that no step recorded. Undoing a step leaves them, whatever the type.
@Suite(.seeded) struct UnrecordedEditTests {
  private typealias Item = UndoneModel.Item

  /// Makes a step and an edit that is no step. Then undoes and redoes the step.
  ///
  /// - Parameters:
  ///   - marks: Whether the edits name a device.
  ///   - expected: What the value shows after the undo and after the redo.
  private func check<Value, Shown: Equatable>(
    _ value: @autoclosure () -> Value, marks: Bool, _ step: (inout Value) -> Void,
    then later: (inout Value) -> Void,
    _ expected: (undone: Shown, redone: Shown), _ shown: (Value) -> Shown,
    line: Int = #line
  ) throws {
    let current = ReplicationEnvironment.current
    let environment = marks ? current.marked(with: DeviceMark(of: 1)) : current
    try environment.run {
      var steps = SteppedValue(value())
      try steps.edit(step)
      steps.change(later)
      steps.undo()
      #expect(shown(steps.value) == expected.undone, "undone, line \(line)")
      steps.redo()
      #expect(shown(steps.value) == expected.redone, "redone, line \(line)")
    }
  }

  @Test(arguments: [false, true]) func sequencesKeepThem(marks: Bool) throws {
    try check(
      ReplicatingText("ab"), marks: marks, { $0.append("cd") }, then: { $0.insert("x", at: 0) },
      ("xab", "xabcd"), \.string)
    try check(
      ReplicatingText("ab"), marks: marks, { $0.append("cd") }, then: { $0.insert("x", at: 3) },
      ("abx", "abcxd"), \.string)
    try check(
      ReplicatingArray([1]), marks: marks, { $0.append(2) }, then: { $0.insert(3, at: 0) },
      ([3, 1], [3, 1, 2]), \.values)
  }

  @Test(arguments: [false, true]) func registersAndCountersKeepThem(marks: Bool) throws {
    try check(
      ReplicatingRegister(default: 0), marks: marks, { $0.value = 1 }, then: { $0.value = 2 },
      (2, 2), \.value)
    try check(
      ReplicatingMultiValueRegister<Int>(), marks: marks, { $0.set(1) }, then: { $0.set(2) },
      ([2], [2]), \.values)
    try check(
      ReplicatingCounter(), marks: marks, { $0.increment(by: 2) }, then: { $0.increment(by: 3) },
      (3, 5), \.value)
  }

  @Test(arguments: [false, true]) func setsKeepThem(marks: Bool) throws {
    let edit = { (set: inout ReplicatingSet<Int>) in
      set.insert(2)
      set.remove(1)
    }
    try check(
      ReplicatingSet([1]), marks: marks, edit, then: { $0.insert(3) }, ([1, 3], [2, 3]),
      { $0.sorted() })
    try check(
      ReplicatingSet([1]), marks: marks, edit, then: { $0.remove(2) }, ([1], []), { $0.sorted() })
    try check(
      ReplicatingAddOnlySet([1]), marks: marks, { $0.insert(2) }, then: { $0.insert(3) },
      ([1, 2, 3], [1, 2, 3]), { $0.values.sorted() })
  }

  @Test(arguments: [false, true]) func plainKeysKeepThem(marks: Bool) throws {
    try check(
      [:] as ReplicatingDictionary<Int, Int>, marks: marks, { $0[1] = 1 }, then: { $0[1] = 2 },
      ([1: 2], [1: 2]), \.dictionary)
    try check(
      [:] as ReplicatingOrderedDictionary<Int, Int>, marks: marks, { $0[1] = 1 },
      then: { $0[1] = 2 }, ([1: 2], [1: 2]), \.dictionary)
  }

  @Test(arguments: [false, true]) func addedValuesKeepThem(marks: Bool) throws {
    try check(
      [:] as ReplicatingDictionary<Int, ReplicatingText>, marks: marks, { $0[1] = "a" },
      then: { $0[1]?.append("b") }, ([1: "ab"], [1: "ab"]), { $0.dictionary.mapValues(\.string) })
    try check(
      [:] as ReplicatingDictionary<Int, ReplicatingCounter>, marks: marks,
      { $0[1] = ReplicatingCounter(1) }, then: { $0[1]?.increment(by: 2) }, ([1: 3], [1: 3]),
      { $0.dictionary.mapValues(\.value) })
    try check(
      [:] as ReplicatingOrderedDictionary<Int, ReplicatingSet<Int>>, marks: marks, { $0[1] = [1] },
      then: { $0[1]?.insert(2) }, ([1: [1, 2]], [1: [1, 2]]),
      { $0.dictionary.mapValues { $0.sorted() } })
    try check(
      [:] as ReplicatingDictionary<Int, ReplicatingDictionary<Int, Int>>, marks: marks,
      { $0[1] = [1: 1] }, then: { $0[1]?[1] = 2 }, ([1: [1: 2]], [1: [1: 2]]),
      { $0.dictionary.mapValues(\.dictionary) })
    for edit in [
      { $0[1]?.title.value = 5 }, { $0[1]?.list.append(5) }, { $0[1]?.text.append("b") },
    ] as [(inout ReplicatingOrderedDictionary<Int, Item>) -> Void] {
      var expected = ReplicatingOrderedDictionary<Int, Item>()
      expected[1, default: Item()].text.append("a")
      edit(&expected)
      let shown = expected[1]?.wholeText
      try check(
        ReplicatingOrderedDictionary<Int, Item>(), marks: marks,
        { $0[1, default: Item()].text.append("a") }, then: edit, (shown, shown),
        { $0[1]?.wholeText })
    }
  }

  /// A value that the step put in place of another.
  @Test(arguments: [false, true]) func replacedValuesKeepThem(marks: Bool) throws {
    try check(
      [1: "a"] as ReplicatingDictionary<Int, ReplicatingText>, marks: marks,
      {
        $0[1] = nil
        $0[1] = "b"
      }, then: { $0[1]?.append("c") }, ("bc", "bc"), { $0[1]?.string })
  }

  /// A deletion alone leaves nothing that the undo would take along.
  @Test(arguments: [false, true]) func deletionsKeepNoAddedKey(marks: Bool) throws {
    try check(
      [:] as ReplicatingDictionary<Int, ReplicatingText>, marks: marks, { $0[1] = "ab" },
      then: { $0[1]?.update(to: "b") }, (nil, "b"), { $0[1]?.string })
    try check(
      [:] as ReplicatingOrderedDictionary<Int, ReplicatingArray<Int>>, marks: marks,
      { $0[1] = [1, 2] }, then: { $0[1]?.remove(at: 0) }, (nil, [2]), { $0[1]?.values })
  }

  @Test(arguments: [false, true]) func editsWithinValuesAreTakenBackAmongThem(marks: Bool) throws {
    try check(
      [1: "a"] as ReplicatingDictionary<Int, ReplicatingText>, marks: marks,
      { $0[1]?.append("b") }, then: { $0[1]?.insert("x", at: 0) }, ("xa", "xab"),
      { $0[1]?.string })
  }

  @Test(arguments: [false, true]) func movesKeepThem(marks: Bool) throws {
    let order: ReplicatingOrderedSet = [1, 2, 3]
    try check(
      order, marks: marks, { $0.move(1, to: 2) }, then: { $0.move(1, to: 1) },
      ([2, 1, 3], [2, 1, 3]), \.values)
    try check(
      order, marks: marks, { $0.move(1, to: 2) }, then: { $0.move(2, to: 2) },
      ([1, 3, 2], [3, 1, 2]), \.values)
    try check(
      [1: 1, 2: 2, 3: 3] as ReplicatingOrderedDictionary<Int, Int>, marks: marks,
      { $0.move(1, to: 2) }, then: { $0.move(1, to: 1) }, ([2, 1, 3], [2, 1, 3]),
      { Array($0.keys) })
    try check(
      [1: "a", 2: "b", 3: "c"] as ReplicatingOrderedDictionary<Int, ReplicatingText>,
      marks: marks, { $0.move(1, to: 2) }, then: { $0.move(1, to: 1) },
      ([2, 1, 3], [2, 1, 3]), { Array($0.keys) })
  }

  /// Steps before and after an edit that is no step.
  @Test func stepsOnBothSidesLeaveThem() throws {
    var order = SteppedValue([1, 2, 3, 4] as ReplicatingOrderedSet)
    try order.edit { $0.move(1, to: 3) }
    order.change { $0.move(1, to: 1) }
    try order.edit { $0.move(1, to: 2) }
    for _ in 0..<2 { order.undo() }
    #expect(order.value.values == [2, 1, 3, 4])
    var items = SteppedValue([:] as ReplicatingDictionary<Int, ReplicatingText>)
    try items.edit { $0[1] = "a" }
    items.change { $0[1]?.append("b") }
    try items.edit { $0[1]?.append("c") }
    for _ in 0..<2 { items.undo() }
    #expect(items.value[1]?.string == "ab")
  }

  /// Undoing the later steps moved the elements back.
  @Test func movesOfLaterStepsDoNotCount() throws {
    var order = SteppedValue([1, 2, 3, 4] as ReplicatingOrderedSet)
    var items = SteppedValue(
      [1: "a", 2: "b", 3: "c", 4: "d"] as ReplicatingOrderedDictionary<Int, ReplicatingText>)
    let places = [3, 1, 2]
    for place in places {
      try order.edit { $0.move(1, to: place) }
      try items.edit { $0.move(1, to: place) }
    }
    try order.edit { $0.remove(1) }
    try items.edit { $0[1] = nil }
    for _ in 0..<3 {
      for _ in 0..<4 {
        order.undo()
        items.undo()
      }
      #expect(order.value.values == [1, 2, 3, 4] && Array(items.value.keys) == [1, 2, 3, 4])
      for _ in 0..<4 {
        order.redo()
        items.redo()
      }
      #expect(order.value.values == [2, 3, 4] && Array(items.value.keys) == [2, 3, 4])
    }
  }

  /// Redoing what added contents gives the same contents.
  @Test(arguments: [false, true]) func whatWasAddedComesBackTheSame(marks: Bool) throws {
    func check<Value, Shown: Equatable>(
      _ value: @autoclosure () -> Value, _ shown: (Value) -> Shown, line: Int = #line,
      _ add: (inout Value) -> Void
    ) throws {
      var added = value()
      let before = shown(added)
      add(&added)
      try self.check(
        value(), marks: marks, add, then: { _ in }, (before, shown(added)), shown, line: line)
    }
    try check(ReplicatingText(), \.string) { $0.append("ab") }
    try check(ReplicatingArray<Int>(), \.values) { $0.append(contentsOf: [1, 2]) }
    try check(ReplicatingRegister(default: 0), \.value) { $0.value = 1 }
    try check(ReplicatingMultiValueRegister<Int>(), \.values) { $0.set(1) }
    try check(ReplicatingCounter(), \.value) { $0.increment() }
    try check(ReplicatingSet<Int>(), { $0.sorted() }) { $0.insert(1) }
    try check(ReplicatingOrderedSet([1, 2]), \.values) { $0.insert(3, at: 1) }
    try check([:] as ReplicatingDictionary<Int, Int>, \.dictionary) { $0[1] = 1 }
    try check([1: 1] as ReplicatingOrderedDictionary<Int, Int>, \.dictionary) { $0[2] = 2 }
    try check([:] as ReplicatingDictionary<Int, Item>, { $0[1]?.wholeText }) { items in
      items[1, default: Item()].text.append("ab")
      items[1]?.list.append(contentsOf: [1, 2])
      items[1]?.title.value = 5
    }
    try check(
      [1: "a"] as ReplicatingOrderedDictionary<Int, ReplicatingText>,
      { $0.map { "\($0.key): \($0.value.string)" } }
    ) { $0[2] = "b" }
  }
}
