// SPDX-License-Identifier: MIT

import BinaryCoding
import Causality
import ReplicationLaws
import TestInputs
import Testing

@testable import ReplicatingTypes

/// Arrays that drop removed elements.
@Suite struct ArrayDroppingTests {
  private typealias Numbers = ReplicatingArray<Int>

  private func subject() -> LawSubject<Numbers, [Int]> {
    LawSubject(
      "an array that drops removed elements",
      make: { Numbers() },
      edits: [
        { array, random in
          let index = random.below(array.count + 1)
          array.insert(contentsOf: [1, 2, 3].prefix(1 + random.below(3)), at: index)
          return Edit("insert at \(index)")
        },
        { array, random in
          guard !array.isEmpty else { return Edit("nothing") }
          let index = random.below(array.count)
          array.remove(at: index)
          return Edit("remove at \(index)")
        },
        { array, random in
          guard !array.isEmpty else { return Edit("nothing") }
          let index = random.below(array.count)
          array[index] = random.below(10)
          return Edit("set \(index)")
        },
        { array, _ in
          array.dropDeleted()
          return Edit("drop", code: "replica.dropDeleted()")
        },
      ],
      observe: { $0.values })
  }

  @Test func laws() throws {
    print(try LawDriver(subject(), seed: 6).run(schedules: 1_000))
  }

  @Test func lawsInAllSmallStates() throws {
    let search = ExhaustiveSearch(
      subject(),
      edits: [
        "replica.insert(1, at: 0)": { $0.insert(1, at: 0) },
        "replica.remove(at: 0)": { if !$0.isEmpty { $0.remove(at: 0) } },
        "replica.dropDeleted()": { $0.dropDeleted() },
      ])
    print(try search.run(SearchScope(edits: 3, merges: 3)))
    print(try search.run(SearchScope(edits: 3, merges: 3, sessions: .continued)))
  }

  /// Copies that drop elements show what copies with the same edits show that do not.
  @Test func droppingChangesNothingThatIsShown() throws {
    var random = TestRun.generator(seed: 7)
    for _ in 0..<TestRun.length(100) {
      var arrays = (0..<3).map { _ in Numbers() }
      var dropping = arrays
      var next = 0
      for _ in 0..<40 {
        let place = random.below(3)
        let count = arrays[place].count
        switch random.below(6) {
        case 0, 1:
          let index = random.below(count + 1)
          let new = (0..<(1 + random.below(3))).map { next + $0 }
          next += new.count
          arrays[place].insert(contentsOf: new, at: index)
          dropping[place] = try told(dropping[place], of: arrays[place])
        case 2, 3:
          let range = random.below(count + 1)..<(count)
          arrays[place].removeSubrange(range.prefix(3))
          dropping[place] = try told(dropping[place], of: arrays[place])
        case 4: dropping[place].dropDeleted()
        default:
          let other = random.below(3)
          arrays[place].merge(arrays[other])
          dropping[place].merge(dropping[other])
        }
        #expect(dropping[place].values == arrays[place].values)
        let saved = try Numbers(encoded: try dropping[place].encoded())
        #expect(saved == dropping[place] && saved.values == arrays[place].values)
        #expect(Array(dropping[place].indices.map { saved[$0] }) == arrays[place].values)
      }
    }
  }

  private func told(_ array: Numbers, of other: Numbers) throws -> Numbers {
    var array = array
    if let delta = other.delta(since: array.version) {
      try array.merge(delta: Numbers.Delta(encoded: delta.encoded()))
    }
    return array
  }

  @Test func droppingElementsFreesThem() throws {
    var texts = ReplicatingArray((0..<1_000).map { "An element with the number \($0)." })
    let old = texts
    texts.removeSubrange(0..<990)
    let before = try texts.encoded().count
    texts.dropDeleted()
    let after = try texts.encoded().count
    print("990 of 1,000 elements of an array removed: \(before) bytes, \(after) once dropped")
    #expect(after * 20 < before)
    #expect(texts.values == (990..<1_000).map { "An element with the number \($0)." })
    #expect(texts.storage.sequence.inserted.count == 10)
    #expect(texts.merged(with: old) == texts && old.merged(with: texts) == texts)
    var told = old
    try told.merge(delta: try #require(texts.delta(since: old.version)))
    #expect(told == texts && told.values == texts.values)
    let version = texts.version
    texts.dropDeleted()
    #expect(texts.version == version)
  }

  @Test func allElementsCanBeDropped() throws {
    var numbers: Numbers = [1, 2, 3]
    numbers.removeAll()
    numbers.dropDeleted()
    var read = try Numbers(encoded: numbers.encoded())
    #expect(read == numbers && read.isEmpty)
    read.append(4)
    #expect(numbers.merged(with: read).values == [4])
  }

  @Test func whatWasDroppedCannotBeShown() throws {
    var numbers: Numbers = [1, 2, 3]
    let whole = numbers.version
    numbers.remove(at: 1)
    let now = numbers.version
    numbers.append(4)
    numbers.dropDeleted()
    #expect(throws: MissingHistory(.dropped)) { try numbers.values(at: whole) }
    #expect(throws: MissingHistory(.dropped)) { try numbers.changes(from: now, to: whole) }
    #expect(try numbers.values(at: now) == [1, 3])
    #expect(try numbers.changes(since: whole).map(\.old) == [1..<2, 3..<3])
  }

  @Test func undoingARemovalOfDroppedElementsIsRefused() throws {
    var numbers: Numbers = [1, 2, 3]
    var undo = ArrayUndo()
    undo.edit(&numbers) { _ = $0.remove(at: 1) }
    numbers.dropDeleted()
    let before = numbers
    #expect(throws: MissingHistory(.dropped)) { try undo.undo(&numbers) }
    #expect(numbers == before)
  }

  /// The later step has no effect any more. It is forgotten only with an undo that is done.
  @Test func aRefusedUndoForgetsNoStep() throws {
    var numbers: Numbers = [1, 2, 3]
    var undo = ArrayUndo()
    undo.edit(&numbers) { _ = $0.remove(at: 1) }
    undo.closeStep()
    undo.edit(&numbers) { $0.append(4) }
    numbers.removeLast()
    numbers.dropDeleted()
    let steps = undo
    #expect(throws: MissingHistory(.dropped)) { try undo.undo(&numbers) }
    #expect(undo == steps)
  }

  @Test func anyBytesGiveAnArrayOrAnError() throws {
    var numbers: Numbers = [1, 2, 3]
    let old = numbers
    numbers.remove(at: 1)
    numbers.dropDeleted()
    numbers.append(5)
    let count = try WrongBits.read(numbers) { (forged: Numbers) throws in
      #expect(try Numbers(encoded: forged.encoded()) == forged)
      for other in [numbers, old] {
        let both = other.merged(with: forged)
        #expect(both.values.count == both.count)
        var receiver = other
        if let delta = forged.delta(since: other.version) { try? receiver.merge(delta: delta) }
        #expect(receiver.values.count == receiver.count)
      }
    }
    #expect(count > 0)
  }
}
