// SPDX-License-Identifier: MIT

import Causality
import Testing

@testable import ReplicationLaws

struct StoredPropertiesTests {
  @Test func replicatingPropertiesAreFound() {
    #expect(StoredProperties(of: Card()).properties.map(\.name) == ["title", "note"])
    // The stamp of a choice says what was seen, and its value is a string.
    #expect(StoredProperties(of: Choice()).properties.isEmpty)
    #expect(StoredProperties(of: 7).properties.isEmpty)
    #expect(StoredProperties(of: [Card()]).properties.isEmpty)
  }

  /// A count that only grows: its state, its version and its delta.
  private struct Highest: ReplicaVersion, DeltaReplicable {
    var number = 0

    var version: Highest { self }
    func merged(with other: Highest) -> Highest { Highest(number: max(number, other.number)) }
    func contains(_ version: Highest) -> Bool { number >= version.number }
    func delta(since version: Highest) -> Highest? { contains(version) ? self : nil }
    func validate(_ delta: Highest) throws(MissingHistory) {}
    mutating func merge(delta: Highest) throws(MissingHistory) { merge(delta) }
  }

  private struct Board: Replicable, Equatable {
    var title = Choice()
    var record = Highest()

    static func == (left: Board, right: Board) -> Bool { left.title == right.title }

    mutating func record(_ number: Int) { record.number = max(record.number, number) }

    func merged(with other: Board) -> Board {
      var result = self
      result.title.merge(other.title)
      return result
    }
  }

  @Test func aFieldThatIsItsOwnVersionIsAContent() throws {
    #expect(StoredProperties(of: Board()).properties.map(\.name) == ["title", "record"])
    let subject = LawSubject(
      "a board", make: { Board() },
      edits: [
        { board, random in
          let number = random.below(9)
          board.record(number)
          return Edit("record \(number)", code: "replica.record(\(number))")
        },
        { board, random in
          board.title.choose(random.pick(["x", "y"]))
          return "choose a title"
        },
      ],
      observe: { $0.title.value })
    let violation = try #require(LawViolation.found(in: subject))
    #expect(violation.law == .fields)
  }

  /// Two boards, of which the second is left as it is.
  private struct Wall: Replicable, Equatable {
    var left = Board()
    var right = Card()

    func merged(with other: Wall) -> Wall {
      // The author forgot the title of the card.
      Wall(
        left: left.merged(with: other.left),
        right: Card(title: right.title, note: right.note.merged(with: other.right.note)))
    }
  }

  @Test func aViolationNamesThePropertyWhereValuesDiffer() throws {
    var (one, other) = (Wall(), Wall())
    #expect(StoredProperties.difference(between: one, and: other) == nil)
    one.right.note.choose("x")
    #expect(StoredProperties.difference(between: one, and: other) == "right.note")
    other.left.title.choose("y")
    #expect(StoredProperties.difference(between: one, and: other) == "left.title")
    let subject = LawSubject(
      "a wall", make: { Wall() },
      edits: [
        { wall, random in
          wall.left.title.choose(random.pick(["x", "y"]))
          return "choose the title of the left"
        },
        { wall, random in
          wall.right.title.choose(random.pick(["x", "y"]))
          return "choose the title of the right"
        },
      ],
      observe: { $0.right.title.value }, checksFields: false)
    let violation = try #require(LawViolation.found(in: subject))
    #expect(violation.finding.contains("unequal in right.title, showing"), "\(violation)")
  }

  @Test func aContentHoldsAnother() {
    let empty = Choice()
    var chosen = empty
    chosen.choose("this")
    #expect(StoredProperties.contains(chosen, empty) == true)
    #expect(StoredProperties.contains(empty, chosen) == false)
    #expect(StoredProperties.contains(empty, Journal()) == nil)
    #expect(StoredProperties.areEqual(empty, chosen) == false)
    #expect(StoredProperties.areEqual(empty, Choice()) == true)
  }
}
