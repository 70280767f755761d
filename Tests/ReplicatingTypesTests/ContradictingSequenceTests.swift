// SPDX-License-Identifier: MIT

import BinaryCoding
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
  }

  /// What is done to values of one type.
  private struct Editing<Value> {
    var make: () -> Value
    var insert: (inout Value, Int, Int) -> Void
    var delete: (inout Value, Int) -> Void
    var contents: (Value) -> [Int]
    /// The elements that are told apart by who inserts them.
    let elements = DistinctElements()
  }

  /// A number for each insert, which no other has: two drawn at random may be one.
  private final class DistinctElements {
    private struct Insert: Hashable {
      let seed: UInt64
      let number: Int
    }

    private var elements: [Insert: Int] = [:]

    /// The element of an edit of a step. Lives with the same first steps insert the same.
    func element(of number: Int, in step: Step) -> Int {
      let insert = Insert(seed: step.seed, number: number)
      let element = elements[insert] ?? elements.count
      elements[insert] = element
      return element
    }
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

  /// What came of a life.
  private struct Outcome<Value> {
    var value: Value
    /// The elements that were ever inserted.
    var inserted: Set<Int> = []
  }

  private func edit<Value>(
    _ outcome: inout Outcome<Value>, by editing: Editing<Value>, from step: Step,
    limit: Int, on device: SimulatedDevice
  ) {
    var random = SeededGenerator(seed: step.seed)
    for number in 0..<step.count {
      let count = editing.contents(outcome.value).count
      let isDelete = count > 0 && random.oneIn(4)
      let position = random.below(isDelete ? count : count + 1)
      let drawn = random.below(limit)
      let element = limit > 1_000 ? editing.elements.element(of: number, in: step) : drawn
      device.run(at: 1_000) {
        if isDelete {
          editing.delete(&outcome.value, position)
        } else {
          editing.insert(&outcome.value, element, position)
        }
      }
      if !isDelete { outcome.inserted.insert(element) }
    }
  }

  /// Lives from the beginning.
  private func live<Value: PersistentReplicable & Framed>(
    _ steps: [Step], by editing: Editing<Value>, limit: Int
  ) throws -> Outcome<Value> {
    let machine = SimulatedDevice(bits: 7)
    var outcome = Outcome(value: editing.make())
    for step in steps {
      if step.isOfOthers {
        var copy = outcome
        copy.value = try Value(encoded: outcome.value.encoded())
        edit(&copy, by: editing, from: step, limit: limit, on: SimulatedDevice(bits: step.seed))
        outcome.value.merge(copy.value)
        outcome.inserted = copy.inserted
      } else {
        edit(&outcome, by: editing, from: step, limit: limit, on: machine)
      }
    }
    return outcome
  }

  private func lives(_ random: inout SeededGenerator) -> [[Step]] {
    func steps() -> [Step] {
      (0..<1 + random.below(4)).map { _ in
        Step(seed: random.next(), isOfOthers: random.oneIn(3), count: 1 + random.below(4))
      }
    }
    var lives = [steps()]
    for _ in 0..<1 + random.below(3) {
      let life = lives[random.below(lives.count)]
      lives.append(life.prefix(random.below(life.count + 1)) + steps())
    }
    return lives
  }

  /// Merges values in some order and grouping, some of them twice.
  private func mergedSomehow<Value: Replicable>(
    _ values: [Value], _ random: inout SeededGenerator
  ) -> Value {
    var left = values
    while left.count > 1 {
      let one = left.remove(at: random.below(left.count))
      let place = random.below(left.count)
      let both = one.merged(with: left[place])
      left[place] = random.oneIn(3) ? both.merged(with: left[random.below(left.count)]) : both
    }
    return left[0].merged(with: values[random.below(values.count)])
  }

  /// Values of several lives, some edited further by others that hold one side or some sides only.
  private func outcomes<Value: PersistentReplicable & Framed>(
    of editing: Editing<Value>, limit: Int, _ random: inout SeededGenerator
  ) throws -> [Outcome<Value>] {
    var outcomes = try lives(&random).map { try live($0, by: editing, limit: limit) }
    for _ in 0..<random.below(3) {
      var copy = outcomes[random.below(outcomes.count)]
      if random.oneIn(2) {
        let other = outcomes[random.below(outcomes.count)]
        copy.value.merge(other.value)
        copy.inserted.formUnion(other.inserted)
      }
      copy.value = try Value(encoded: copy.value.encoded())
      let step = Step(seed: random.next(), isOfOthers: true, count: 1 + random.below(3))
      edit(&copy, by: editing, from: step, limit: limit, on: SimulatedDevice(bits: step.seed))
      outcomes.append(copy)
    }
    return outcomes
  }

  /// Merges values of random schedules in several orders, and brings each of them what it lacks.
  private func follow<Value: PersistentReplicable & Framed & Hashable>(
    _ name: String, seed: UInt64, _ editing: Editing<Value>, limit: Int
  ) throws {
    var random = TestRun.generator(seed: seed, name)
    try follow(name, &random, TestRun.length(300), editing, limit: limit)
  }

  private func follow<Value: PersistentReplicable & Framed & Hashable>(
    _ name: String, _ random: inout SeededGenerator, _ length: Int, _ editing: Editing<Value>,
    limit: Int
  ) throws {
    var contradictions = 0
    for schedule in 0..<length {
      let outcomes = try outcomes(of: editing, limit: limit, &random)
      let values = outcomes.map(\.value)
      if values.contains(where: { $0.contradicts(values[0]) }) { contradictions += 1 }
      let whole = values.dropFirst().reduce(values[0]) { $0.merged(with: $1) }
      let bytes = try whole.encoded()
      for _ in 0..<6 {
        let other = mergedSomehow(values, &random)
        let read = try Value(encoded: other.encoded())
        guard other == whole, try other.encoded() == bytes, other.merged(with: whole) == whole,
          editing.contents(other) == editing.contents(whole), try read.encoded() == bytes,
          editing.contents(read) == editing.contents(whole)
        else {
          Issue.record("\(name), schedule \(schedule): \(values.map(editing.contents))")
          return
        }
      }
      for value in values {
        let (caughtUp, same) = (try value.caughtUp(with: whole), try whole.caughtUp(with: value))
        guard caughtUp == whole, try caughtUp.encoded() == bytes, same == whole else {
          Issue.record("\(name), schedule \(schedule), deltas: \(values.map(editing.contents))")
          return
        }
      }
      guard limit > 1_000 else { continue }
      let shown = outcomes.map { Set(editing.contents($0.value)) }
      let kept = Set(outcomes.flatMap(\.inserted)).filter { element in
        !zip(outcomes, shown).contains { $0.inserted.contains(element) && !$1.contains(element) }
      }
      #expect(editing.contents(whole).sorted() == kept.sorted(), "\(name), schedule \(schedule)")
    }
    #expect(contradictions > 0)
  }

  @Test func resumedTextsKeepTheTextOfAll() throws {
    try follow("resumed texts", seed: 11, Self.texts, limit: 1_000_000)
  }

  @Test func resumedArraysKeepTheElementsOfAll() throws {
    try follow("resumed arrays", seed: 12, Self.arrays, limit: 1 << 40)
  }

  @Test func resumedTextsOfFewLettersComeToOneState() throws {
    try follow("resumed texts of few letters", seed: 13, Self.texts, limit: 2)
  }

  // MARK: Found by random schedules

  /// The last edits that both know may look alike though earlier ones do not.
  @Test func textsThatDifferFarBackComeToOneState() throws {
    var random = SeededGenerator(seed: 1_038_655_483)
    try follow("texts that differ far back", &random, 10, Self.texts, limit: 2)
  }

  /// Once more branches are known, sessions get other names. Siblings must not change places, for
  /// the deletes of an author who saw them are told by positions.
  @Test func deletesHitWhatTheirAuthorsSawAfterSessionsGotOtherNames() throws {
    for (seed, length) in [(1_038_655_483 as UInt64, 10), (10_640_918, 3)] {
      var random = SeededGenerator(seed: seed)
      try follow("deletes in texts", &random, length, Self.texts, limit: 1_000_000)
    }
    var random = SeededGenerator(seed: 113_638_768)
    try follow("deletes in arrays", &random, 181, Self.arrays, limit: 1 << 40)
  }
}

extension DeltaReplicable {
  /// This value with what it lacks of another, which is asked for all it has if that does not do.
  fileprivate func caughtUp(with other: Self) throws -> Self {
    var result = self
    do throws(MissingHistory) {
      if let delta = other.delta(since: version) { try result.merge(delta: delta) }
    } catch {
      guard let delta = other.delta(since: Version()) else { return result }
      try result.merge(delta: delta)
    }
    return result
  }
}
