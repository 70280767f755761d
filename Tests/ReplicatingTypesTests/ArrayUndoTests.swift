// SPDX-License-Identifier: MIT

import BinaryCoding
import Foundation
import ReplicationLaws
import Testing

@testable import ReplicatingTypes

@Suite struct ArrayUndoTests {
  private var array = ReplicatingArray<Int>()
  private var undo = ArrayUndo()

  /// What is shown after each step undone, until nothing is left to undo.
  private mutating func undoAll() throws -> [[Int]] {
    var shown: [[Int]] = []
    while try !undo.undo(&array).isEmpty { shown.append(array.values) }
    return shown
  }

  private mutating func redoAll() throws -> [[Int]] {
    var shown: [[Int]] = []
    while try !undo.redo(&array).isEmpty { shown.append(array.values) }
    return shown
  }

  // MARK: Whose edits

  /// The example of Documentation/Undo.md.
  @Test func onesOwnEditIsUndone() throws {
    var list: ReplicatingArray = ["milk", "bread"]
    var undo = ArrayUndo()

    undo.edit(&list) { $0.append("jam") }
    var yours = list
    yours.insert("tea", at: 1)
    list.merge(yours)
    try undo.undo(&list)
    #expect(list.values == ["milk", "tea", "bread"])
    try undo.redo(&list)
    #expect(list.values == ["milk", "tea", "bread", "jam"])
  }

  @Test mutating func othersStayAmidWhatIsUndone() throws {
    array = [0, 9]
    undo.edit(&array, at: 0) { $0.insert(contentsOf: [1, 2, 3], at: 1) }
    var yours = array
    yours.insert(-1, at: 2)
    yours.insert(-2, at: 0)
    array.merge(yours)
    #expect(array.values == [-2, 0, 1, -1, 2, 3, 9])
    let changes = try undo.undo(&array)
    #expect(array.values == [-2, 0, -1, 9])
    #expect(changes.map(\.old) == [2..<3, 4..<6])
    #expect(changes.map(\.new) == [2..<2, 3..<3])
    try undo.redo(&array)
    #expect(array.values == [-2, 0, 1, -1, 2, 3, 9])
    yours.merge(array)
    #expect(yours == array && yours.values == array.values)
  }

  @Test mutating func whatOthersRemovedOfOnesOwnStaysRemoved() throws {
    undo.edit(&array, at: 0) { $0.append(contentsOf: [1, 2, 3]) }
    var yours = array
    yours.remove(at: 1)
    array.merge(yours)
    #expect(try undoAll() == [[]])
    #expect(try redoAll() == [[1, 3]])
  }

  @Test mutating func whatIsMergedAmidAnEditIsSomebodyElses() throws {
    array = [0]
    var yours = array
    yours.append(9)
    undo.edit(&array, at: 0) { array in
      array.insert(1, at: 0)
      array.merge(yours)
      array.insert(2, at: 1)
    }
    #expect(array.values == [1, 2, 0, 9])
    #expect(try undoAll() == [[0, 9]])
  }

  // MARK: What comes back

  @Test mutating func aReplacedElementComesBack() throws {
    array = [1, 2, 3]
    undo.edit(&array, at: 0) { $0[1] = 20 }
    var yours = array
    yours[1] = 30
    let changes = try undo.undo(&array)
    #expect(array.values == [1, 2, 3])
    #expect(changes == [.init(old: 1..<2, new: 1..<2, elements: [2])])
    array.merge(yours)
    #expect(array.values.filter { $0 == 2 || $0 == 30 }.sorted() == [2, 30], "both stay")
    #expect(!array.values.contains(20))
  }

  @Test mutating func olderStepsFollowWhatWasPutBack() throws {
    undo.edit(&array, at: 0) { $0.append(contentsOf: [1, 2, 3]) }
    undo.edit(&array, at: 9_000) { $0.remove(at: 1) }
    for _ in 0..<3 {
      #expect(try undoAll() == [[1, 2, 3], []])
      #expect(try redoAll() == [[1, 2, 3], [1, 3]])
    }
  }

  // MARK: Steps

  @Test mutating func appendingOnIsOneStep() throws {
    for number in 0..<5 {
      undo.edit(&array, at: UInt64(number) * 500) { $0.append(number) }
    }
    undo.edit(&array, at: 2_501) { $0.append(5) }
    undo.closeStep()
    undo.edit(&array, at: 2_502) { $0.append(6) }
    undo.edit(&array, at: 2_503) { $0.remove(at: 0) }
    let all = Array(0..<7)
    #expect(try undoAll() == [all, Array(all[..<6]), Array(all[..<5]), []])
  }

  @Test mutating func aNewEditEndsRedoing() throws {
    undo.edit(&array, at: 0) { $0.append(1) }
    try undo.undo(&array)
    #expect(undo.canRedo && !undo.canUndo)
    undo.edit(&array, at: 0) { $0.append(2) }
    #expect(!undo.canRedo)
    #expect(try undo.redo(&array).isEmpty)
    undo.removeAll()
    #expect(try undoAll().isEmpty)
  }

  // MARK: Copies

  @Test mutating func itGoesOnAfterReading() throws {
    undo.edit(&array, at: 0) { $0.append(contentsOf: [1, 2, 3]) }
    undo.edit(&array, at: 9_000) { $0.remove(at: 0) }
    try undo.undo(&array)
    array = try ReplicatingArray(encoded: array.encoded())
    undo = try ArrayUndo(encoded: undo.encoded())
    #expect(undo.limit == 200)
    #expect(try redoAll() == [[2, 3]])
    #expect(try undoAll() == [[1, 2, 3], []])
  }

  @Test mutating func itGoesOnAfterReadingJSON() throws {
    undo = ArrayUndo(limit: 7)
    undo.edit(&array, at: 0) { $0.append(contentsOf: [1, 2, 3]) }
    undo.edit(&array, at: 9_000) { $0.remove(at: 0) }
    try undo.undo(&array)
    let json = try JSONEncoder().encode([undo])
    #expect(
      try JSONDecoder().decode([String].self, from: json) == [Base64.encode(undo.encoded())])
    let read = try JSONDecoder().decode([ArrayUndo].self, from: json)
    #expect(read.map { $0.encoded() } == [undo.encoded()])
    undo = try #require(read.first)
    #expect(undo.limit == 7)
    #expect(try redoAll() == [[2, 3]])
    #expect(try undoAll() == [[1, 2, 3], []])
    #expect(throws: DecodingError.self) { try JSONDecoder().decode([TextUndo].self, from: json) }
  }

  @Test mutating func anArrayThatLacksTheEditsIsRefused() throws {
    array = [0]
    let early = array
    undo.edit(&array, at: 0) { $0.append(1) }
    var lacking = early
    #expect(throws: MissingHistory()) { try undo.undo(&lacking) }
    #expect(lacking == early)
    var other: ReplicatingArray = ["another"]
    #expect(throws: MissingHistory()) { try undo.undo(&other) }
    try lacking.merge(delta: #require(array.delta(since: early.version)))
    try undo.undo(&lacking)
    #expect(lacking.values == [0])
  }

  @Test mutating func stepsForATextAreNotThoseForAnArray() throws {
    undo.edit(&array, at: 0) { $0.append(1) }
    let bytes = undo.encoded()
    #expect(throws: DecodingFailure.self) { try TextUndo(encoded: bytes) }
  }

  // MARK: Where elements come back

  @Test mutating func aReplacedElementComesBackWhereTheOtherStands() throws {
    for way in 0..<3 {
      var list: ReplicatingArray = ["a", "b"]
      var undo = ArrayUndo()
      undo.edit(&list, at: 0) { list in
        switch way {
        case 0: list[1] = "c"
        case 1: list.replaceSubrange(1..<2, with: ["c"])
        default:
          list.remove(at: 1)
          list.append("c")
        }
      }
      var yours = list
      yours.append("X")
      yours.insert("Y", at: 1)
      list.merge(yours)
      try undo.undo(&list)
      #expect(list.values == ["a", "Y", "b", "X"])
      try undo.redo(&list)
      #expect(list.values == ["a", "Y", "c", "X"])
    }
  }

  @Test mutating func aRemovedElementComesBackRightBehindItsLeftNeighbour() throws {
    array = [1, 2, 3]
    undo.edit(&array, at: 0) { $0.removeSubrange(1..<3) }
    var yours = array
    yours.append(-1)
    array.merge(yours)
    try undo.undo(&array)
    #expect(array.values == [1, 2, 3, -1])
  }
}
