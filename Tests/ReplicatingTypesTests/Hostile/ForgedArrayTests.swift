// SPDX-License-Identifier: MIT

import BinaryCoding
import SavedForms
import Testing

@testable import Causality
@testable import ReplicatingTypes
@testable import SequenceEngine

/// Arrays and deltas that no honest copy writes, well-formed to the last byte.
@Suite struct ForgedArrayTests: BatchForging {
  private typealias Letters = ReplicatingArray<String>

  private let soundness = Soundness(stranger: ["other"] as ReplicatingArray<String>) { array in
    array.insert("new", at: array.count / 2)
    array.removeFirst()
  }

  /// - Parameter letters: An element each.
  private func frame(_ batch: EventBatch, _ letters: String, as kind: FrameKind) -> [UInt8] {
    var writer = ByteWriter()
    batch.encode(to: &writer)
    for letter in letters { writer.writePlain(String(letter)) }
    return Frame.seal(writer, as: kind)
  }

  private func state(_ batch: EventBatch, _ letters: String) throws -> Letters {
    try Letters(encoded: frame(batch, letters, as: Letters.frameKind))
  }

  private func delta(_ batch: EventBatch, _ letters: String) throws -> Letters.Delta {
    try Letters.Delta(encoded: frame(batch, letters, as: Letters.Delta.frameKind))
  }

  /// Five elements, inserted by the first session.
  private func five() throws -> Letters {
    try state(batch([whole(0)], [Chain(session: 0, operations: [insert(5, at: 0)])]), "abcde")
  }

  private func expectMissingHistory(_ delta: Letters.Delta, in array: Letters) {
    var copy = array
    #expect(throws: MissingHistory.self) { try copy.validate(delta) }
    #expect(throws: MissingHistory.self) { try copy.merge(delta: delta) }
    #expect(copy == array && copy.values == array.values)
  }

  // MARK: Elements

  @Test func asManyElementsAsEventsInsertThem() throws {
    let edits = batch(
      [whole(0)], [Chain(session: 0, operations: [insert(3, at: 0), delete(1, at: 1)])])
    let array = try state(edits, "abc")
    #expect(array.values == ["a", "c"])
    #expect(soundness.complaint(about: array) == nil)
    for letters in ["", "a", "ab"] {
      #expect(try refusal { try state(edits, letters) } == .truncated)
      #expect(try refusal { try delta(edits, letters) } == .truncated)
    }
    #expect(try refusal { try state(edits, "abcd") } == .corrupt)
    #expect(try refusal { try delta(edits, "abcd") } == .corrupt)
  }

  /// What is claimed takes no memory before it is there.
  @Test func elementsWithoutNumberThatAreNotThere() throws {
    let limit = Dot.maximumNumber
    let claim = batch([whole(0)], [Chain(session: 0, operations: [insert(limit, at: 0)])])
    #expect(try refusal { try state(claim, "abc") } == .truncated)
    #expect(try refusal { try delta(claim, "abc") } == .truncated)
    let many = batch(
      (0..<20).map { whole($0) },
      (0..<20).map { Chain(session: $0, operations: [insert(limit, at: 0)]) })
    #expect(try refusal { try state(many, "abc") } == .truncated)
  }

  @Test func elementsOfAnotherType() throws {
    let one = batch([whole(0)], [Chain(session: 0, operations: [insert(1, at: 0)])])
    let bytes = frame(one, "a", as: Letters.frameKind)
    #expect(try refusal { try ReplicatingArray<Int>(encoded: bytes) } == .foreign)
    #expect(try refusal { try Letters(encoded: bytes) } == nil)
    #expect(try refusal { try Letters.Delta(encoded: bytes) } == .foreign)
  }

  /// Elements that do not equal themselves are elements, for nobody looks for them.
  @Test func elementsThatEqualNothing() throws {
    var writer = ByteWriter()
    batch([whole(0)], [Chain(session: 0, operations: [insert(2, at: 0)])]).encode(to: &writer)
    for _ in 0..<2 { writer.writePlain(Double.nan) }
    let bytes = Frame.seal(writer, as: ReplicatingArray<Double>.frameKind)
    var array = try ReplicatingArray<Double>(encoded: bytes)
    #expect(array.count == 2 && array.allSatisfy(\.isNaN))
    #expect(try array.encoded() == bytes)
    array.append(1)
    #expect(try ReplicatingArray<Double>(encoded: array.encoded()) == array)
  }

  // MARK: Limits

  @Test func deletesBeyondNumberHitWhatIsThere() throws {
    let huge = Dot.maximumNumber - 3
    let forward = [insert(3, at: 0), delete(huge, at: 1)]
    let array = try state(batch([whole(0)], [Chain(session: 0, operations: forward)]), "abc")
    #expect(array.values == ["a"])
    #expect(soundness.complaint(about: array) == nil)
    let backward = OperationRun(
      kind: .deleteBackward, position: Dot.maximumNumber, length: Dot.maximumNumber - 3)
    let other = try state(
      batch([whole(0)], [Chain(session: 0, operations: [insert(3, at: 0), backward])]), "abc")
    #expect(other.values == ["a", "b", "c"])
    #expect(soundness.complaint(about: other) == nil)
  }

  @Test func positionsUpToTheLimit() throws {
    let limit = Dot.maximumNumber
    let read = [insert(1, at: limit - 1), delete(2, at: limit - 1), delete(2, at: limit)]
    for run in read {
      var array = try five()
      try array.merge(delta: delta(sequel(after: 5, run), run.isInsert ? "x" : ""))
      #expect(array.values == ["a", "b", "c", "d", "e"] + (run.isInsert ? ["x"] : []))
      #expect(soundness.complaint(about: array) == nil, "\(run)")
      try array.merge(delta: delta(sequel(after: 5 + run.length, insert(1, at: 0)), "y"))
      #expect(array.first == "y")
      #expect(soundness.complaint(about: array) == nil, "\(run), then another")
    }
    let refused = [
      insert(3, at: limit - 1), insert(1, at: limit), insert(1, at: limit + 1),
      delete(2, at: limit + 1),
    ]
    for run in refused {
      let letters = run.isInsert ? String(repeating: "x", count: run.length) : ""
      #expect(try refusal { try delta(sequel(after: 5, run), letters) } == .corrupt, "\(run)")
    }
  }

  @Test func sessionsUpToTheLimit() throws {
    let limit = Dot.maximumNumber
    let spent = try state(
      batch([whole(1 << 31 - 1)], [Chain(session: 0, operations: [delete(limit, at: 0)])]), "")
    #expect(spent.isEmpty)
    #expect(soundness.complaint(about: spent) == nil)
    #expect(try refusal { try delta(sequel(after: limit, insert(1, at: 0)), "x") } == .corrupt)
  }

  // MARK: Shapes

  @Test func parentsTwiceAndParentsThatOthersImply() throws {
    let array = try state(
      batch(
        [whole(0), whole(1)],
        [
          Chain(session: 0, operations: [insert(3, at: 0)]),
          Chain(session: 1, parents: [.inside(2), .inside(2)], operations: [insert(1, at: 9)]),
          Chain(
            session: 0, parents: [.inside(0), .inside(3), .inside(2), .inside(0)],
            operations: [delete(1, at: 0)]),
        ]), "abcd")
    #expect(array.values == ["b", "c", "d"])
    #expect(soundness.complaint(about: array) == nil)
  }

  @Test func manySessions() throws {
    let count = 50
    let array = try state(
      batch(
        (0..<UInt32(count)).map { whole($0) },
        (0..<count).map { Chain(session: $0, operations: [insert(1, at: 0)]) }),
      String(repeating: "a", count: count))
    #expect(array.count == count)
    #expect(soundness.complaint(about: array) == nil)
  }

  @Test func aSessionThatHasNotSeenItself() throws {
    let falling = batch(
      [whole(0), whole(1)],
      [
        Chain(session: 0, operations: [insert(1, at: 0)]),
        Chain(session: 0, operations: [insert(1, at: 0)]),
        Chain(session: 1, operations: [insert(1, at: 0)]),
      ])
    #expect(try refusal { try state(falling, "abc") } == .corrupt)
    expectMissingHistory(try delta(falling, "abc"), in: ["x"])
  }

  @Test func historiesWithoutTheirBeginning() throws {
    for part in [
      sequel(after: 5, insert(1, at: 0)),
      batch(
        [EventBatch.Session(id: session(0), firstNumber: 5)],
        [Chain(session: 0, operations: [insert(1, at: 0)])]),
    ] {
      #expect(try refusal { try state(part, "x") } == .corrupt)
      expectMissingHistory(try delta(part, "x"), in: ["a"])
    }
  }

  @Test func nothingAtAll() throws {
    let empty = try state(batch([], []), "")
    #expect(empty == ReplicatingArray())
    #expect(soundness.complaint(about: empty) == nil)
    var array: ReplicatingArray = ["a"]
    try array.merge(delta: delta(batch([], []), ""))
    #expect(array.values == ["a"])
  }

  // MARK: Contradictions

  /// What is said of known events is not believed: other elements are passed over, and what did
  /// something else is refused.
  @Test func knownEventsToldInAnotherWay() throws {
    var array = try five()
    let other = Chain(session: 0, operations: [insert(5, at: 0), insert(1, at: 5)])
    try array.merge(delta: delta(batch([whole(0)], [other]), "vwxyzf"))
    #expect(array.values == ["a", "b", "c", "d", "e", "f"])
    #expect(soundness.complaint(about: array) == nil)

    array = try five()
    let before = array
    let opposite = Chain(session: 0, operations: [delete(5, at: 0), insert(1, at: 5)])
    let told = try delta(batch([whole(0)], [opposite]), "f")
    #expect(throws: MissingHistory(.contradicting)) { try array.merge(delta: told) }
    #expect(array == before)
  }

  /// A delta that says of a known event that it came earlier than it did.
  @Test func knownEventsWithOtherParents() throws {
    let array = try state(
      batch(
        [whole(0), whole(1)],
        [
          Chain(session: 0, operations: [insert(5, at: 0)]),
          Chain(session: 1, parents: [.inside(4)], operations: [insert(1, at: 5)]),
        ]), "abcdef")
    let forged = batch(
      [whole(1), whole(2)],
      [
        Chain(session: 0, operations: [insert(1, at: 0)]),
        Chain(session: 1, operations: [insert(1, at: 0)]),
        Chain(session: 0, parents: [.inside(1)], operations: [insert(1, at: 0)]),
      ])
    expectMissingHistory(try delta(forged, "xyz"), in: array)
    #expect(soundness.complaint(about: array) == nil)
  }

  @Test func eventsOfOurOwnSession() throws {
    let device = ReplicationEnvironment(milliseconds: { 5 }, random: { 5 })
    var array = Letters()
    device.run { array.append(contentsOf: ["a", "b", "c"]) }
    let own = try #require(array.version.tips.first)
    let forged = batch(
      [EventBatch.Session(id: own.session, firstNumber: 3)], externals: [own],
      [Chain(session: 0, parents: [.outside(0)], operations: [insert(2, at: 3)])])
    try array.merge(delta: delta(forged, "xy"))
    device.run { array.append("d") }
    #expect(array.values == ["a", "b", "c", "x", "y", "d"])
    #expect(array.version.tips.first?.session != own.session)
    #expect(soundness.complaint(about: array) == nil)
  }

  /// The sessions that this run of the program is going to open.
  @Test func eventsOfOurNextSessions() throws {
    let device = ReplicationEnvironment(milliseconds: { 5 }, random: { 5 })
    var array = Letters()
    device.run { array.append("a") }
    let own = try #require(array.version.tips.first).session
    let next = (1...3 as ClosedRange<UInt32>).map { number in
      EventBatch.Session(id: SessionID(run: own.run, number: own.number + number), firstNumber: 0)
    }
    let deletes = delete(Dot.maximumNumber, at: 0)
    try array.merge(
      delta: delta(batch(next, (0..<3).map { Chain(session: $0, operations: [deletes]) }), ""))
    var copy = array
    device.run {
      array.append("b")
      copy.append("c")
    }
    #expect(array.values == ["a", "b"] && copy.values == ["a", "c"])
    for array in [array, copy] {
      let tip = try #require(array.version.tips.first).session
      #expect(!next.contains { $0.id == tip }, "an edit went on with a session of others")
      #expect(soundness.complaint(about: array) == nil)
    }
  }
}
