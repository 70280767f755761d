// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicatingTypes
import TestInputs
import Testing

@testable import ReplicationLaws

/// Texts and arrays on a virtual machine that is resumed several times from its snapshots.
@Suite struct ContradictingSequenceTests {
  /// One step in the life of a value. Two lives with the same first steps are two resumptions of
  /// the snapshot that these make.
  private struct Step {
    var seed: UInt64
    /// Whether another device edits a copy, which is merged then.
    var isOfOthers: Bool
    var count: Int
    /// Whether the value drops what is deleted after the edits.
    var drops = false
  }

  /// What is done to values of one type.
  private struct Editing<Value> {
    var make: () -> Value
    var insert: (inout Value, Int, Int) -> Void
    var delete: (inout Value, Int) -> Void
    var contents: (Value) -> [Int]
  }

  private static var texts: Editing<ReplicatingText> {
    Editing(
      make: { ReplicatingText() },
      insert: { text, element, position in
        guard let scalar = Unicode.Scalar(UInt32(0x1_0000 + element)) else { return }
        text.unicodeScalars.insert(String(scalar), at: position)
      },
      delete: { text, position in text.unicodeScalars.removeSubrange(position..<(position + 1)) },
      contents: { text in text.string.unicodeScalars.map { Int($0.value) - 0x1_0000 } })
  }

  private static var arrays: Editing<ReplicatingArray<Int>> {
    Editing(
      make: { ReplicatingArray() },
      insert: { array, element, position in array.insert(element, at: position) },
      delete: { array, position in array.remove(at: position) },
      contents: { Array($0) })
  }

  private func edit<Value>(
    _ value: inout Value, by editing: Editing<Value>, from step: Step, on device: SimulatedDevice
  ) {
    var random = SeededGenerator(seed: step.seed)
    for _ in 0..<step.count {
      let count = editing.contents(value).count
      let isDelete = count > 0 && random.oneIn(4)
      let position = random.below(isDelete ? count : count + 1)
      let element = random.below(2)
      device.run(at: 1_000) {
        if isDelete {
          editing.delete(&value, position)
        } else {
          editing.insert(&value, element, position)
        }
      }
    }
  }

  /// Lives from the beginning.
  private func live<Value: PersistentReplicable & Framed>(
    _ steps: [Step], by editing: Editing<Value>
  ) throws -> Value {
    let machine = SimulatedDevice(bits: 7)
    var value = editing.make()
    for step in steps {
      if step.isOfOthers {
        var copy = try Value(encoded: value.encoded())
        edit(&copy, by: editing, from: step, on: SimulatedDevice(bits: step.seed))
        value.merge(copy)
      } else {
        edit(&value, by: editing, from: step, on: machine)
      }
      if step.drops { value.dropDeleted() }
    }
    return value
  }

  private func lives(_ random: inout SeededGenerator, dropping: Bool) -> [[Step]] {
    func steps() -> [Step] {
      (0..<1 + random.below(4)).map { _ in
        Step(
          seed: random.next(), isOfOthers: random.oneIn(3), count: 1 + random.below(4),
          drops: dropping && random.oneIn(2))
      }
    }
    var lives = [steps()]
    for _ in 0..<1 + random.below(3) {
      let life = lives[random.below(lives.count)]
      lives.append(life.prefix(random.below(life.count + 1)) + steps())
    }
    return lives
  }

  /// Two values are told to contradict each other, or merge to one state.
  private func follow<Value: PersistentReplicable & Framed & Hashable>(
    _ name: String, seed: UInt64, dropping: Bool = false, _ editing: Editing<Value>
  ) throws {
    var random = TestRun.generator(seed: seed, name)
    var (contradictions, joins) = (0, 0)
    for schedule in 0..<TestRun.length(300) {
      let values = try lives(&random, dropping: dropping).map { try live($0, by: editing) }
      for one in values {
        let other = values[0]
        let (merged, reversed) = (one.merged(with: other), other.merged(with: one))
        guard one.contradicts(other) == other.contradicts(one),
          one.contradicts(other)
            ? merged == one && reversed == other
            : try merged.encoded() == reversed.encoded()
              && editing.contents(merged) == editing.contents(reversed)
        else {
          Issue.record("\(name), schedule \(schedule): \(values.map(editing.contents))")
          return
        }
        if one.contradicts(other) { contradictions += 1 } else if one != other { joins += 1 }
      }
    }
    #expect(contradictions > 50 && joins > 10, "\(contradictions) contradictions, \(joins) joins")
  }

  @Test func resumedTextsAreToldApartOrMerge() throws {
    try follow("resumed texts", seed: 11, Self.texts)
  }

  @Test func resumedArraysAreToldApartOrMerge() throws {
    try follow("resumed arrays", seed: 12, Self.arrays)
  }
  @Test func resumedTextsThatDropTextAreToldApartOrMerge() throws {
    try follow("resumed texts that drop text", seed: 13, dropping: true, Self.texts)
  }

  @Test func resumedArraysThatDropElementsAreToldApartOrMerge() throws {
    try follow("resumed arrays that drop elements", seed: 14, dropping: true, Self.arrays)
  }
}
